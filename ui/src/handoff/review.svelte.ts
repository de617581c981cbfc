// What leaves, as it is shown: made when the person first asks for it, and made again by itself as soon
// as anything it depends on changed. What is shown as ready is always what would be sent.
import type { Failure, Finding } from '../bindings/door';
import type { Door } from '../door';
import { toFailure } from '../door/failure';
import { drop, make, type Decisions, type Made, type Wanted } from './prepared';

/** Changes that come together are made once. */
const TOGETHER_MS = 500;

export class Review {
  /** The person asked to see it. */
  opened = $state(false);
  made = $state.raw<Made | null>(null);
  /** It is being made, or will be in a moment: what is shown is of before. */
  stale = $state(false);
  failure = $state.raw<Failure | null>(null);

  /** What would be sent is shown, whole. */
  readonly ready = $derived(this.opened && !this.stale && this.failure === null && this.made !== null);

  readonly #door: Door;
  #wanted: Wanted | null = null;
  #decisions: Decisions = {};
  /** What the shown findings were found in. */
  #contentOfMade = '';
  #turn = 0;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(door: Door) {
    this.#door = door;
  }

  /** Shows it from now on. */
  open(): void {
    this.opened = true;
    this.#begin(0);
  }

  /** What it shall be now; nothing while something is missing. */
  want(wanted: Wanted | null, decisions: Decisions): void {
    this.#wanted = wanted;
    this.#decisions = decisions;
    if (this.opened) this.#begin(TOGETHER_MS);
  }

  again(): void {
    this.#begin(0);
  }

  /** Lets go of what was made; what was sent is gone from here already. */
  close(): void {
    this.#turn += 1;
    clearTimeout(this.#soon);
    void drop(this.#door, hashes(this.made));
    this.made = null;
  }

  #begin(after: number): void {
    const turn = ++this.#turn;
    this.stale = true;
    clearTimeout(this.#soon);
    if (this.#wanted === null) return;
    this.#soon = setTimeout(() => void this.#make(turn), after);
  }

  async #make(turn: number): Promise<void> {
    const [wanted, decisions] = [this.#wanted, this.#decisions];
    if (wanted === null) return;
    const content = JSON.stringify(wanted);
    const known: Finding[] | null = content === this.#contentOfMade ? (this.made?.findings ?? null) : null;
    try {
      const made = await make(this.#door, wanted, decisions, known);
      if (turn !== this.#turn) {
        void drop(this.#door, hashes(made).filter((hash) => !hashes(this.made).includes(hash)));
        return;
      }
      const before = hashes(this.made).filter((hash) => !hashes(made).includes(hash));
      this.made = made;
      this.#contentOfMade = content;
      this.failure = null;
      void drop(this.#door, before);
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.failure = toFailure(thrown);
    }
    this.stale = false;
  }
}

function hashes(made: Made | null): string[] {
  return made ? [made.prepared.hash, ...(made.fullCopy ? [made.fullCopy.hash] : [])] : [];
}
