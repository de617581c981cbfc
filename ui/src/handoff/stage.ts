// How far something that was handed off is, in the steps people know: connecting, getting ready,
// sending, there, opened; or away, lost, asking, ended.
import type { Handoff } from '../bindings/door';
import { isOver } from '../state/handoffs.svelte';

export type Stage =
  | 'connecting'
  | 'preparing'
  | 'sending'
  | 'offline'
  | 'lost'
  | 'withdrawing'
  | 'trust'
  | 'question'
  | 'delivered'
  | 'opened'
  | 'downloaded'
  | 'imported'
  | 'decided'
  | 'dismissed'
  | 'failed'
  | 'cancelled';

/** Steps in which the file has not arrived, as far as is known. */
const UNDELIVERED_STAGES: readonly Stage[] = ['connecting', 'preparing', 'sending', 'offline', 'lost'];
/** Steps that want something of this person, or will go on by themselves. */
const OPEN_STAGES: readonly Stage[] = [...UNDELIVERED_STAGES, 'withdrawing', 'trust', 'question'];

export const isBefore = (stage: Stage) => UNDELIVERED_STAGES.includes(stage);
export const isOpen = (stage: Stage) => OPEN_STAGES.includes(stage);

/** `here`: whether the other one can be reached now. */
export function stageOf(handoff: Handoff, here: boolean): Stage {
  if (isOver(handoff)) return ended(handoff);
  if (handoff.state === 'auth-required') return 'trust';
  if (handoff.receipt === 'withdrawn') return 'withdrawing';
  if (handoff.state === 'input-required') return 'question';
  if (handoff.state === 'working') {
    return handoff.receipt === 'opened' || handoff.receipt === 'downloaded' ? handoff.receipt : 'delivered';
  }
  if (handoff.receipt === 'queued') return here ? 'connecting' : 'offline';
  // They know of it, so they may have all of it.
  if (!here) return 'lost';
  return handoff.progress && handoff.progress.total > 0 ? 'sending' : 'preparing';
}

function ended(handoff: Handoff): Stage {
  switch (handoff.state) {
    case 'completed':
      return handoff.receipt === 'answered' ? 'decided' : 'imported';
    case 'rejected':
      return 'dismissed';
    case 'canceled':
      return 'cancelled';
    default:
      return 'failed';
  }
}

export function percentOf(handoff: Handoff): number {
  const { progress } = handoff;
  return progress && progress.total > 0 ? Math.min(100, Math.floor((progress.done / progress.total) * 100)) : 0;
}
