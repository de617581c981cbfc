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

  /** Follows the address from now on. */
  start(): void {
    const read = () => {
      this.screen = screenOf(window.location.hash);
    };
    window.addEventListener('hashchange', read);
    read();
  }

  go(screen: Screen): void {
    this.screen = screen;
    const hash = `#/${screen}`;
    if (window.location.hash !== hash) window.location.hash = hash;
  }
}

export const route = new Route();
