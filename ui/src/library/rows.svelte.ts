// Which row of the Library has the tab stop and which one is open. Rows are known by their place in the
// whole, since most of them are not in the page; the open one by its name.
import { tick } from 'svelte';
import type { Conversation } from '../bindings/door';
import { focusHeading } from '../lib/focus';
import { layout } from '../state/layout.svelte';
import type { PaneList } from '../state/list.svelte';
import { route } from '../state/route.svelte';
import type { LibraryState } from './library.svelte';

/** What the list on the screen can do. */
interface Shown {
  see(index: number): void;
  pageSize(): number;
}

/** A menu that was asked for at a row. */
export interface Asked {
  conversation: Conversation;
  index: number;
  x: number;
  y: number;
  /** The row itself. */
  back: HTMLElement;
}

export class Rows implements PaneList {
  reading = $state(false);
  pane = $state<HTMLElement | null>(null);
  element = $state<HTMLElement | null>(null);
  shown = $state.raw<Shown | null>(null);
  /** The row that has the tab stop. */
  current = $state(0);
  /** The menu of a row, while it is open. */
  asked = $state.raw<Asked | null>(null);
  /** The name of the one that is open. */
  readonly selected = $derived(route.screen === 'library' ? route.item : null);
  readonly #library: LibraryState;

  constructor(library: LibraryState) {
    this.#library = library;
    // Whoever comes back finds open what was open; in a narrow window the list comes first.
    this.reading = this.selected !== null;
    if (this.selected === null) route.choose(library.chosen);
    const at = this.selected === null ? -1 : library.indexOf(this.selected);
    if (at >= 0) this.current = at;
  }

  get isEmpty(): boolean {
    return this.#library.total === 0;
  }

  get canGoBack(): boolean {
    return this.reading || this.selected !== null;
  }

  get tabStop(): number {
    return Math.min(this.current, Math.max(0, this.#library.total - 1));
  }

  move(by: number): void {
    const inList = this.element?.contains(document.activeElement) || this.selected !== null;
    this.focus(inList ? this.tabStop + by : this.tabStop);
  }

  page(by: 1 | -1): void {
    this.focus(this.tabStop + by * (this.shown?.pageSize() ?? 1));
  }

  first(): void {
    this.focus(0);
  }

  last(): void {
    this.focus(this.#library.total - 1);
  }

  /** Opens a row and moves into it. */
  async open(index: number = this.tabStop): Promise<void> {
    await this.#choose(index);
    this.reading = true;
    await tick();
    const heading = this.pane?.querySelector('h2');
    if (heading) focusHeading(heading);
    else this.pane?.focus();
  }

  /** A click: shows it; the focus leaves the list only where the list leaves the window. */
  async click(index: number): Promise<void> {
    this.current = index;
    if (layout.stacked) await this.open(index);
    else await this.#choose(index);
  }

  async back(): Promise<void> {
    const inPane = this.pane?.contains(document.activeElement) ?? false;
    if (layout.stacked ? !this.reading : !inPane) route.choose(null);
    this.reading = false;
    await tick();
    this.focus(this.tabStop, false);
  }

  /** Rows came or went above. */
  shift(by: number): void {
    this.current = Math.max(0, this.current + by);
  }

  /** Moves to a row; in a wide window what is open follows. */
  focus(index: number, follow = true): void {
    const to = Math.max(0, Math.min(this.#library.total - 1, index));
    this.current = to;
    this.shown?.see(to);
    void tick().then(async () => {
      await this.#row(to);
      this.element?.querySelector<HTMLElement>(`[data-row="${to}"]`)?.focus({ preventScroll: true });
      if (follow && !layout.stacked && this.current === to) await this.#choose(to);
    });
  }

  async #choose(index: number): Promise<void> {
    const row = await this.#row(index);
    if (row && this.current === index) route.choose(row.name);
  }

  /** The row, once it was read. */
  async #row(index: number) {
    this.#library.ensure(index, index + 1);
    for (let tries = 0; tries < 200 && !this.#library.row(index); tries++) {
      await new Promise((done) => setTimeout(done, 25));
    }
    return this.#library.row(index);
  }
}
