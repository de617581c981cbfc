// Which screen is shown. It lives in the address after `#`, so that reload and Back work.

export const SCREENS = [
  'inbox',
  'library',
  'people',
  'activity',
  'diagnostics',
  'settings',
] as const;

export type Screen = (typeof SCREENS)[number];

/** The screen an address names; anything else leads to the inbox. */
export function screenOf(hash: string): Screen {
  const name = /^#\/([a-z]+)$/.exec(hash)?.[1];
  return SCREENS.find((screen) => screen === name) ?? 'inbox';
}

class Route {
  screen = $state<Screen>('inbox');
  /** Grows each time the person goes somewhere, also to where they are. */
  arrivals = $state(0);
  /** The id of what should take the focus on arrival, in place of the heading. */
  aim: string | null = null;

  /** Follows the address from now on. */
  start(): void {
    this.screen = screenOf(window.location.hash);
    window.addEventListener('hashchange', () => {
      const screen = screenOf(window.location.hash);
      // What `go` did already is no second arrival.
      if (screen !== this.screen) this.#arrive(screen, null);
    });
  }

  go(screen: Screen, aim: string | null = null): void {
    this.#arrive(screen, aim);
    const hash = `#/${screen}`;
    if (window.location.hash !== hash) window.location.hash = hash;
  }

  #arrive(screen: Screen, aim: string | null): void {
    this.screen = screen;
    this.aim = aim;
    this.arrivals += 1;
  }
}

export const route = new Route();
