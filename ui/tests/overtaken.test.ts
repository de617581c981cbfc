// Answers and events come by different ways, and answers may come in another order than they were asked for: what
// is newer stays.
import { expect, it, vi } from 'vitest';
import type { Handoff, JournalEntry, Listing, PeopleList } from '../src/bindings/door';
import type { NodeEvent } from '../src/door/door';
import { LibraryState } from '../src/library/library.svelte';
import { announcer } from '../src/state/announce.svelte';
import { HandoffsState } from '../src/state/handoffs.svelte';
import { JournalState } from '../src/state/journal.svelte';
import { PeopleState } from '../src/state/people.svelte';
import type { Session } from '../src/state/session.svelte';

/** A node whose answers come when the test says so. */
function slowNode() {
  const heard: ((event: NodeEvent) => void)[] = [];
  const asked: { method: string; answer: (reply: unknown) => void }[] = [];
  const door = {
    onEvent: (listener: (event: NodeEvent) => void) => heard.push(listener),
    call: (method: string) => new Promise((answer) => asked.push({ method, answer })),
  };
  const node = { onRefresh: () => undefined, reach: 'open', status: null };
  return {
    asked,
    session: { door, node } as unknown as Session,
    hear: (event: string, data: unknown) => heard.forEach((listener) => listener({ event, data } as NodeEvent)),
    /** Answers the question that was asked as the `at`th. */
    answer: async (at: number, reply: unknown) => {
      asked[at]?.answer(reply);
      await new Promise((done) => setTimeout(done));
    },
  };
}

const time = (second: number) => new Date(second * 1_000).toISOString();
const handoff = (id: string, state: string, changed: number) =>
  ({ id, direction: 'received', state, undo_until: null, created: time(0), changed: time(changed) }) as Handoff;

it('a handoff that arrives while the inbox is read is in it, as it was last heard of', async () => {
  const { session, hear, answer, asked } = slowNode();
  const handoffs = new HandoffsState(session.door, session.node);
  void handoffs.refresh();
  hear('handoff_arrived', handoff('new', 'working', 2));
  hear('handoff_changed', handoff('known', 'completed', 3));
  await answer(1, { handoffs: [] });
  await answer(0, { handoffs: [handoff('known', 'working', 1)] });
  expect(handoffs.incoming.map((one) => [one.id, one.state])).toEqual([['new', 'working'], ['known', 'completed']]);

  // Two questions, and the answer to the first one comes last.
  void handoffs.refresh();
  void handoffs.refresh();
  await answer(4, { handoffs: [handoff('new', 'rejected', 5)] });
  await answer(5, { handoffs: [] });
  await answer(2, { handoffs: [handoff('new', 'working', 2)] });
  await answer(3, { handoffs: [] });
  expect(asked).toHaveLength(6);
  expect(handoffs.incoming.map((one) => one.state)).toEqual(['rejected']);
});

it('a reply that an event overtook does not count', () => {
  const { session, hear } = slowNode();
  const handoffs = new HandoffsState(session.door, session.node);
  hear('handoff_changed', handoff('one', 'working', 4));
  handoffs.take(handoff('one', 'submitted', 3));
  expect(handoffs.handoff('one')?.state).toBe('working');
  handoffs.take(handoff('one', 'input-required', 5));
  expect(handoffs.handoff('one')?.state).toBe('input-required');
});

it('who goes is told of once, however many answers say so, and an older answer brings nobody back', async () => {
  const { session, answer } = slowNode();
  const people = new PeopleState(session.door, session.node);
  const list = (nearby: boolean) => ({ people: [{ device_id: 'd', nearby }], nearby: [], requests: [], invites: [] }) as unknown as PeopleList;
  const told: (boolean | undefined)[][] = [];
  people.onList((now, before) => told.push([before?.people[0]?.nearby, now.people[0]?.nearby]));
  for (let at = 0; at < 4; at++) void people.refresh();
  await answer(0, list(true));
  await answer(1, list(false));
  await answer(3, list(false));
  await answer(2, list(true));
  expect(told).toEqual([[undefined, true], [true, false], [false, false]]);
  expect(people.list?.people[0]?.nearby).toBe(false);
});

it('what is written down while the journal is read is in it', async () => {
  const { session, hear, answer } = slowNode();
  const journal = new JournalState(session.door, session.node);
  const entry = (id: number) => ({ id, at: time(id), kind: 'started', title: '', detail: null }) as JournalEntry;
  const ids = () => [journal.entries.map((one) => one.id), journal.total];
  void journal.refresh();
  hear('journal_added', entry(3));
  await answer(0, { entries: [entry(2), entry(1)], total: 2 });
  expect(ids()).toEqual([[3, 2, 1], 3]);
  void journal.refresh();
  hear('journal_added', entry(4));
  await answer(1, { entries: [entry(3), entry(2), entry(1)], total: 3 });
  expect(ids()).toEqual([[4, 3, 2, 1], 4]);
});

it('a search is answered, and said, also while the index grows faster than answers come', async () => {
  vi.useFakeTimers();
  try {
    const { session, hear, asked } = slowNode();
    const listing = (total: number) => ({ conversations: [], total, indexing: null, problems: [] }) as unknown as Listing;
    const library = new LibraryState(session);
    asked[0]?.answer(listing(0));
    await vi.advanceTimersByTimeAsync(0);
    library.narrow({ query: 'retry' });
    for (let at = 0; at < 5; at++) {
      hear('catalog_progress', {});
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(asked).toHaveLength(2);
    asked[1]?.answer(listing(2));
    await vi.advanceTimersByTimeAsync(0);
    expect([library.total, announcer.polite]).toEqual([2, '2 conversations found']);
    // What changed meanwhile is asked for now.
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});
