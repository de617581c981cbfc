// A screen that turns out to be empty is drawn anew, with another heading. Whoever is on the heading stays on it.
import { tick } from 'svelte';
import { focusHeading, screenHeading } from '../lib/focus';

/** For a component; `shape` tells when it is drawn anew. */
export function keepHeading(shape: () => unknown): void {
  $effect.pre(() => {
    shape();
    if (!document.activeElement?.matches('#main h1')) return;
    void tick().then(() => {
      const main = document.getElementById('main');
      if (main && document.activeElement === document.body) focusHeading(screenHeading(main));
    });
  });
}
