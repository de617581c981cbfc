// The desktop's door against a stand-in for the app's two commands.
import { clearMocks, mockIPC } from '@tauri-apps/api/mocks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from '../src/bindings/door';
import type { DoorState, NodeEvent } from '../src/door/door';
import { TauriDoor } from '../src/door/tauri';

const failure: Failure = { code: 'storage', message: 'No space.', hints: ['Free some.'], retry: 'no' };

beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => {
  clearMocks();
  vi.unstubAllGlobals();
});

/** The number a channel is known by on the other side. */
function channelOf(payload: unknown): number {
  const { channel } = payload as { channel: { id: number } };
  return channel.id;
}

function open(answer: (request: unknown) => unknown) {
  let channel = 0;
  mockIPC((command, payload) => {
    if (command === 'events') {
      channel = channelOf(payload);
      return null;
    }
    return answer((payload as { request: unknown }).request);
  });
  const door = new TauriDoor();
  const states: DoorState[] = [];
  const events: NodeEvent[] = [];
  door.onState((state) => states.push(state));
  door.onEvent((event) => events.push(event));
  door.open();
  const say = (index: number, message: NodeEvent) => {
    const internals = (globalThis as unknown as { __TAURI_INTERNALS__: Internals }).__TAURI_INTERNALS__;
    internals.runCallback(channel, { index, message });
  };
  return { door, states, events, say };
}

interface Internals {
  runCallback(id: number, data: unknown): void;
}

it('opens when the events are on their way, and passes them on in order', async () => {
  const { states, events, say } = open(() => null);
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ state: 'open' }));
  say(1, { event: 'missed', data: { count: 3 } });
  say(0, { event: 'connection', data: 'hosting' });
  expect(events.map((event) => event.event)).toEqual(['connection', 'missed']);
});

it('asks as the node reads it, and answers with the result', async () => {
  const asked: unknown[] = [];
  const { door } = open((request) => {
    asked.push(request);
    return { method: 'doctor', result: { checks: [], report: 'well' } };
  });
  await expect(door.call('doctor', {})).resolves.toEqual({ checks: [], report: 'well' });
  await door.call('journal', { before: null, limit: 5 });
  expect(asked).toEqual([
    { method: 'doctor', params: {} },
    { method: 'journal', params: { before: null, limit: 5 } },
  ]);
});

it('rejects with the node’s failure, and with one of our own for anything else', async () => {
  const { door } = open((request) => {
    throw (request as { method: string }).method === 'status' ? failure : 'not allowed';
  });
  await expect(door.call('status')).rejects.toEqual(failure);
  await expect(door.call('settings')).rejects.toMatchObject({ code: 'internal', retry: 'unknown' });
});

it('is closed for good when the app has no node', async () => {
  mockIPC(() => {
    throw failure;
  });
  const door = new TauriDoor();
  const states: DoorState[] = [];
  door.onState((state) => states.push(state));
  door.open();
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ state: 'refused', failure }));
});
