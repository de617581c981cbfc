// What is unfolded in a conversation: tools and reasoning start folded; one key turns all of them.
// Also which of them show all of a long text.
import { SvelteSet } from 'svelte/reactivity';

export class Folds {
  /** Whether all tools are open; the others are exceptions. */
  all = $state(false);
  readonly #exceptions = new SvelteSet<string>();
  /** What is open of everything else that folds. */
  readonly #others = new SvelteSet<string>();
  readonly #whole = new SvelteSet<string>();

  isOpen(key: string, tool: boolean): boolean {
    return tool ? this.#exceptions.has(key) !== this.all : this.#others.has(key);
  }

  toggle(key: string, tool: boolean): void {
    const marked = tool ? this.#exceptions : this.#others;
    if (!marked.delete(key)) marked.add(key);
  }

  open(key: string, tool: boolean): void {
    if (!this.isOpen(key, tool)) this.toggle(key, tool);
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
