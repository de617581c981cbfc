// Which rows the inbox has: what waits comes first, what ended only when asked for, and never more of them in
// the page than anyone reads.
import type { Handoff } from '../bindings/door';
import { isOver, type HandoffsState } from '../state/handoffs.svelte';
import { itemOf, openedFiles } from './files.svelte';

export type Tab = 'received' | 'sent';

/** How many rows are added at a time. */
const ROWS_PER_STEP = 50;

export class InboxRows {
  tab = $state<Tab>('received');
  withEnded = $state(false);
  #most = $state(ROWS_PER_STEP);
  readonly #handoffs: HandoffsState;

  constructor(handoffs: HandoffsState) {
    this.#handoffs = handoffs;
  }

  readonly #of = $derived.by((): Handoff[] => (this.tab === 'received' ? this.#handoffs.incoming : this.#handoffs.outgoing));
  readonly waiting = $derived(this.#of.filter((one) => !isOver(one)));
  readonly ended = $derived(this.#of.filter(isOver));
  readonly #listed = $derived(this.withEnded ? [...this.waiting, ...this.ended] : this.waiting);
  readonly files = $derived(this.tab === 'received' ? openedFiles.all : []);
  readonly shown = $derived(this.#listed.slice(0, this.#most));
  readonly hidden = $derived(Math.min(ROWS_PER_STEP, this.#listed.length - this.shown.length));
  readonly all = $derived(this.#listed.length);
  readonly ids = $derived([...this.files.map((one) => itemOf(one.handle)), ...this.shown.map((one) => one.id)]);

  showMore(): void {
    this.#most += ROWS_PER_STEP;
  }

  /** Makes a row visible that an address names. */
  reveal(id: string): void {
    const out = this.#handoffs.outgoing.some((one) => one.id === id);
    const into = this.#handoffs.incoming.some((one) => one.id === id);
    if (out !== into) this.tab = out ? 'sent' : 'received';
    if (this.ended.some((one) => one.id === id)) this.withEnded = true;
  }
}
