// One comparison of words, from asking to its end, as the layer for it sees it. What happens comes by
// events; what the person says goes to the node.
import type { Failure, PairingView } from '../bindings/door';
import { toFailure } from '../door/failure';
import type { Session } from '../state/session.svelte';
import { toasts } from '../state/toasts.svelte';
import { texts } from '../i18n';

export type Stage = 'asking' | 'failed' | 'comparing' | 'waiting' | 'paired' | 'ended';

export class Comparison {
  readonly #session: Session;
  readonly #device: string;
  #id = $state<string | null>(null);
  /** Why nobody could be asked. */
  failure = $state.raw<Failure | null>(null);
  /** What was typed is not the code. */
  slip = $state(false);
  #left = false;

  constructor(session: Session, device: string) {
    this.#session = session;
    this.#device = device;
  }

  readonly view = $derived.by((): PairingView | null =>
    this.#id === null ? null : (this.#session.people.pairings[this.#id] ?? null),
  );

  readonly stage = $derived.by((): Stage => {
    if (this.failure) return 'failed';
    if (!this.view) return 'asking';
    const { stage } = this.view;
    if (stage.state !== 'comparing') return stage.state;
    return stage.we_match ? 'waiting' : 'comparing';
  });

  /** Asks, or goes on with a pairing that waits. */
  async ask(): Promise<void> {
    this.failure = null;
    this.#id = null;
    this.#left = false;
    try {
      const view = await this.#session.door.call('pair', { person: this.#device });
      this.#session.people.take(view);
      this.#id = view.id;
      if (this.#left) void this.leave();
    } catch (thrown) {
      this.failure = toFailure(thrown);
    }
  }

  async decide(matches: boolean): Promise<void> {
    if (this.#id === null) return;
    await this.#say(this.#session.door.call('decide_pairing', { pairing: this.#id, matches }));
  }

  /** The code of the other screen was typed; the answer says whether it is this one. */
  async confirm(code: string): Promise<void> {
    if (this.#id === null) return;
    this.slip = false;
    try {
      this.#session.people.take(await this.#session.door.call('confirm_pairing', { person: this.#id, code }));
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.code === 'refused') this.slip = true;
      else toasts.failure(texts.people.pair.notSaid, failure);
    }
  }

  /** The person goes without an answer; after a yes there is nothing to take back. */
  async leave(): Promise<void> {
    this.#left = true;
    if (this.#id === null || this.stage !== 'comparing') return;
    try {
      this.#session.people.take(await this.#session.door.call('leave_pairing', { pairing: this.#id }));
    } catch {
      // It was over already.
    }
  }

  async #say(said: Promise<PairingView>): Promise<void> {
    try {
      this.#session.people.take(await said);
    } catch (thrown) {
      toasts.failure(texts.people.pair.notSaid, toFailure(thrown));
    }
  }
}
