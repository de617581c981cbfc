// What is unfolded in a conversation: tools and reasoning start folded; one key turns all of them.
// Also which of them show all of a long text.
import { SvelteSet } from 'svelte/reactivity';

export class Folds {
  /** Whether all are open; the others are exceptions. */
  all = $state(false);
  readonly #exceptions = new SvelteSet<string>();
  readonly #whole = new SvelteSet<string>();

  isOpen(key: string): boolean {
    return this.#exceptions.has(key) !== this.all;
  }

  toggle(key: string): void {
    if (!this.#exceptions.delete(key)) this.#exceptions.add(key);
  }

  open(key: string): void {
    if (!this.isOpen(key)) this.toggle(key);
  }

  toggleAll(): void {
    this.all = !this.all;
    this.#exceptions.clear();
  }

  isWhole(key: string): boolean {
    return this.#whole.has(key);
  }

  showWhole(key: string): void {
    this.#whole.add(key);
  }
}

/** The name of one part of one message. */
export function partKey(number: number, at: number): string {
  return `${number}:${at}`;
}
