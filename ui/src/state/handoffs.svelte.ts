// What came in and what went out, kept current by events. Everyone who shows a handoff reads it here,
// so that the inbox, its count, Review, Activity and the progress panel say the same.
import type { Handoff, HandoffList, Person } from '../bindings/door';
import type { Door } from '../door';
import { toFailure } from '../door/failure';
import { texts } from '../i18n';
import type { NodeState } from './node.svelte';
import { toasts } from './toasts.svelte';

/** States of a task in which nothing more happens. */
const FINISHED_STATES = ['completed', 'failed', 'canceled', 'rejected'];

export function isOver(handoff: Handoff): boolean {
  return FINISHED_STATES.includes(handoff.state);
}

/** Whether a handoff of the inbox waits for this person, and not for the other one. */
export function waits(handoff: Handoff): boolean {
  return ['submitted', 'working'].includes(handoff.state) && handoff.undo_until === null;
}

/** What comes within this time is shown together, so that many at once cost little. */
const TOGETHER_MS = 60;

type Heard = Record<string, Handoff>;

export class HandoffsState {
  /** All that are known, newest first. */
  incoming = $state.raw<Handoff[]>([]);
  outgoing = $state.raw<Handoff[]>([]);
  /** Whether a first answer came. */
  read = $state(false);

  /** How many in the inbox wait for the person. */
  readonly waiting = $derived(this.incoming.filter(waits).length);

  readonly #door: Door;
  readonly #node: NodeState;
  #heard: Heard = {};
  /** What was heard since the last question: an answer that was on its way meanwhile is older. */
  #meanwhile: Heard = {};
  #showing: ReturnType<typeof setTimeout> | undefined;
  readonly #arrivals: ((handoff: Handoff) => void)[] = [];

  constructor(door: Door, node: NodeState) {
    this.#door = door;
    this.#node = node;
    door.onEvent((event) => {
      if (event.event === 'handoff_arrived' || event.event === 'handoff_changed') this.#hear(event.data);
      if (event.event === 'handoff_arrived') for (const heard of this.#arrivals) heard(event.data);
      if (event.event === 'person_changed' && this.#isOld(event.data)) void this.refresh();
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

  /** Whether someone is called otherwise here, or stands otherwise, than they do now. */
  #isOld({ device_id, name, standing }: Person): boolean {
    const old = ({ person }: Handoff) =>
      person.device_id === device_id && (person.name !== name || person.verified !== (standing === 'verified'));
    return this.incoming.some(old) || this.outgoing.some(old);
  }

  async refresh(): Promise<void> {
    const meanwhile: Heard = (this.#meanwhile = {});
    try {
      const [incoming, outgoing] = await Promise.all([
        this.#door.call('inbox', { all: true }),
        this.#door.call('outbox', { all: true }),
      ]);
      // Asked anew since: the answer to that is the one that counts.
      if (meanwhile !== this.#meanwhile) return;
      this.incoming = put(newestFirst(incoming), meanwhile, 'received');
      this.outgoing = put(newestFirst(outgoing), meanwhile, 'sent');
      this.read = true;
    } catch (thrown) {
      if (this.#node.reach === 'open') toasts.failure(texts.inbox.notRead, toFailure(thrown));
    }
  }

  /** What a reply says of one of them: at once, unless an event that is newer overtook it. */
  take(handoff: Handoff): void {
    const known = this.#heard[handoff.id] ?? this.handoff(handoff.id);
    if (!known || Date.parse(known.changed) <= Date.parse(handoff.changed)) this.#hear(handoff);
    this.#show();
  }

  #hear(handoff: Handoff): void {
    this.#heard[handoff.id] = this.#meanwhile[handoff.id] = handoff;
    this.#showing ??= setTimeout(() => this.#show(), TOGETHER_MS);
  }

  #show(): void {
    clearTimeout(this.#showing);
    this.#showing = undefined;
    const heard = this.#heard;
    this.#heard = {};
    this.incoming = put(this.incoming, heard, 'received');
    this.outgoing = put(this.outgoing, heard, 'sent');
  }
}

const newer = (a: Handoff, b: Handoff) => (a.created < b.created ? 1 : a.created > b.created ? -1 : 0);
const newestFirst = (list: HandoffList) => [...list.handoffs].sort(newer);

/** All of them with what was heard of some, newest first; the same ones if nothing was. */
function put(all: Handoff[], heard: Heard, direction: Handoff['direction']): Handoff[] {
  const fresh = Object.values(heard).filter((one) => one.direction === direction);
  if (fresh.length === 0) return all;
  return [...fresh, ...all.filter((one) => !Object.hasOwn(heard, one.id))].sort(newer);
}
