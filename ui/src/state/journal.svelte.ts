// The journal as far as the page has read it, newest first, kept current by events.
import type { JournalEntry, JournalPage } from '../bindings/door';
import type { Door } from '../door';
import { toFailure } from '../door/failure';
import { texts } from '../i18n';
import { announcer } from './announce.svelte';
import { clock } from './clock.svelte';
import type { NodeState } from './node.svelte';
import { toasts } from './toasts.svelte';

export const PAGE_SIZE = 100;
/** How many entries the page holds at most. */
export const MAX_ENTRIES = 2_000;

export class JournalState {
  entries = $state.raw<JournalEntry[]>([]);
  total = $state(0);
  /** Whether a first answer came. */
  read = $state(false);
  reading = $state(false);

  readonly hasOlder = $derived(this.entries.length < this.total);
  readonly full = $derived(this.entries.length >= MAX_ENTRIES);

  readonly #door: Door;
  readonly #node: NodeState;
  /** What was added while the newest page is on its way, which may be without it. */
  #meanwhile: JournalEntry[] | null = null;

  constructor(door: Door, node: NodeState) {
    this.#door = door;
    this.#node = node;
    door.onEvent((event) => {
      if (event.event === 'journal_added') this.#added(event.data);
    });
    node.onRefresh(() => void this.refresh());
  }

  /** Asks for the newest page; what was read before and still joins it stays. */
  async refresh(): Promise<void> {
    const meanwhile: JournalEntry[] = (this.#meanwhile = []);
    const page = await this.#ask(null);
    // Asked anew since: the answer to that is the one that counts.
    if (!page || meanwhile !== this.#meanwhile) return;
    this.#meanwhile = null;
    clock.touch();
    this.read = true;
    this.#take(page, this.entries);
    for (const entry of meanwhile) this.#added(entry);
  }

  async older(): Promise<void> {
    const last = this.entries.at(-1);
    if (!last || this.reading || this.full) return;
    this.reading = true;
    const page = await this.#ask(last.id);
    this.reading = false;
    if (!page) return;
    this.#take({ ...page, entries: [...this.entries, ...page.entries] }, []);
    announcer.say(texts.activity.count(this.entries.length, this.total));
  }

  #take(page: JournalPage, before: JournalEntry[]): void {
    const oldest = page.entries.at(-1)?.id ?? 0;
    const joins = before.some((entry) => entry.id >= oldest);
    const rest = joins ? before.filter((entry) => entry.id < oldest) : [];
    this.entries = [...page.entries, ...rest].slice(0, MAX_ENTRIES);
    this.total = Math.max(page.total, this.entries.length);
  }

  #added(entry: JournalEntry): void {
    this.#meanwhile?.push(entry);
    if (!this.read || this.entries.some((known) => known.id === entry.id)) return;
    clock.touch();
    this.entries = [entry, ...this.entries].sort((a, b) => b.id - a.id).slice(0, MAX_ENTRIES);
    this.total += 1;
  }

  async #ask(before: number | null): Promise<JournalPage | null> {
    try {
      return await this.#door.call('journal', { before, limit: PAGE_SIZE });
    } catch (thrown) {
      if (this.#node.reach === 'open') {
        toasts.failure(texts.activity.notRead, toFailure(thrown));
      }
      return null;
    }
  }
}
