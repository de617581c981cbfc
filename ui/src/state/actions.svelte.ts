// What the screen in front can do right now with what is chosen on it: the commands of the table that
// mean something only there. A screen offers them while it is shown; keys, palette and menus run them.
import { untrack } from 'svelte';

/** Commands whose meaning depends on what is chosen. */
export type ActionId =
  | 'handOff'
  | 'review'
  | 'verify'
  | 'import'
  | 'download'
  | 'dismiss'
  | 'requestChanges'
  | 'copyResume'
  | 'openProject'
  | 'copyId'
  | 'showDetails'
  | 'find'
  | 'previousMessage'
  | 'nextMessage'
  | 'previousTurn'
  | 'nextTurn'
  | 'foldTools'
  | 'copyMessage';

export interface Action {
  /** Why it cannot be done now; `null` when it can. */
  blocked: string | null;
  run(): unknown;
}

export type Offered = Partial<Record<ActionId, Action>>;

class Actions {
  /** The newest comes first: a pane inside a screen knows better than the screen. */
  #offers = $state.raw<(() => Offered)[]>([]);

  /** What `id` would do now; nothing when nobody offers it. */
  of(id: ActionId): Action | null {
    for (const offer of this.#offers) {
      const action = offer()[id];
      if (action) return action;
    }
    return null;
  }

  /** Offers actions until the answer is called; for an `$effect`. */
  offer(offer: () => Offered): () => void {
    // The effect that offers does not follow what others offer.
    this.#offers = untrack(() => [offer, ...this.#offers]);
    return () => {
      this.#offers = untrack(() => this.#offers.filter((one) => one !== offer));
    };
  }
}

export const actions = new Actions();
