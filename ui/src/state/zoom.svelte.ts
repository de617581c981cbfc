// How large everything is drawn in the desktop window, which has no zoom of its own.
import { isLevel } from '../lib/levels';
import { texts } from '../i18n';
import { announcer } from './announce.svelte';
import { recall, remember } from './memory';

class Zoom {
  level = $state(1);
  readonly #listeners: (() => void)[] = [];

  /** Draws as large as the last time. */
  start(): void {
    this.#apply(recall('zoom', isLevel) ?? 1);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  set(level: number): void {
    this.#apply(level);
    remember('zoom', level);
    announcer.say(texts.shell.zoom(Math.round(level * 100)));
  }

  #apply(level: number): void {
    this.level = level;
    document.documentElement.style.setProperty('zoom', String(level));
    for (const listener of this.#listeners) listener();
  }
}

export const zoom = new Zoom();
