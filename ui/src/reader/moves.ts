// Going through a conversation: to a message, to the next one, to what the person said before or after, to a
// place that was found.
import { tick } from 'svelte';
import type { Hit } from '../bindings/door';
import { partKey, type Folds } from './folds.svelte';
import type { Pages } from './pages.svelte';

/** What is on the screen now. */
export interface View {
  readonly root: HTMLElement;
  /** The list of messages; not there while all of it is one document. */
  readonly messages: { jump(number: number, focus: boolean): Promise<void> } | null;
  /** The message the person is on. */
  readonly here: number;
  /** The first one in sight. */
  readonly top: number;
  readonly chosen: number | null;
  asDocument: boolean;
  /** Takes away what lies over the messages. */
  uncover(): void;
}

export class Moves {
  readonly #pages: Pages;
  readonly #folds: Folds;
  readonly #view: View;

  constructor(pages: Pages, folds: Folds, view: View) {
    this.#pages = pages;
    this.#folds = folds;
    this.#view = view;
  }

  async jump(number: number): Promise<void> {
    const view = this.#view;
    view.uncover();
    if (view.asDocument) view.root.querySelector<HTMLElement>(`article[data-number="${number}"]`)?.focus();
    else await view.messages?.jump(number, true);
  }

  /** The next message that is shown on its own. */
  async step(by: 1 | -1): Promise<void> {
    const { here, chosen, top } = this.#view;
    const pages = this.#pages;
    let to = here + (chosen === null && by === 1 && top === 1 ? 0 : by);
    await pages.ensure(to - 10, to + 10);
    while (to >= 1 && to <= pages.count && pages.isJoined(to)) to += by;
    if (to >= 1 && to <= pages.count) await this.jump(to);
  }

  /** The next message of the person. */
  async turn(by: 1 | -1): Promise<void> {
    const { here, chosen } = this.#view;
    const turns = this.#pages.outline?.turns ?? [];
    const after = (number: number) => number > here || (chosen === null && number === here);
    const next = by === 1 ? turns.find((one) => after(one.number)) : turns.filter((one) => one.number < here).at(-1);
    if (next) await this.jump(next.number);
  }

  /** To a place that was found: unfolds what hides it, and marks it. */
  async showHit(hit: Hit, ordinal: number): Promise<void> {
    const view = this.#view;
    view.asDocument = false;
    await tick();
    const number = await this.#unfold(hit);
    await view.messages?.jump(number, false);
    for (let tries = 0; tries < 40; tries++) {
      const marks = view.root.querySelectorAll<HTMLElement>(`[data-part="${partKey(hit.number, hit.part)}"] mark.found`);
      const mark = marks[Math.min(ordinal, marks.length - 1)];
      if (mark) {
        for (const old of view.root.querySelectorAll('mark.now')) old.classList.remove('now');
        mark.classList.add('now');
        mark.scrollIntoView({ block: 'center' });
        return;
      }
      await new Promise((done) => requestAnimationFrame(done));
    }
  }

  /** Opens everything a place is in; the answer is the message that shows it. */
  async #unfold(hit: Hit): Promise<number> {
    const [pages, folds] = [this.#pages, this.#folds];
    await pages.ensure(hit.number - 5, hit.number + 5);
    const message = pages.message(hit.number);
    const part = message?.parts[hit.part];
    const call = part?.kind === 'tool_result' ? pages.callOf(hit.number, part.call) : null;
    const number = call?.number ?? hit.number;
    if (message?.injected) folds.open(`${hit.number}:injected`, false);
    if (part && part.kind !== 'text') folds.open(partKey(number, call?.at ?? hit.part), part.kind.startsWith('tool_'));
    folds.showWhole(partKey(hit.number, hit.part));
    part?.edit?.files.forEach((_, index) => folds.showWhole(`${hit.number}:${hit.part}:${index}`));
    return number;
  }
}
