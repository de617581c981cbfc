// Which handoff or file is under Review, with its messages in sight. Only a person opens Review; going to a
// handoff shows what it is about, and nothing of what it says.
import { route } from '../state/route.svelte';

class Reviewing {
  item = $state<string | null>(null);

  /** Goes to something in the inbox and opens its Review. */
  open(item: string): void {
    this.item = item;
    if (route.screen !== 'inbox' || route.item !== item) route.go('inbox', { item });
  }

  close(): void {
    this.item = null;
  }
}

export const reviewing = new Reviewing();
