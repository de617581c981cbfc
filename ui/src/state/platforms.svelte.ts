// The agents Segue knows, and which of them are here.
import type { PlatformInfo } from '../bindings/door';
import type { Door } from '../door';
import type { NodeState } from './node.svelte';

export class PlatformsState {
  all = $state.raw<PlatformInfo[]>([]);
  /** Whether a first answer came. */
  read = $state(false);
  readonly #door: Door;

  constructor(door: Door, node: NodeState) {
    this.#door = door;
    node.onRefresh(() => void this.refresh());
  }

  async refresh(): Promise<void> {
    try {
      this.all = (await this.#door.call('platforms', {})).platforms;
      this.read = true;
    } catch {
      // Names are a comfort; whoever needs more asks again and says so.
    }
  }

  /** What people call an agent. */
  name(id: string): string {
    return this.all.find((one) => one.id === id)?.name ?? id;
  }
}
