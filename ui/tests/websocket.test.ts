// The browser's door against a socket made of memory and a clock that is moved by hand.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure, FromClient, FromHost } from '../src/bindings/door';
import { Credentials, type Browser } from '../src/door/credentials';
import type { DoorState, NodeEvent } from '../src/door/door';
import { CALL_TIMEOUT_MS, MAX_CALLS } from '../src/door/pending';
import {
  FIRST_WAIT_MS,
  LONGEST_WAIT_MS,
  WebSocketDoor,
  WELCOME_TIMEOUT_MS,
  type Socket,
} from '../src/door/websocket';

class FakeSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  onerror: Socket['onerror'] = null;
  sent: FromClient[] = [];
  closed = false;
  send(data: string) {
    this.sent.push(JSON.parse(data));
  }
  close() {
    this.closed = true;
  }
  opens() {
    this.onopen?.call(this as never, {} as never);
  }
  hears(frame: FromHost | string) {
    const data = typeof frame === 'string' ? frame : JSON.stringify(frame);
    this.onmessage?.call(this as never, { data } as never);
  }
  drops() {
    this.onclose?.call(this as never, {} as never);
  }
}

const refusal: Failure = { code: 'refused', message: 'Used already.', hints: ['Ask again.'], retry: 'no' };

function browser(hash: string, stored: Record<string, string> = {}) {
  const storage = new Map(Object.entries(stored));
  const replaced: string[] = [];
  const fake: Browser = {
    location: { hash, pathname: '/', search: '' },
    history: { replaceState: (_data, _title, url) => void replaced.push(String(url)) },
    sessionStorage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
  };
  return { fake, storage, replaced };
}

function open(hash = '#token=once', stored: Record<string, string> = {}) {
  const sockets: FakeSocket[] = [];
  const world = browser(hash, stored);
  const door = new WebSocketDoor(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  }, new Credentials(world.fake));
  const states: DoorState['state'][] = [];
  const events: NodeEvent[] = [];
  door.onState((state) => states.push(state.state));
  door.onEvent((event) => events.push(event));
  door.open();
  const socket = (at: number) => {
    const found = sockets[at];
    if (!found) throw new Error(`no socket ${at}`);
    return found;
  };
  const welcome = (at = 0) => {
    socket(at).opens();
    socket(at).hears({ frame: 'welcome', protocol: 2, version: '0', session: 'again' });
  };
  return { door, sockets, socket, states, events, welcome, ...world };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('token', () => {
  it('is shown once, taken out of the address, and traded for a session', () => {
    const { socket, replaced, storage, welcome, states } = open('#token=a%2Bb');
    expect(replaced).toEqual(['/']);
    welcome();
    expect(socket(0).sent).toEqual([
      { frame: 'hello', protocol: 2, surface: 'serve', pid: 0, token: 'a+b' },
    ]);
    expect(storage.get('segue.session')).toBe('again');
    expect(states).toEqual(['connecting', 'open']);
  });

  it('comes from the session after a reload', () => {
    const { socket, replaced } = open('#/settings', { 'segue.session': 'kept' });
    socket(0).opens();
    expect(socket(0).sent[0]).toMatchObject({ token: 'kept' });
    expect(replaced).toEqual([]);
  });

  it('is absent when there is none', () => {
    const { socket } = open('');
    socket(0).opens();
    expect(socket(0).sent[0]).toMatchObject({ token: null });
  });
});

describe('farewell', () => {
  it('ends all tries, forgets the session and fails calls with its failure', async () => {
    const { door, sockets, socket, states, storage } = open('', { 'segue.session': 'stale' });
    socket(0).opens();
    socket(0).hears({ frame: 'farewell', failure: refusal });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    expect(states).toEqual(['connecting', 'refused']);
    expect(storage.has('segue.session')).toBe(false);
    await expect(door.call('status')).rejects.toEqual(refusal);
  });

  it('follows a welcome of another protocol', async () => {
    const { socket, states, door } = open();
    socket(0).opens();
    socket(0).hears({ frame: 'welcome', protocol: 3, version: '9', session: null });
    expect(states.at(-1)).toBe('refused');
    await expect(door.call('status')).rejects.toMatchObject({ code: 'version_mismatch' });
  });
});

