// What narrows the Library: words, an agent, a project, how long ago, which way it was handed.
import type { Handed } from '../bindings/door';

export type Since = 'today' | 'week' | 'month';

export interface Filters {
  query: string;
  platform: string | null;
  project: string | null;
  since: Since | null;
  handed: Handed | null;
}

export const NO_FILTERS: Filters = { query: '', platform: null, project: null, since: null, handed: null };

const DAY = 24 * 60 * 60 * 1_000;

/** The moment a choice of time begins, as the node reads it. */
export function sinceWhen(since: Since, now: number): string {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const days = { today: 0, week: 7, month: 30 }[since];
  return new Date(since === 'today' ? midnight.getTime() : now - days * DAY).toISOString();
}

/** Whether anything but the words narrows the list. */
export function isNarrowed({ platform, project, since, handed }: Filters): boolean {
  return platform !== null || project !== null || since !== null || handed !== null;
}

/** The request for a piece of the list. */
export function listRequest(filters: Filters, offset: number, limit: number, now: number) {
  const search = filters.query.trim();
  return {
    limit,
    offset,
    platform: filters.platform,
    project: filters.project,
    handed: filters.handed,
    search: search === '' ? null : search,
    since: filters.since === null ? null : sinceWhen(filters.since, now),
  };
}
