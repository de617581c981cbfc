// Everyone there is to see, kept current by events: people this profile knows, devices nearby,
// pairings that wait for a word, invites. Asked anew, at most a few times a second, when something
// changed: the node's answer is the one truth.
import type { NearbyDevice, PairingView, PeopleList, Person } from '../bindings/door';
import type { Door, NodeEvent } from '../door';
import { toFailure } from '../door/failure';
import { words } from '../words';
import type { NodeState } from './node.svelte';
import { toasts } from './toasts.svelte';

/** Changes that come together are asked for once. */
const TOGETHER_MS = 150;

const ABOUT_PEOPLE: readonly NodeEvent['event'][] = [
  'person_nearby',
  'person_gone',
  'person_changed',
  'person_joined',
  'pairing_changed',
  'network_changed',
];

export class PeopleState {
  list = $state.raw<PeopleList | null>(null);
  /** The newest word on each pairing, also of those that ended, by id. */
  pairings = $state.raw<Record<string, PairingView>>({});

  /** Those who can be handed something: verified, the ones who are here first. */
  readonly verified = $derived(
    (this.list?.people ?? [])
      .filter((person) => person.standing === 'verified')
      .sort((a, b) => Number(b.nearby) - Number(a.nearby)),
  );

  readonly #door: Door;
  readonly #node: NodeState;
  #asking: ReturnType<typeof setTimeout> | undefined;

  constructor(door: Door, node: NodeState) {
    this.#door = door;
    this.#node = node;
    door.onEvent((event) => {
      if (event.event === 'pairing_changed') {
        this.pairings = { ...this.pairings, [event.data.id]: event.data };
      }
      if (ABOUT_PEOPLE.includes(event.event)) this.#soon();
    });
    node.onRefresh(() => void this.refresh());
  }

  person(device: string): Person | NearbyDevice | null {
    const known = this.list?.people.find((one) => one.device_id === device);
    return known ?? this.list?.nearby.find((one) => one.device_id === device) ?? null;
  }

  async refresh(): Promise<void> {
    clearTimeout(this.#asking);
    this.#asking = undefined;
    try {
      this.list = await this.#door.call('people', { nearby: false });
    } catch (thrown) {
      if (this.#node.reach === 'open') toasts.failure(words.people.notRead, toFailure(thrown));
    }
  }

  #soon(): void {
    this.#asking ??= setTimeout(() => void this.refresh(), TOGETHER_MS);
  }
}
