// A search inside one conversation: the places in order, and the one that is looked at.
import type { Hit } from '../bindings/door';
import { toFailure } from '../door/failure';
import { announcer } from '../state/announce.svelte';
import { toasts } from '../state/toasts.svelte';
import { texts } from '../i18n';
import type { Pages } from './pages.svelte';

const MAX_MATCHES = 500;
const PAUSE_MS = 150;

export class Find {
  shown = $state(false);
  /** As it is typed. */
  text = $state('');
  /** What the places belong to. */
  searched = $state('');
  hits = $state.raw<Hit[]>([]);
  total = $state(0);
  at = $state(-1);

  readonly #pages: Pages;
  readonly #look: (hit: Hit, ordinal: number) => void;
  #asking: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(pages: Pages, look: (hit: Hit, ordinal: number) => void) {
    this.#pages = pages;
    this.#look = look;
  }

  type(text: string): void {
    this.text = text;
    clearTimeout(this.#asking);
    this.#asking = setTimeout(() => void this.#search(), PAUSE_MS);
  }

  /** To the next place, or the one before; from the last to the first. */
  async step(by: 1 | -1): Promise<void> {
    if (this.text !== this.searched) {
      clearTimeout(this.#asking);
      return this.#search();
    }
    if (this.hits.length === 0) return;
    this.at = (this.at + by + this.hits.length) % this.hits.length;
    this.#go();
  }

  close(): void {
    clearTimeout(this.#asking);
    this.#asked++;
    this.shown = false;
    this.text = this.searched = '';
    this.hits = [];
    this.total = 0;
    this.at = -1;
  }

  async #search(): Promise<void> {
    const asked = ++this.#asked;
    const text = this.text;
    if (text.trim() === '') {
      this.searched = text;
      this.hits = [];
      this.total = 0;
      return;
    }
    try {
      const found = await this.#pages.find(text, MAX_MATCHES);
      // A newer question is on its way.
      if (asked !== this.#asked) return;
      this.searched = text;
      this.hits = found.hits;
      this.total = found.total;
      this.at = found.hits.length > 0 ? 0 : -1;
      announcer.say(found.total === 0 ? texts.reader.find.none : texts.reader.find.found(found.total));
      this.#go();
    } catch (thrown) {
      if (asked === this.#asked) toasts.failure(texts.reader.find.notFound, toFailure(thrown));
    }
  }

  #go(): void {
    const hit = this.hits[this.at];
    if (!hit) return;
    const same = (one: Hit) => one.number === hit.number && one.part === hit.part;
    this.#look(hit, this.hits.slice(0, this.at).filter(same).length);
  }
}
