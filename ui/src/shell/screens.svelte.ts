// The screens. Those a person needs first, and the one that explains what is wrong, are a part of the
// page; the others are fetched a moment after it was shown, or at once when someone goes there.
import type { Component } from 'svelte';
import Diagnostics from '../screens/Diagnostics.svelte';
import Inbox from '../screens/Inbox.svelte';
import Library from '../screens/Library.svelte';
import type { Screen } from '../state/route.svelte';
import { toasts } from '../state/toasts.svelte';
import { words } from '../words';

type Later = 'people' | 'activity' | 'approvals' | 'settings';

const LATER: Record<Later, () => Promise<{ default: Component }>> = {
  people: () => import('../screens/People.svelte'),
  activity: () => import('../screens/Activity.svelte'),
  approvals: () => import('../screens/Approvals.svelte'),
  settings: () => import('../screens/Settings.svelte'),
};

const isLater = (screen: string): screen is Later => screen in LATER;

class Screens {
  #here = $state.raw<Partial<Record<Screen, Component>>>({
    inbox: Inbox,
    library: Library,
    diagnostics: Diagnostics,
  });

  /** The screen, if it is here already. */
  of(screen: Screen): Component | null {
    return this.#here[screen] ?? null;
  }

  /** Fetches a screen that is wanted now; says so when it can't be had. */
  async fetch(screen: Screen): Promise<void> {
    try {
      await this.#fetch(screen);
    } catch {
      const { lost, lostHint } = words.door;
      toasts.failure(words.shell.notLoaded, { code: 'host_lost', message: lost, hints: [lostHint], retry: 'safe' });
    }
  }

  /** Fetches the rest before anyone asks; what fails is tried again when it is wanted. */
  fetchAll(): void {
    for (const screen of Object.keys(LATER)) {
      if (isLater(screen)) this.#fetch(screen).catch(() => undefined);
    }
  }

  async #fetch(screen: Screen): Promise<void> {
    if (!isLater(screen) || this.#here[screen]) return;
    const { default: component } = await LATER[screen]();
    this.#here = { ...this.#here, [screen]: component };
  }
}

export const screens = new Screens();
