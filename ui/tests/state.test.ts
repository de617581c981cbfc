// States that need no page: which screen an address names, and the journal as it grows.
import { describe, expect, it, vi } from 'vitest';
import type { JournalEntry, JournalPage, Status } from '../src/bindings/door';
import type { Door, DoorState, NodeEvent } from '../src/door/door';
import { isLevel, LEVELS, nextLevel } from '../src/lib/levels';
import { distanceOf } from '../src/lib/scroll';
import { announcer, POLITE_MS } from '../src/state/announce.svelte';
import { JournalState } from '../src/state/journal.svelte';
import { clampWidth } from '../src/state/layout.svelte';
import { LONG_ABSENCE_MS, NodeState } from '../src/state/node.svelte';
import { hashOf, placeOf, SCREENS } from '../src/state/route.svelte';
import { toasts, withoutTitle } from '../src/state/toasts.svelte';
import { texts } from '../src/i18n';

describe('route', () => {
  it('reads every screen back from its address', () => {
    for (const screen of SCREENS) expect(placeOf(`#/${screen}`)).toEqual({ screen, item: null });
  });
  it('reads back what is on a screen, whatever its name', () => {
    for (const item of ['claude-code:1a', 'a/b?c#d', 'ä %', '..']) {
      const place = { screen: 'library' as const, item };
      expect(placeOf(hashOf(place))).toEqual(place);
    }
    expect(placeOf('#/library/%E0%A4%A')).toEqual({ screen: 'library', item: null });
  });
  it.each(['', '#', '#/', '#/nowhere', '#/approvals', '#token=abc', '#/inbox/x', '#/__proto__'])(
    'leads to the inbox from %j',
    (hash) => expect(placeOf(hash).screen).toBe('inbox'),
  );
});

it('the list keeps between its least and most width', () => {
  expect([0, 280, 333.4, 9_999].map(clampWidth)).toEqual([280, 280, 333, 480]);
});

const entry = (id: number): JournalEntry => ({
  id,
  at: '2026-01-01T00:00:00Z',
  kind: 'started',
  title: `Entry ${id}`,
  detail: null,
});

/** A node with a journal in memory; every other method fails. */
function fakeNode(journal: JournalEntry[]) {
  let reach: (state: DoorState) => void = () => undefined;
  const events: ((event: NodeEvent) => void)[] = [];
  const hear = (event: NodeEvent) => events.forEach((listener) => listener(event));
  const call = async (method: string, params?: { before: number | null; limit: number }) => {
    if (method !== 'journal' || !params) {
      throw { code: 'host_lost', message: 'x', hints: [], retry: 'safe' };
    }
    const entries = journal.filter((one) => params.before === null || one.id < params.before);
    return { entries: entries.slice(0, params.limit), total: journal.length } satisfies JournalPage;
  };
  const door = {
    kind: 'browser',
    open: () => undefined,
    call,
    onEvent: (listener: (event: NodeEvent) => void) => {
      events.push(listener);
      return () => undefined;
    },
    onState: (listener: (state: DoorState) => void) => {
      reach = listener;
      return () => undefined;
    },
  } as unknown as Door;
  const node = new NodeState(door);
  return { state: new JournalState(door, node), node, hear, reach: (s: DoorState) => reach(s) };
}

describe('journal', () => {
  const many = Array.from({ length: 250 }, (_, at) => entry(250 - at));
  const ids = (state: JournalState) => state.entries.map((one) => one.id);

  it('is read page by page, newest first, without gaps or doubles', async () => {
    const { state } = fakeNode(many);
    await state.refresh();
    expect([state.entries.length, state.total, state.hasOlder]).toEqual([100, 250, true]);
    await state.older();
    await state.older();
    expect(ids(state)).toEqual(many.map((one) => one.id));
    expect(state.hasOlder).toBe(false);
    expect(announcer.polite).toBe('250 entries');
  });

  it('takes in what happens now, once', async () => {
    const { state, hear } = fakeNode(many);
    await state.refresh();
    hear({ event: 'journal_added', data: entry(251) });
    hear({ event: 'journal_added', data: entry(251) });
    expect(ids(state).slice(0, 2)).toEqual([251, 250]);
    expect(state.total).toBe(251);
  });

  it('joins a fresh page to what was read before, and drops what would leave a gap', async () => {
    const grown = [...many];
    const { state } = fakeNode(grown);
    await state.refresh();
    await state.older();
    grown.unshift(entry(252), entry(251));
    await state.refresh();
    expect([state.entries.length, ids(state)[0], new Set(ids(state)).size]).toEqual([202, 252, 202]);
    for (let id = 253; id < 400; id++) grown.unshift(entry(id));
    await state.refresh();
    expect([state.entries.length, ids(state)[0]]).toEqual([100, 399]);
  });

  it('is asked again when the node is back', async () => {
    const { state, reach, node } = fakeNode(many);
    expect(state.read).toBe(false);
    reach({ state: 'open' });
    await vi.waitFor(() => expect(state.read).toBe(true));
    reach({ state: 'lost' });
    expect(node.reach).toBe('lost');
  });
});