describe('calls', () => {
  it('are answered by number, in any order', async () => {
    const { door, socket, welcome } = open();
    welcome();
    const journal = door.call('journal', { before: null, limit: 10 });
    const doctor = door.call('doctor', {});
    expect(socket(0).sent.slice(1)).toEqual([
      { frame: 'call', id: 1, request: { method: 'journal', params: { before: null, limit: 10 } } },
      { frame: 'call', id: 2, request: { method: 'doctor', params: {} } },
    ]);
    const report = { checks: [], report: 'well' };
    socket(0).hears({ frame: 'answer', id: 2, outcome: { reply: { method: 'doctor', result: report } } });
    socket(0).hears({ frame: 'answer', id: 1, outcome: { failure: refusal } });
    await expect(doctor).resolves.toEqual(report);
    await expect(journal).rejects.toEqual(refusal);
  });

  it('fail as safe to repeat when they were never sent', async () => {
    const { door } = open();
    await expect(door.call('status')).rejects.toMatchObject({ code: 'host_lost', retry: 'safe' });
  });

  it('fail as unknown when the connection drops before the answer', async () => {
    const { door, socket, welcome } = open();
    welcome();
    const call = door.call('retry_identity');
    socket(0).drops();
    await expect(call).rejects.toMatchObject({ code: 'host_lost', retry: 'unknown' });
  });

  it('give up after the time limit; a late answer changes nothing', async () => {
    const { door, socket, welcome } = open();
    welcome();
    const reads = expect(door.call('status')).rejects.toMatchObject({ retry: 'safe' });
    const writes = expect(door.call('retry_identity')).rejects.toMatchObject({ retry: 'unknown' });
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS);
    await Promise.all([reads, writes]);
    socket(0).hears({ frame: 'answer', id: 1, outcome: { failure: refusal } });
  });

  it('are bounded', async () => {
    const { door, welcome, socket } = open();
    welcome();
    const waiting = Array.from({ length: MAX_CALLS }, () => door.call('status').catch(() => null));
    await expect(door.call('status')).rejects.toMatchObject({ code: 'busy', retry: 'safe' });
    socket(0).drops();
    await Promise.all(waiting);
  });
});

describe('a dropped connection', () => {
  it('is tried again with growing waits, then with the session', async () => {
    const { sockets, socket, states, welcome } = open();
    welcome();
    socket(0).drops();
    expect(states.at(-1)).toBe('lost');
    let wait = FIRST_WAIT_MS;
    for (let at = 1; at <= 7; at++) {
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(sockets).toHaveLength(at);
      await vi.advanceTimersByTimeAsync(1);
      expect(sockets).toHaveLength(at + 1);
      socket(at).drops();
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS);
    welcome(8);
    expect(socket(8).sent[0]).toMatchObject({ token: 'again' });
    expect(states).toEqual(['connecting', 'open', 'lost', 'open']);
    socket(8).drops();
    await vi.advanceTimersByTimeAsync(FIRST_WAIT_MS);
    expect(sockets).toHaveLength(10);
  });

  it('is one that is never welcomed, or that speaks no frames', async () => {
    const { sockets, socket } = open();
    socket(0).opens();
    await vi.advanceTimersByTimeAsync(WELCOME_TIMEOUT_MS);
    expect(socket(0).closed).toBe(true);
    await vi.advanceTimersByTimeAsync(FIRST_WAIT_MS);
    socket(1).opens();
    socket(1).hears('<html>');
    expect(socket(1).closed).toBe(true);
    await vi.advanceTimersByTimeAsync(FIRST_WAIT_MS * 2);
    expect(sockets).toHaveLength(3);
  });
});

it('events reach every listener until it leaves', () => {
  const { door, socket, events, welcome } = open();
  welcome();
  const other: NodeEvent[] = [];
  const leave = door.onEvent((event) => other.push(event));
  socket(0).hears({ frame: 'event', event: { event: 'missed', data: { count: 2 } } });
  leave();
  socket(0).hears({ frame: 'event', event: { event: 'raise_window' } });
  expect(events.map((event) => event.event)).toEqual(['missed', 'raise_window']);
  expect(other.map((event) => event.event)).toEqual(['missed']);
});
