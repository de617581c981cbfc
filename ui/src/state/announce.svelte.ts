// What a screen reader is told without moving: one polite voice, one urgent voice. Both regions
// are in the page from the start; this file only changes their text and, while a modal layer makes
// everything else inert, the place they stand in.

import { visible } from '../lib/visible';

/** How long polite words stay: nobody should come across them later. */
export const POLITE_MS = 5_000;
/** How long a region that was moved takes to be listened to again. */
const SETTLING_MS = 100;

class Announcer {
  polite = $state('');
  urgent = $state('');
  /** The element that holds both regions. */
  element: HTMLElement | null = null;
  #fading: ReturnType<typeof setTimeout> | undefined;
  #settled = 0;
  /** What each voice will say when it is listened to again; only the newest words count. */
  #waiting: { polite?: ReturnType<typeof setTimeout>; urgent?: ReturnType<typeof setTimeout> } = {};

  say(text: string): void {
    this.#whenSettled('polite', () => {
      this.polite = again(this.polite, visible(text, { lines: true }));
      clearTimeout(this.#fading);
      this.#fading = setTimeout(() => (this.polite = ''), POLITE_MS);
    });
  }

  warn(text: string): void {
    this.#whenSettled('urgent', () => (this.urgent = again(this.urgent, visible(text, { lines: true }))));
  }

  /** Moves both voices into a modal layer; the answer moves them back. */
  moveInto(layer: HTMLElement): () => void {
    const voices = this.element;
    const home = voices?.parentElement;
    if (!voices || !home) return () => undefined;
    this.#move(voices, layer);
    return () => {
      if (layer.contains(voices)) this.#move(voices, home);
    };
  }

  /** What was said before is not said again at the new place. */
  #move(voices: HTMLElement, to: HTMLElement): void {
    this.polite = this.urgent = '';
    to.append(voices);
    this.#settled = Date.now() + SETTLING_MS;
  }

  #whenSettled(voice: 'polite' | 'urgent', speak: () => void): void {
    clearTimeout(this.#waiting[voice]);
    const wait = this.#settled - Date.now();
    if (wait > 0) this.#waiting[voice] = setTimeout(speak, wait);
    else speak();
  }
}

/** The same words twice would be no change; a trailing no-break space makes them one. */
function again(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const announcer = new Announcer();