it('a host that is lost behind an open door counts as lost, until it is back', () => {
  const { node, hear, reach } = fakeNode([]);
  reach({ state: 'open' });
  hear({ event: 'connection', data: 'attached' });
  expect(node.reach).toBe('open');
  hear({ event: 'connection', data: 'lost' });
  expect(node.reach).toBe('lost');
  hear({ event: 'connection', data: 'hosting' });
  expect(node.reach).toBe('open');
});

it('an answer that was overtaken by an event does not count', async () => {
  const answers: ((status: Status) => void)[] = [];
  let hear: (event: NodeEvent) => void = () => undefined;
  let reach: (state: DoorState) => void = () => undefined;
  const door = {
    kind: 'browser',
    call: (method: string) =>
      method === 'settings' ? Promise.resolve({ values: {} }) : new Promise((answer) => answers.push(answer)),
    onEvent: (listener: typeof hear) => (hear = listener),
    onState: (listener: typeof reach) => (reach = listener),
  } as unknown as Door;
  const status = (version: string) => ({ version, notices: [] }) as unknown as Status;
  const node = new NodeState(door);
  reach({ state: 'open' });
  answers[0]?.(status('asked'));
  await vi.waitFor(() => expect(node.status?.version).toBe('asked'));
  // The network is starting when it is asked, and runs when it answers.
  hear({ event: 'missed', data: { count: 1 } });
  hear({ event: 'status_changed', data: status('heard') });
  answers[1]?.(status('old'));
  await new Promise((done) => setTimeout(done));
  expect(node.status?.version).toBe('heard');

  // The same for what was asked for by an act.
  const moved = node.moveIdentity('file');
  hear({ event: 'status_changed', data: status('newer') });
  answers[2]?.(status('older'));
  await moved;
  expect(node.status?.version).toBe('newer');
});

it('a node that is gone for long may have been started anew, and is back when it is back', () => {
  vi.useFakeTimers();
  const { node, reach } = fakeNode([]);
  reach({ state: 'open' });
  reach({ state: 'lost' });
  vi.advanceTimersByTime(LONG_ABSENCE_MS - 1);
  expect(node.longLost).toBe(false);
  vi.advanceTimersByTime(1);
  expect(node.longLost).toBe(true);
  expect(announcer.urgent.trim()).toBe(texts.status.lostLong);
  reach({ state: 'open' });
  expect(node.longLost).toBe(false);
  vi.useRealTimers();
});

it('polite words fade, and the same words twice are a change', () => {
  vi.useFakeTimers();
  announcer.say('Saved.');
  const once = announcer.polite;
  announcer.say('Saved.');
  expect(announcer.polite).not.toBe(once);
  vi.advanceTimersByTime(POLITE_MS);
  expect(announcer.polite).toBe('');
  vi.useRealTimers();
});

it('a cause does not say its title again', () => {
  const title = 'The key was not moved';
  expect(withoutTitle(title, 'The key was not moved: no keyring.')).toBe('No keyring.');
  expect(withoutTitle(title, 'There is no keyring.')).toBe('There is no keyring.');
  expect(withoutTitle(title, 'The key was not moved.')).toBe('The key was not moved.');
  toasts.failure(title, { code: 'identity', message: `${title}: locked.`, hints: [], retry: 'safe' });
  expect(announcer.urgent).toBe('The key was not moved. Locked.');
});

it('the zoom goes step by step between its ends', () => {
  expect(nextLevel(1, 1)).toBe(1.1);
  expect(nextLevel(1, -1)).toBe(0.9);
  expect([nextLevel(0.8, -1), nextLevel(2, 1)]).toEqual([0.8, 2]);
  expect(LEVELS.every(isLevel)).toBe(true);
  expect([3, '1', null].some(isLevel)).toBe(false);
});

it('keys scroll by a page, a line, or to an end', () => {
  expect([distanceOf('PageDown', 500), distanceOf('PageUp', 500)]).toEqual([500, -500]);
  expect(distanceOf('End', 500)).toBe(Infinity);
  expect(distanceOf('x', 500)).toBeNull();
});
