// Which floating layer is open: at most one. Closing it gives the focus back to where it was before
// the first of them opened. A layer with parts of its own is loaded when it is first shown.
import type { Component } from 'svelte';

/** A layer: one of the two the shell has, or any component that puts itself into a `Dialog`. */
export type Layer = 'palette' | 'sheet' | Shown;

export interface Shown {
  component: Component<Record<string, unknown>>;
  props: Record<string, unknown>;
}

class Overlays {
  open = $state.raw<Layer | null>(null);
  /** The same, for a layer that is on its way out: there `open` still tells what was. */
  #now: Layer | null = null;
  #before: Element | null = null;
  /** Where the focus goes instead, when what had it is gone by what the layer did. */
  #land: (() => unknown) | null = null;
  /** Asked before a layer goes by Esc or a press outside; `false` keeps it. */
  #leaving: (() => boolean) | null = null;

  show(layer: Layer): void {
    if (this.#now === null) this.#before = document.activeElement;
    this.#leaving = null;
    this.open = this.#now = layer;
  }

  /** Shows a component as a layer; `props` are its own. */
  async showComponent<P extends Record<string, unknown>>(
    load: () => Promise<{ default: Component<P> }>,
    props: P,
  ): Promise<void> {
    const before = document.activeElement;
    const { default: component } = await load();
    if (this.#now === null) this.#before = before;
    this.#leaving = null;
    this.open = this.#now = { component: component as unknown as Shown['component'], props };
  }

  /** A layer can say that it is not left yet; for an `$effect`. */
  guard(leaving: () => boolean): () => void {
    this.#leaving = leaving;
    return () => {
      if (this.#leaving === leaving) this.#leaving = null;
    };
  }

  /** The person wants to leave the layer. */
  leave(): void {
    if (this.#leaving?.() !== false) this.close();
  }

  /** Closes it; `land` puts the focus where it belongs now, in place of where it was. */
  close(land: (() => unknown) | null = null): void {
    this.#land = land;
    this.#leaving = null;
    this.open = this.#now = null;
  }

  /** Called by a layer that is gone; another one may have taken its place. */
  giveFocusBack(): void {
    const before = this.#before;
    if (this.#now !== null) return;
    const land = this.#land;
    this.#before = this.#land = null;
    if (land) land();
    else if (before instanceof HTMLElement && before.isConnected) before.focus();
  }
}

export const overlays = new Overlays();
