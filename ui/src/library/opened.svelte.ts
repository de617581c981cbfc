// The conversation that is open: the one of the list, or one that is not in the list as it is narrowed now, or
// one that was named from elsewhere and is in no page that was read.
import { untrack } from 'svelte';
import type { Conversation } from '../bindings/door';
import type { Session } from '../state/session.svelte';
import type { LibraryState } from './library.svelte';
import type { Rows } from './rows.svelte';

export class Opened {
  #known = $state.raw<Conversation | null>(null);
  readonly #library: LibraryState;
  readonly #rows: Rows;
  readonly #listed = $derived.by(() => this.#library.row(this.#library.indexOf(this.#rows.selected ?? '')));
  readonly now = $derived.by(() => {
    const kept = this.#known;
    return this.#listed ?? (kept?.name === this.#rows.selected ? kept : null);
  });

  /** For a component, whose effects it makes. */
  constructor(session: Session, library: LibraryState, rows: Rows) {
    this.#library = library;
    this.#rows = rows;
    $effect(() => {
      if (this.#listed) this.#known = this.#listed;
    });
    $effect(() => {
      library.chosen = rows.selected;
    });
    $effect(() => {
      const name = rows.selected;
      if (name === null || this.#listed || untrack(() => this.#known?.name === name) || !library.read) return;
      void session.door.call('show_conversation', { conversation: name, after: 0, limit: 1 }).then(
        ({ conversation }) => (this.#known = { ...conversation, name }),
        () => undefined,
      );
    });
  }
}
