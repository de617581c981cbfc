// What is said aloud about handoffs on their way: quarters of a transfer and what came of it, never more
// than five times for one of them.
import { visible } from '../lib/visible';
import { announcer } from '../state/announce.svelte';
import { texts } from '../i18n';
import type { Line } from './progress.svelte';
import { percentOf, type Stage } from './stage';

const MAX_ANNOUNCEMENTS = 5;
const STEP_PERCENT = 25;
const t = texts.handoff.progress;

const FINAL_STAGES: readonly Stage[] = ['delivered', 'question', 'dismissed', 'failed', 'cancelled'];
/** Said at once: something did not go as it should. */
const URGENT_STAGES: readonly Stage[] = ['failed', 'lost'];

export class Voice {
  readonly #said = new Map<string, { count: number; last: string }>();

  /** Takes in how a handoff stands; `fresh` when its steps are news to the person. */
  hear({ handoff, stage }: Line, fresh: boolean): void {
    const quarter = Math.min(75, Math.floor(percentOf(handoff) / STEP_PERCENT) * STEP_PERCENT);
    const now = stage === 'sending' ? `${quarter}` : stage;
    const before = this.#said.get(handoff.id);
    if (before?.last === now) return;
    const count = before?.count ?? 0;
    const text = (before || fresh) && this.#text(visible(handoff.person.name), stage, quarter);
    const room = FINAL_STAGES.includes(stage) ? MAX_ANNOUNCEMENTS : MAX_ANNOUNCEMENTS - 1;
    const says = text && count < room;
    this.#said.set(handoff.id, { count: says ? count + 1 : count, last: now });
    if (!says) return;
    if (URGENT_STAGES.includes(stage)) announcer.warn(text);
    else announcer.say(text);
  }

  #text(name: string, stage: Stage, quarter: number): string | null {
    switch (stage) {
      case 'sending':
        return quarter === 0 ? null : t.percent(name, quarter);
      case 'delivered':
        return `${t.delivered(name)} ${t.canReview(name)}`;
      case 'offline':
        return `${t.offline(name)} ${t.willDeliver(name)}`;
      case 'lost':
        return `${t.lost} ${t.lostAbout(name)}`;
      case 'question':
        return t.needsAnswer(name);
      case 'failed':
        return t.failed(name);
      case 'dismissed':
        return t.dismissed(name);
      case 'cancelled':
        return t.cancelled(name);
      default:
        return null;
    }
  }
}
