// What can be done with what is under Review, as the keys, the palette and the bar offer it.
import type { PlatformInfo } from '../bindings/door';
import type { Offered } from '../state/actions.svelte';
import { overlays } from '../state/overlays.svelte';
import { visible } from '../lib/visible';
import { texts } from '../i18n';
import { askDismiss, download } from './commands';
import { itemOf } from './files.svelte';
import type { ReviewAction, ReviewState } from './review.svelte';
import { reviewing } from './reviewing.svelte';

const t = texts.review.blocked;

/** Why nothing can be imported to an agent; nothing when it can. */
export function agentBlocked(platform: PlatformInfo): string | null {
  if (platform.importable === null) return null;
  const missing = platform.program === null && !platform.used;
  return missing ? t.notSetUp(platform.name) : visible(platform.importable);
}

/** The agent it would be imported to: the one it comes from, or the first that can take it. */
export function likelyAgent(review: ReviewState): PlatformInfo | null {
  const all = review.session.platforms.all.filter((one) => !one.off);
  const same = all.find((one) => one.id === review.platform);
  if (same && agentBlocked(same) === null) return same;
  return all.find((one) => agentBlocked(one) === null) ?? same ?? all[0] ?? null;
}

/** Why it can't be imported to the likely agent now. */
export function importBlocked(review: ReviewState): string | null {
  const agent = likelyAgent(review);
  return review.blocked('import') ?? (agent ? agentBlocked(agent) : t.noAgent);
}

/** Opens the dialog that shows what an import would write. */
export function openImport(review: ReviewState, platform: string | null = null, pickFolder = false): void {
  const to = platform ?? likelyAgent(review)?.id;
  if (to === undefined) return;
  void overlays.showComponent(() => import('./Import.svelte'), { review, to, pickFolder });
}

export function openAsk(review: ReviewState): void {
  void overlays.showComponent(() => import('./Ask.svelte'), { review });
}

export function openReview(review: ReviewState): void {
  const { source } = review;
  reviewing.open(source.kind === 'file' ? itemOf(source.handle) : source.id);
}

export function run(review: ReviewState, action: ReviewAction): void {
  const { session, handoff } = review;
  if (action === 'review') openReview(review);
  else if (action === 'import') openImport(review);
  else if (action === 'requestChanges') openAsk(review);
  else if (handoff && action === 'download') void download(session, handoff.id);
  else if (handoff && action === 'dismiss') askDismiss(session, handoff);
}

/** The same for the table of commands. */
export function actionsOf(review: ReviewState): Offered {
  const one = (action: ReviewAction) => ({ blocked: review.blocked(action), run: () => run(review, action) });
  return {
    review: one('review'),
    import: { ...one('import'), blocked: importBlocked(review) },
    download: one('download'),
    requestChanges: one('requestChanges'),
    dismiss: one('dismiss'),
  };
}
