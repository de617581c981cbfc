// Where the focus goes when the person it was with leaves the list: the one that takes their place, else the
// one before, else the heading.
import { tick } from 'svelte';
import { focusHeading, screenHeading } from '../lib/focus';
import { layout } from '../state/layout.svelte';
import { activeList, ListState } from '../state/list.svelte';

/** Who comes next after someone at this place is gone; `null` when nobody is left. */
export function nextTo(device: string, at: number, left: readonly string[]): string | null {
  if (left.includes(device)) return device;
  return left[Math.max(0, Math.min(at, left.length - 1))] ?? null;
}

/** Moves the focus to someone in the list that is shown. */
export async function land(device: string | null): Promise<void> {
  await tick();
  const list = activeList.now;
  if (list instanceof ListState && device !== null) {
    // Whoever is still there stays open; in a narrow window that is where the person is.
    const stays = list.selected === device;
    if (layout.stacked && stays && list.reading) return list.open(device);
    list.reading = false;
    list.focus(device);
    return;
  }
  const main = document.getElementById('main');
  if (main) focusHeading(screenHeading(main));
}
