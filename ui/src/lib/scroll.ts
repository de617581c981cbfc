// Keys that scroll act on the screen also when the focus is somewhere that cannot scroll: nowhere
// at all after a load, in the navigation, on a heading above a list.

/** The element that scrolls a screen carries this attribute. */
const SCREEN = 'main [data-scroller]';
const LINE = 48;

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>;

/** How far a key moves: a number of pixels, or to an end. */
export function distanceOf(key: string, page: number): number | null {
  const distances: Record<string, number> = {
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
    ArrowDown: LINE,
    ArrowUp: -LINE,
  };
  return distances[key] ?? null;
}

/** Scrolls the screen if the key asks for it and nothing nearer would; says whether it did. */
export function scrollByKey(event: Press): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { target } = event;
  if (target instanceof Element && target.closest('main .scroll')) return false;
  const all = [...document.querySelectorAll<HTMLElement>(SCREEN)];
  const screen = all.find((element) => element.clientHeight > 0);
  const distance = distanceOf(event.key, (screen?.clientHeight ?? 0) * 0.9);
  if (!screen || distance === null) return false;
  const end = screen.scrollHeight - screen.clientHeight;
  screen.scrollTop = Math.max(0, Math.min(end, screen.scrollTop + distance));
  return true;
}
