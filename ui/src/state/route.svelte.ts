// Which screen is shown, and what on it. It lives in the address after `#`, so that reload and Back
// work: `#/library`, `#/library/claude-code:1234`, `#/people/radar`.

export const SCREENS = [
  'inbox',
  'library',
  'people',
  'activity',
  'diagnostics',
  'settings',
] as const;

export type Screen = (typeof SCREENS)[number];

export interface Place {
  screen: Screen;
  /** What on the screen; its own business. */
  item: string | null;
}

/** The place an address names; anything else leads to the inbox. */
export function placeOf(hash: string): Place {
  const [, name, rest] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? [];
  const screen = SCREENS.find((one) => one === name);
  if (!screen) return { screen: 'inbox', item: null };
  return { screen, item: rest === undefined ? null : decoded(rest) };
}

export function hashOf({ screen, item }: Place): string {
  return item === null ? `#/${screen}` : `#/${screen}/${encodeURIComponent(item)}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

class Route {
  screen = $state<Screen>('inbox');
  item = $state<string | null>(null);
  /** Grows each time the person goes somewhere, also to where they are. */
  arrivals = $state(0);
  /** The id of what should take the focus on arrival, in place of the heading. */
  aim: string | null = null;

  /** Follows the address from now on. */
  start(): void {
    const { screen, item } = placeOf(window.location.hash);
    this.screen = screen;
    this.item = item;
    window.addEventListener('hashchange', () => {
      const place = placeOf(window.location.hash);
      // What `go` did already is no second arrival.
      if (place.screen !== this.screen) this.#arrive(place, null);
      else this.item = place.item;
    });
  }

  /** Goes to a screen; `item` is what to show on it. */
  go(screen: Screen, options: { aim?: string; item?: string } = {}): void {
    this.#arrive({ screen, item: options.item ?? null }, options.aim ?? null);
    this.#write(false);
  }

  /** Another thing on the same screen: no arrival, and no step of its own for Back. */
  choose(item: string | null): void {
    if (item === this.item) return;
    this.item = item;
    this.#write(true);
  }

  #arrive({ screen, item }: Place, aim: string | null): void {
    this.screen = screen;
    this.item = item;
    this.aim = aim;
    this.arrivals += 1;
  }

  #write(replace: boolean): void {
    const hash = hashOf(this);
    if (window.location.hash === hash) return;
    if (replace) history.replaceState(history.state, '', hash);
    else window.location.hash = hash;
  }
}

export const route = new Route();
