// The agents Segue knows, and which of them are here.
import type { PlatformInfo } from '../bindings/door';
import type { Door } from '../door';
import { visible } from '../lib/visible';
import type { NodeState } from './node.svelte';

export class PlatformsState {
  all = $state.raw<PlatformInfo[]>([]);
  /** Whether a first answer came. */
  read = $state(false);
  readonly #door: Door;
  /** How often was asked, and which question is answered. */
  #asked = 0;
  #answered = 0;

  constructor(door: Door, node: NodeState) {
    this.#door = door;
    node.onRefresh(() => void this.refresh());
  }

  async refresh(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const { platforms } = await this.#door.call('platforms', {});
      // The answer to a later question came first.
      if (asked < this.#answered) return;
      this.#answered = asked;
      this.all = platforms;
      this.read = true;
    } catch {
      // Names are a comfort; whoever needs more asks again and says so.
    }
  }

  /** What people call an agent; one that is not known here is called what a stranger's file calls it. */
  name(id: string): string {
    return this.all.find((one) => one.id === id)?.name ?? visible(id);
  }
}
