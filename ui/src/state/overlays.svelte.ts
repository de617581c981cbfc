// Which floating layer is open: at most one. Closing it gives the focus back to where it was before
// the first of them opened.

class Overlays {
  open = $state<'palette' | 'sheet' | null>(null);
  /** The same, for a layer that is on its way out: there `open` still tells what was. */
  #now: 'palette' | 'sheet' | null = null;
  #before: Element | null = null;

  show(which: 'palette' | 'sheet'): void {
    if (this.#now === null) this.#before = document.activeElement;
    this.open = this.#now = which;
  }

  close(): void {
    this.open = this.#now = null;
  }

  /** Called by a layer that is gone; another one may have taken its place. */
  giveFocusBack(): void {
    const before = this.#before;
    if (this.#now !== null) return;
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    this.#before = null;
  }
}

export const overlays = new Overlays();
