// The agents Segue knows, and which of them are here.
import type { PlatformInfo } from '../bindings/door';
import type { Door } from '../door';
import { visible } from '../lib/visible';
import type { NodeState } from './node.svelte';
import { Turns } from './turns';

export class PlatformsState {
  all = $state.raw<PlatformInfo[]>([]);
  /** Whether a first answer came. */
  read = $state(false);
  readonly #door: Door;
  readonly #turns = new Turns();

  constructor(door: Door, node: NodeState) {
    this.#door = door;
    node.onRefresh(() => void this.refresh());
  }

  async refresh(): Promise<void> {
    try {
      const reply = await this.#turns.latest(this.#door.call('platforms'));
      if (!reply) return;
      this.all = reply.platforms;
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
