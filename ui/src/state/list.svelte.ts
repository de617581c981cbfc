// One list with a reading pane beside it: which row has the one tab stop, which row is open, and
// how the keys move both. In a wide window the open row follows the focus; in a narrow one the
// list and the pane share a place, so opening is a step of its own.
import { tick } from 'svelte';
import type { ListKeys } from '../command-context';
import { focusHeading } from '../lib/focus';
import { layout } from './layout.svelte';

export type RowId = string | number;

/** A list beside a reading pane: what the frame around both needs of it. */
export interface PaneList extends ListKeys {
  /** In a narrow window: the reading pane is in front. */
  reading: boolean;
  /** The element of the reading pane. */
  pane: HTMLElement | null;
}

export class ListState implements PaneList {
  /** The row that has the tab stop. */
  current = $state<RowId | null>(null);
  /** The row that the reading pane shows. */
  selected = $state<RowId | null>(null);
  /** In a narrow window: the reading pane is in front. */
  reading = $state(false);
  /** The element that holds the rows. */
  element = $state<HTMLElement | null>(null);
  /** The element of the reading pane. */
  pane = $state<HTMLElement | null>(null);

  readonly #ids: () => RowId[];

  constructor(ids: () => RowId[]) {
    this.#ids = ids;
  }

  get isEmpty(): boolean {
    return this.#ids().length === 0;
  }

  get canGoBack(): boolean {
    return this.reading || this.selected !== null;
  }

  /** The row with the tab stop: the current one, or the first. */
  get tabStop(): RowId | null {
    const ids = this.#ids();
    return this.current !== null && ids.includes(this.current) ? this.current : (ids[0] ?? null);
  }

  move(by: number): void {
    const ids = this.#ids();
    const at = this.current === null ? -1 : ids.indexOf(this.current);
    const to = at === -1 ? (by > 0 ? 0 : ids.length - 1) : at + by;
    this.focus(ids[Math.max(0, Math.min(ids.length - 1, to))]);
  }

  /** Moves by as many rows as the list shows at once, less one. */
  page(by: 1 | -1): void {
    const shown = this.element?.closest<HTMLElement>('.scroll')?.clientHeight ?? 0;
    const row = this.#row(this.tabStop)?.offsetHeight ?? 0;
    const rows = row > 0 ? Math.floor(shown / row) - 1 : 1;
    this.current ??= this.tabStop;
    this.move(by * Math.max(1, rows));
  }

  first(): void {
    this.focus(this.#ids()[0]);
  }

  last(): void {
    this.focus(this.#ids().at(-1));
  }

  /** Shows the row in the pane and moves there. */
  async open(id: RowId | null = this.tabStop): Promise<void> {
    if (id === null) return;
    this.current = this.selected = id;
    this.reading = true;
    await tick();
    this.#focusPane();
  }

  /** A click: shows the row; the focus leaves the list only where the list leaves the window. */
  async choose(id: RowId): Promise<void> {
    if (layout.stacked) return this.open(id);
    this.current = this.selected = id;
  }

  /** Shows the pane without a row. */
  async showPane(): Promise<void> {
    this.selected = null;
    this.reading = true;
    await tick();
    if (layout.stacked) this.#focusPane();
  }

  /** One level back: from the pane to its row, from a row to none. */
  async back(): Promise<void> {
    const inPane = this.pane?.contains(document.activeElement) ?? false;
    if (layout.stacked ? !this.reading : !inPane) this.selected = null;
    this.reading = false;
    await tick();
    this.#row(this.tabStop)?.focus();
  }

  /** Moves to a row; in a wide window the pane follows. */
  focus(id: RowId | undefined): void {
    if (id === undefined) return;
    this.current = id;
    if (!layout.stacked) this.selected = id;
    void tick().then(() => {
      const row = this.#row(id);
      row?.focus();
      row?.scrollIntoView({ block: 'nearest' });
    });
  }

  /** Its heading says what the pane shows. */
  #focusPane(): void {
    const heading = this.pane?.querySelector('h2');
    if (heading) focusHeading(heading);
    else this.pane?.focus();
  }

  #row(id: RowId | null): HTMLElement | null {
    const rows = this.element?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    return [...rows].find((row) => row.dataset['row'] === String(id)) ?? null;
  }
}

/** The list of the screen that is shown, if it has one. */
class ActiveList {
  now = $state.raw<PaneList | null>(null);

  /** Makes `list` the one the keys act on; the answer ends that. */
  use(list: PaneList): () => void {
    this.now = list;
    return () => {
      if (this.now === list) this.now = null;
    };
  }
}

export const activeList = new ActiveList();
