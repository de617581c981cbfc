// The messages of one conversation as far as they were asked for: pages on demand, how many there are
// altogether, an outline. A call finds its result here and a result its call.
import type { Failure, PartText, Readable, ReadOutline, ReadPage, ShownMessage, ShownPart } from '../bindings/door';
import type { Door } from '../door';
import { toFailure } from '../door/failure';

/** Messages of one page. */
export const PAGE_SIZE = 50;
/** Pages that are kept; the ones that were not needed for longest go first. */
const MAX_KEPT_PAGES = 60;
/** A result is looked for this far from its call. */
const MAX_RESULT_DISTANCE = 80;

/** One part of a message, with its place. */
export interface Placed {
  number: number;
  at: number;
  part: ShownPart;
}

export class Pages {
  readonly source: Readable;
  #pages = $state.raw<Record<number, ShownMessage[]>>({});
  /** How many messages there are, once that is known. */
  total = $state<number | null>(null);
  /** The end of what was read so far, while the whole is not known. */
  #reached = $state(0);
  #more = $state(true);
  outline = $state.raw<ReadOutline | null>(null);
  /** Whether a first page came. */
  read = $state(false);
  /** Why nothing more can be read. */
  failure = $state.raw<Failure | null>(null);

  readonly #door: Door;
  /** What is on its way; nothing on the page depends on it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #asked = new Map<number, Promise<void>>();
  #used: number[] = [];

  constructor(door: Door, source: Readable) {
    this.#door = door;
    this.source = source;
  }

  /** How many rows there are to show: while the end is not known, one more than was read. */
  get count(): number {
    return this.total ?? this.#reached + (this.#more && this.read ? 1 : 0);
  }

  message(number: number): ShownMessage | null {
    return this.#pages[pageOf(number)]?.[(number - 1) % PAGE_SIZE] ?? null;
  }

  /** The first page, and an outline beside it. */
  async start(): Promise<void> {
    await Promise.all([this.ensure(1, 1), this.#readOutline()]);
  }

  /** Sees to it that these messages are here. */
  async ensure(from: number, to: number): Promise<void> {
    const last = pageOf(Math.max(1, this.total === null ? to : Math.min(to, this.total)));
    const wanted: Promise<void>[] = [];
    for (let page = pageOf(Math.max(1, from)); page <= last; page++) {
      this.#use(page);
      if (!this.#pages[page]) wanted.push(this.#ask(page));
    }
    await Promise.all(wanted);
  }

  /** After a failure: begins again with what is missing. */
  async again(): Promise<void> {
    this.failure = null;
    await (this.read ? this.ensure(this.count, this.count) : this.start());
  }

  /** It may have grown: what is shown stays, what is new comes behind it. */
  async refresh(): Promise<void> {
    const before = this.total ?? this.#reached;
    await this.#readOutline();
    const now = this.outline?.total ?? before;
    if (now < before) this.#pages = {};
    const last = pageOf(Math.max(1, Math.min(before, now)));
    if (this.#pages[last] || now < before) await this.#ask(last, true);
  }

  /** The result of a call in message `number`. */
  resultOf(number: number, call: string | null): Placed | null {
    return call === null ? null : this.#near(number, 1, 'tool_result', call);
  }

  /** The call that a result in message `number` belongs to. */
  callOf(number: number, call: string | null): Placed | null {
    return call === null ? null : this.#near(number, -1, 'tool_call', call);
  }

  /** Whether all of a message is shown elsewhere, with the calls it answers. */
  isJoined(number: number): boolean {
    const parts = this.message(number)?.parts ?? [];
    return (
      parts.length > 0 &&
      parts.every((part) => part.kind === 'tool_result' && this.callOf(number, part.call) !== null)
    );
  }

  /** A whole part, however long; its media type when it is a picture. */
  async whole(number: number, at: number, most: number): Promise<{ text: string; mediaType: string | null }> {
    let text = '';
    let from: number | null = 0;
    let mediaType: string | null = null;
    while (from !== null && text.length < most) {
      const of = this.source;
      const piece: PartText = await this.#door.call('read_part', { of, message: number, part: at, from });
      text += piece.text;
      mediaType ??= piece.media_type;
      from = piece.next;
    }
    return { text, mediaType };
  }

  find(text: string, limit: number) {
    return this.#door.call('find_in_messages', { of: this.source, text, limit });
  }

  #near(number: number, step: 1 | -1, kind: ShownPart['kind'], call: string): Placed | null {
    for (let away = 0; away <= MAX_RESULT_DISTANCE; away++) {
      const message = this.message(number + step * away);
      if (!message) return null;
      const at = message.parts.findIndex((part) => part.kind === kind && part.call === call);
      const part = message.parts[at];
      if (part) return { number: message.number, at, part };
    }
    return null;
  }

  async #readOutline(): Promise<void> {
    try {
      this.outline = await this.#door.call('read_outline', { of: this.source });
      this.total = this.outline.total;
    } catch {
      // It is a comfort: without one the end is found by going there.
    }
  }

  #ask(page: number, anew = false): Promise<void> {
    const asked = this.#asked.get(page);
    if (asked && !anew) return asked;
    // One that was asked for before is older, and must not come last.
    const asking = (asked ?? Promise.resolve())
      .then(() => this.#fetch(page))
      .finally(() => {
        if (this.#asked.get(page) === asking) this.#asked.delete(page);
      });
    this.#asked.set(page, asking);
    return asking;
  }

  /** The node may answer with fewer than a page has; then it is asked on. */
  async #fetch(page: number): Promise<void> {
    const messages: ShownMessage[] = [];
    let after: number | null = page * PAGE_SIZE;
    try {
      while (after !== null && messages.length < PAGE_SIZE) {
        const limit: number = PAGE_SIZE - messages.length;
        const answer: ReadPage = await this.#door.call('read_messages', { of: this.source, after, limit });
        messages.push(...answer.messages);
        if (answer.total !== null) this.total = answer.total;
        after = answer.messages.length === 0 ? null : answer.next;
      }
    } catch (thrown) {
      this.failure = toFailure(thrown);
      return;
    }
    this.failure = null;
    const end = page * PAGE_SIZE + messages.length;
    if (end >= this.#reached) {
      this.#reached = end;
      this.#more = after !== null;
      if (after === null) this.total = end;
    }
    this.#pages = this.#without(this.#used.slice(0, -MAX_KEPT_PAGES), { ...this.#pages, [page]: messages });
    this.read = true;
  }

  #use(page: number): void {
    this.#used = [...this.#used.filter((one) => one !== page), page];
  }

  #without(leaving: number[], pages: Record<number, ShownMessage[]>) {
    const kept = Object.entries(pages).filter(([page]) => !leaving.includes(Number(page)));
    this.#used = this.#used.filter((page) => !leaving.includes(page));
    return Object.fromEntries(kept) as Record<number, ShownMessage[]>;
  }
}

function pageOf(number: number): number {
  return Math.floor((number - 1) / PAGE_SIZE);
}
