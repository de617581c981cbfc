// Where the focus can go.

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** The elements inside that Tab stops at, in order. */
export function tabStops(inside: HTMLElement): HTMLElement[] {
  return [...inside.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && element.getClientRects().length > 0,
  );
}

/** Moves the focus to a heading, so that it is read; Tab goes on from there. */
export function focusHeading(heading: HTMLElement | null | undefined): void {
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

/** The one heading of the screen that is shown. */
export function screenHeading(main: HTMLElement): HTMLElement | null {
  const all = [...main.querySelectorAll<HTMLElement>('h1')];
  return all.find((heading) => heading.getClientRects().length > 0) ?? null;
}
