// About how much a choice sends: asked for as soon as a choice changed, and shown only if it is still
// the newest that was asked for.
import type { Failure, HandoffFigures, SendingChoice } from '../bindings/door';
import type { Door } from '../door';
import { toFailure } from '../door/failure';

/** Typing a number asks once, not at every digit. */
const TOGETHER_MS = 80;

export class Figures {
  now = $state.raw<HandoffFigures | null>(null);
  /** The figures shown are of a choice before the last. */
  asking = $state(false);
  failure = $state.raw<Failure | null>(null);

  readonly #door: Door;
  readonly #conversation: string;
  #turn = 0;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(door: Door, conversation: string) {
    this.#door = door;
    this.#conversation = conversation;
  }

  ask(choice: SendingChoice): void {
    const turn = ++this.#turn;
    this.asking = true;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => void this.#read(choice, turn), TOGETHER_MS);
  }

  stop(): void {
    this.#turn += 1;
    clearTimeout(this.#soon);
  }

  async #read(choice: SendingChoice, turn: number): Promise<void> {
    try {
      const now = await this.#door.call('handoff_figures', { conversation: this.#conversation, choice });
      if (turn !== this.#turn) return;
      this.now = now;
      this.failure = null;
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.now = null;
      this.failure = toFailure(thrown);
    }
    this.asking = false;
  }
}
