// What the person looks for in Settings: rows that do not fit are left out while they type.
import { getContext, setContext } from 'svelte';
import { matchesQuery } from '../../lib/match';

export class SettingsFilter {
  query = $state('');

  /** Whether something that says this is shown. */
  shows(...texts: (string | null | undefined)[]): boolean {
    return this.query.trim() === '' || matchesQuery(texts.filter(Boolean).join(' '), this.query);
  }
}

const FILTER = Symbol('filter');
const HEADING = Symbol('heading');

export function provideFilter(filter: SettingsFilter): void {
  setContext(FILTER, filter);
}

/** The filter of the screen; none outside of Settings. */
export function useFilter(): SettingsFilter | undefined {
  return getContext<SettingsFilter | undefined>(FILTER);
}

/** A section says what it is called, so that its rows are found by that, too. */
export function provideHeading(heading: string): void {
  setContext(HEADING, heading);
}

export function useHeading(): string | undefined {
  return getContext<string | undefined>(HEADING);
}
