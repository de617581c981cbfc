// A thousand offers within ten seconds are told of in a few messages, and cost a few drawings of the list.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Handoff } from '../src/bindings/door';
import type { NodeEvent } from '../src/door/door';
import { Arrivals, SPOKEN_MS } from '../src/inbox/arrivals';
import { announcer } from '../src/state/announce.svelte';
import { HandoffsState } from '../src/state/handoffs.svelte';
import type { Session } from '../src/state/session.svelte';
import { toasts } from '../src/state/toasts.svelte';

function offer(number: number, device: string): Handoff {
  const person = { name: `Sam ${device}`, device_id: device, short: device, verified: true, here: true };
  const created = new Date(1_700_000_000_000 + number).toISOString();
  return {
    ...{ id: `h-${number}`, short: `h-${number}`, direction: 'received', person, title: `Talk ${number}`, conversation: `c-${number}` },
    ...{ messages: 3, hash: 'ab'.repeat(32), bytes: 900, platform: 'codex', history: 'full', status: 'success', task: null, priority: null },
    ...{ state: 'working', receipt: 'delivered', says: 'New', waits: null, progress: null, undo_until: null, question: null },
    ...{ options: [], refers_to: null, full_copy: null, travelled: null, saved: null, import: null, created, changed: created, expires: created },
  } as Handoff;
}

function page() {
  const heard: ((event: NodeEvent) => void)[] = [];
  const door = { onEvent: (listener: (event: NodeEvent) => void) => heard.push(listener) };
  const node = { onRefresh: () => undefined, reach: 'open' };
  const handoffs = new HandoffsState(door as never, node as never);
  const session = { door, node, handoffs, platforms: { name: (id: string) => id } } as unknown as Session;
  new Arrivals(session);
  const arrive = (handoff: Handoff) => {
    for (const listener of heard) listener({ event: 'handoff_arrived', data: handoff });
  };
  return { arrive, handoffs };
}

const told = () => toasts.all.filter((toast) => toast.title.includes('handed you'));

describe('arrivals', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    for (const toast of [...toasts.all]) toasts.dismiss(toast.id);
    vi.useRealTimers();
  });

  it('of one person are one message that counts', async () => {
    const { arrive, handoffs } = page();
    const offered = vi.spyOn(toasts, 'offer');
    const spoken = vi.spyOn(announcer, 'say');
    for (let number = 0; number < 1_000; number++) {
      arrive(offer(number, 'a'));
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told().map((toast) => toast.title)).toEqual(['Sam a handed you 1,000 conversations']);
    expect(offered.mock.calls.length).toBeLessThanOrEqual(7);
    expect(handoffs.incoming).toHaveLength(1_000);
    expect(handoffs.waiting).toBe(1_000);

    // Spoken as one message, and again only after a while.
    expect(spoken).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(SPOKEN_MS);
    arrive(offer(1_000, 'a'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(spoken).toHaveBeenCalledTimes(2);
    expect(spoken).toHaveBeenLastCalledWith('Sam a handed you 1,001 conversations. You can review them in the inbox.');
  });

  it('of many people are one message for all', async () => {
    const { arrive } = page();
    for (let number = 0; number < 1_000; number++) arrive(offer(number, `p${number % 20}`));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told().map((toast) => toast.title)).toEqual(['20 people handed you 1,000 conversations']);
  });
});
