// The conversations of all agents as far as they were asked for: pages by their place in the whole, the
// filters, how far the index is. Lives as long as the page, so that the list is as it was left.
import type { Conversation, Indexing, Listing } from '../bindings/door';
import { toFailure } from '../door/failure';
import { announcer } from '../state/announce.svelte';
import type { Session } from '../state/session.svelte';
import { toasts } from '../state/toasts.svelte';
import { texts } from '../i18n';
import { isNarrowed, listRequest, NO_FILTERS, type Filters } from './filters';
import { names, placed, shiftOf } from './placed';

const PAGE_SIZE = 60;
/** Letters typed one after the other are searched for once. */
const PAUSE_MS = 100;
/** Changes that come together are asked for once. */
const TOGETHER_MS = 400;

export class LibraryState {
  filters = $state.raw<Filters>(NO_FILTERS);
  /** As it is typed; the filters follow after a short pause. */
  typed = $state('');
  total = $state(0);
  /** How many there are without any filter, once that was seen. */
  all = $state(0);
  indexing = $state.raw<Indexing | null>(null);
  problems = $state.raw<string[]>([]);
  /** Whether a first answer came. */
  read = $state(false);
  /** What was open when the screen was left. */
  chosen: string | null = null;
  /** The one whose details are in sight. */
  detailed = $state<string | null>(null);
  /** Where the list was scrolled to. */
  scrolled = 0;
  /** Told by how many rows what is in sight moved. */
  onshift: ((by: number) => void) | null = null;
  /** The rows in sight. */
  sight = { from: 0, to: PAGE_SIZE };
  /** The row that has the tab stop: it stays in the page, in sight or not. */
  stop = 0;

  #rows = $state.raw<Record<number, Conversation>>({});
  readonly #session: Session;
  /** Answers to older questions are dropped. */
  #asked = 0;
  /** How many questions for the whole list wait for their answer. */
  #waiting = 0;
  /** Pages on their way; nothing on the page depends on it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #pending = new Set<number>();
  #typing: ReturnType<typeof setTimeout> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.#session = session;
    session.door.onEvent((event) => {
      if (['conversations_changed', 'catalog_progress', 'handoff_changed'].includes(event.event)) this.#changed();
    });
    session.node.onRefresh(() => this.#changed());
    void this.#start();
  }

  get searching(): boolean {
    return this.filters.query.trim() !== '';
  }

  get narrowed(): boolean {
    return isNarrowed(this.filters);
  }

  row(index: number): Conversation | null {
    return this.#rows[index] ?? null;
  }

  /** Where a conversation stands, if it is among those that were read. */
  indexOf(name: string): number {
    const found = Object.entries(this.#rows).find(([, row]) => row.name === name);
    return found ? Number(found[0]) : -1;
  }

  type(text: string): void {
    this.typed = text;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.narrow({ query: text }), PAUSE_MS);
  }

  /** Another choice: the list begins anew. */
  narrow(change: Partial<Filters>): void {
    this.filters = { ...this.filters, ...change };
    if (change.query !== undefined) this.typed = change.query;
    void this.#start(true);
  }

  /** These rows are in sight now. */
  look(from: number, to: number): void {
    this.sight = { from, to };
    this.ensure(from, to);
  }

  /** Sees to it that these rows are here. */
  ensure(from: number, to: number): void {
    for (let page = Math.floor(from / PAGE_SIZE); page * PAGE_SIZE < Math.min(to, this.total); page++) {
      const first = page * PAGE_SIZE;
      const last = Math.min(first + PAGE_SIZE, this.total) - 1;
      if (this.#rows[first] && this.#rows[last]) continue;
      if (!this.#pending.has(page)) void this.#page(page);
    }
  }

  async #start(announced = false): Promise<void> {
    const asked = ++this.#asked;
    this.#pending.clear();
    this.#waiting++;
    try {
      const listing = await this.#ask(0);
      if (asked !== this.#asked) return;
      this.#rows = placed(listing, 0);
      this.#take(listing);
      if (announced) announcer.say(this.#said());
    } catch (thrown) {
      if (asked === this.#asked) this.#failed(thrown);
    } finally {
      this.#waiting--;
    }
  }

  async #page(page: number): Promise<void> {
    const asked = this.#asked;
    this.#pending.add(page);
    try {
      const listing = await this.#ask(page * PAGE_SIZE);
      if (asked !== this.#asked) return;
      this.#rows = { ...this.#rows, ...placed(listing, page * PAGE_SIZE) };
      this.#take(listing);
    } catch (thrown) {
      if (asked === this.#asked) this.#failed(thrown);
    } finally {
      if (asked === this.#asked) this.#pending.delete(page);
    }
  }

  #changed(): void {
    if (this.#soon !== undefined) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      // What was asked is answered first. Where answers take longer than changes, each would be dropped otherwise.
      if (this.#waiting > 0) this.#changed();
      else void this.#refresh();
    }, TOGETHER_MS);
  }

  /** Reads what is in sight anew and keeps it where it is, also when rows came before it. */
  async #refresh(): Promise<void> {
    const asked = ++this.#asked;
    this.#pending.clear();
    const first = Math.max(0, Math.floor(this.sight.from / PAGE_SIZE) - 1);
    const last = Math.floor(Math.max(0, this.sight.to - 1) / PAGE_SIZE);
    const seen = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const stop = Math.floor(this.stop / PAGE_SIZE);
    const pages = seen.includes(stop) ? seen : [...seen, stop];
    this.#waiting++;
    try {
      const answers = await Promise.all(pages.map((page) => this.#ask(page * PAGE_SIZE)));
      if (asked !== this.#asked) return;
      const rows = Object.assign({}, ...answers.map((listing, at) => placed(listing, (pages[at] ?? 0) * PAGE_SIZE)));
      const by = shiftOf(names(this.#rows, this.sight.from), names(rows, 0)) ?? 0;
      this.#rows = rows;
      const newest = answers.at(-1);
      if (newest) this.#take(newest);
      if (by !== 0) this.onshift?.(by);
    } catch {
      // What is shown stays; the next change asks again.
    } finally {
      this.#waiting--;
    }
  }

  #ask(offset: number): Promise<Listing> {
    return this.#session.door.call('list_conversations', listRequest(this.filters, offset, PAGE_SIZE, Date.now()));
  }

  #take(listing: Listing): void {
    this.total = listing.total;
    this.indexing = listing.indexing;
    this.problems = listing.problems;
    if (!this.narrowed && !this.searching) this.all = listing.total;
    this.read = true;
  }

  #failed(thrown: unknown): void {
    if (this.#session.node.reach === 'open') toasts.failure(texts.library.notRead, toFailure(thrown));
  }

  #said(): string {
    const t = texts.library;
    if (this.total > 0) return t.found(this.total);
    return this.searching ? t.noMatch(this.filters.query.trim()) : t.nothingFits;
  }
}

const made = new WeakMap<Session, LibraryState>();

export function libraryOf(session: Session): LibraryState {
  const known = made.get(session);
  if (known) return known;
  const library = new LibraryState(session);
  made.set(session, library);
  return library;
}
