// What came in and what went out, kept current by events. Everyone who shows a handoff reads it here,
// so that the inbox, its count, Review, Activity and the progress panel say the same.
import type { Handoff, HandoffList } from '../bindings/door';
import type { Door } from '../door';
import { toFailure } from '../door/failure';
import { words } from '../words';
import type { NodeState } from './node.svelte';
import { toasts } from './toasts.svelte';

/** States of a task in which nothing more happens. */
const OVER = ['completed', 'failed', 'canceled', 'rejected'];

export function isOver(handoff: Handoff): boolean {
  return OVER.includes(handoff.state);
}

export class HandoffsState {
  /** All that are known, newest first. */
  incoming = $state.raw<Handoff[]>([]);
  outgoing = $state.raw<Handoff[]>([]);
  /** Whether a first answer came. */
  read = $state(false);

  /** How many in the inbox wait for the person. */
  readonly waiting = $derived(this.incoming.filter((one) => !isOver(one)).length);

  readonly #door: Door;
  readonly #node: NodeState;
  readonly #arrivals: ((handoff: Handoff) => void)[] = [];

  constructor(door: Door, node: NodeState) {
    this.#door = door;
    this.#node = node;
    door.onEvent((event) => {
      if (event.event === 'handoff_arrived' || event.event === 'handoff_changed') this.#take(event.data);
      if (event.event === 'handoff_arrived') for (const heard of this.#arrivals) heard(event.data);
    });
    node.onRefresh(() => void this.refresh());
  }

  /** Hears of each handoff that arrives from now on. */
  onArrival(heard: (handoff: Handoff) => void): void {
    this.#arrivals.push(heard);
  }

  handoff(id: string): Handoff | null {
    const same = (one: Handoff) => one.id === id;
    return this.incoming.find(same) ?? this.outgoing.find(same) ?? null;
  }

  async refresh(): Promise<void> {
    try {
      const [incoming, outgoing] = await Promise.all([
        this.#door.call('inbox', { all: true }),
        this.#door.call('outbox', { all: true }),
      ]);
      this.incoming = newestFirst(incoming);
      this.outgoing = newestFirst(outgoing);
      this.read = true;
    } catch (thrown) {
      if (this.#node.reach === 'open') toasts.failure(words.inbox.notRead, toFailure(thrown));
    }
  }

  /** What a reply or an event says of one of them. */
  take(handoff: Handoff): void {
    this.#take(handoff);
  }

  #take(handoff: Handoff): void {
    const put = (all: Handoff[]) => [handoff, ...all.filter((one) => one.id !== handoff.id)].sort(newer);
    if (handoff.way === 'in') this.incoming = put(this.incoming);
    else this.outgoing = put(this.outgoing);
  }
}

const newer = (a: Handoff, b: Handoff) => b.created.localeCompare(a.created);
const newestFirst = (list: HandoffList) => [...list.handoffs].sort(newer);
