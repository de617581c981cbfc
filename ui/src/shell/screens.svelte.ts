// The screens, each loaded when it is first gone to; the rest follow when the page has nothing to do,
// so that going somewhere later is instant.
import type { Component } from 'svelte';
import { SCREENS, type Screen } from '../state/route.svelte';

const LOAD: Record<Screen, () => Promise<{ default: Component }>> = {
  inbox: () => import('../screens/Inbox.svelte'),
  library: () => import('../screens/Library.svelte'),
  people: () => import('../screens/People.svelte'),
  activity: () => import('../screens/Activity.svelte'),
  diagnostics: () => import('../screens/Diagnostics.svelte'),
  settings: () => import('../screens/Settings.svelte'),
};

class Screens {
  #loaded = $state.raw<Partial<Record<Screen, Component>>>({});
  readonly #asked = new Set<Screen>();

  /** The component of a screen, once it is here. */
  of(screen: Screen): Component | null {
    const here = this.#loaded[screen];
    if (!here) void this.load(screen);
    return here ?? null;
  }

  async load(screen: Screen): Promise<void> {
    if (this.#asked.has(screen)) return;
    this.#asked.add(screen);
    try {
      const { default: component } = await LOAD[screen]();
      this.#loaded = { ...this.#loaded, [screen]: component };
    } catch {
      // Whoever serves the page is gone; it is asked for again when someone goes there.
      this.#asked.delete(screen);
    }
  }

  /** Loads what is not here yet, one after the other. */
  async loadRest(): Promise<void> {
    for (const screen of SCREENS) await this.load(screen);
  }
}

export const screens = new Screens();
