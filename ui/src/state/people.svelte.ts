// Everyone there is to see, kept current by events: people this profile knows, devices nearby,
// pairings that wait for a word, invites. Asked anew, at most a few times a second, when something
// changed: the node's answer is the one truth.
import type { NearbyDevice, PairingView, PeopleList, Person } from '../bindings/door';
import type { Door, NodeEvent } from '../door';
import { toFailure } from '../door/failure';
import { everyone, type Someone } from '../people/model';
import { texts } from '../i18n';
import type { NodeState } from './node.svelte';
import { toasts } from './toasts.svelte';
import { Turns } from './turns';

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
  readonly #door: Door;
  readonly #node: NodeState;
  list = $state.raw<PeopleList | null>(null);
  /** The newest word on each pairing, also of those that ended, by id. */
  pairings = $state.raw<Record<string, PairingView>>({});

  /** Everyone in the order they are shown in. */
  readonly everyone = $derived.by((): Someone[] =>
    this.list === null ? [] : everyone(this.list, this.#node.status?.notices ?? []),
  );

  /** Those who can be handed something: verified, and still with the same key; who is here comes first. */
  readonly verified = $derived(
    this.everyone
      .filter((one) => one.standing === 'verified' && one.issue !== 'key')
      .flatMap((one) => one.person ?? [])
      .sort((a, b) => Number(b.nearby) - Number(a.nearby)),
  );

  #asking: ReturnType<typeof setTimeout> | undefined;
  readonly #turns = new Turns();
  readonly #listeners: ((now: PeopleList, before: PeopleList | null) => void)[] = [];

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

  someone(device: string): Someone | null {
    return this.everyone.find((one) => one.id === device) ?? null;
  }

  /** Hears each answer of the node, with the one before. */
  onList(heard: (now: PeopleList, before: PeopleList | null) => void): void {
    this.#listeners.push(heard);
  }

  /** What a reply says of a pairing. */
  take(pairing: PairingView): void {
    const known = this.pairings[pairing.id];
    // An event may have told of the end before the reply came.
    if (known && known.stage.state !== 'comparing' && pairing.stage.state === 'comparing') return;
    this.pairings = { ...this.pairings, [pairing.id]: pairing };
    this.#soon();
  }

  async refresh(): Promise<void> {
    clearTimeout(this.#asking);
    this.#asking = undefined;
    try {
      const now = await this.#turns.latest(this.#door.call('people', { nearby: false }));
      if (!now) return;
      const before = this.list;
      this.list = now;
      for (const heard of this.#listeners) heard(now, before);
    } catch (thrown) {
      if (this.#node.reach === 'open') toasts.failure(texts.people.notRead, toFailure(thrown));
    }
  }

  /** Blocks someone, with a way back. */
  async block(device: string, name: string): Promise<void> {
    const t = texts.people;
    try {
      await this.#door.call('block', { person: device });
      const undo = { label: t.undo, testid: 'people-undo', run: () => void this.unblock(device, name) };
      toasts.offer({ title: t.blocked(name), cause: t.blockedUndo, about: `block-${device}`, actions: [undo] });
      this.#soon();
    } catch (thrown) {
      toasts.failure(t.notDone, toFailure(thrown));
    }
  }

  async unblock(device: string, name: string): Promise<void> {
    try {
      await this.#door.call('unblock', { person: device });
      toasts.settle(`block-${device}`);
      toasts.done(texts.people.unblocked(name));
      this.#soon();
    } catch (thrown) {
      toasts.failure(texts.people.notDone, toFailure(thrown));
    }
  }

  #soon(): void {
    this.#asking ??= setTimeout(() => void this.refresh(), TOGETHER_MS);
  }
}
