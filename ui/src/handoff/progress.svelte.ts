// Which handoffs the panel shows: those on their way or with a question, and those this page handed off,
// until the person hides them. What was hidden comes back when something new happens to it.
import type { Handoff } from '../bindings/door';
import { recall, remember } from '../state/memory';
import type { Session } from '../state/session.svelte';
import { isOpen, stageOf, type Stage } from './stage';

export interface Line {
  handoff: Handoff;
  stage: Stage;
}

const isHidden = (value: unknown): value is Record<string, Stage> => typeof value === 'object' && value !== null;
/** How many hidden ones are remembered. */
const MAX_HIDDEN = 100;

class UnderWay {
  /** What the person chose; as it fits while they did not. */
  folded = $state<boolean | null>(null);
  #followed = $state.raw<readonly string[]>([]);
  #hidden = $state.raw<Record<string, Stage>>(recall('progress.hidden', isHidden) ?? {});

  /** Shows these until they are hidden, also when they have arrived. */
  follow(ids: string[]): void {
    this.#followed = [...ids, ...this.#followed];
    this.folded = null;
  }

  follows(id: string): boolean {
    return this.#followed.includes(id);
  }

  hide({ handoff, stage }: Line): void {
    const others = Object.entries(this.#hidden).filter(([id]) => id !== handoff.id);
    this.#hidden = Object.fromEntries([...others, [handoff.id, stage]].slice(-MAX_HIDDEN));
    remember('progress.hidden', this.#hidden);
  }

  lines(session: Session): Line[] {
    const all = session.handoffs.outgoing.map((handoff) => ({ handoff, stage: stageOf(handoff, isHere(session, handoff)) }));
    return all.filter(({ handoff, stage }) => {
      if (this.#hidden[handoff.id] === stage) return false;
      return isOpen(stage) || this.follows(handoff.id);
    });
  }
}

/** Whether the other one can be reached now: what is known of people is newer than of a handoff. */
export function isHere(session: Session, handoff: Handoff): boolean {
  return session.people.someone(handoff.person.device_id)?.here ?? handoff.person.here;
}

export const underWay = new UnderWay();
