// Everyone in one order, whatever comes from the node; names that deceive; places on the radar.
import { describe, expect, it } from 'vitest';
import type { NearbyDevice, PairingView, PeopleList, Person } from '../src/bindings/door';
import { everyone, successor, type Someone } from '../src/people/model';
import { shownName } from '../src/people/name';
import { pictureOf } from '../src/people/qr';
import { place } from '../src/people/radar';
import { nextTo } from '../src/people/landing';

const person = (name: string, more: Partial<Person> = {}): Person => ({
  name,
  own_name: name,
  nickname: null,
  device_id: `id-${name}`,
  short: 'abc123',
  seed: '0123456789abcdef',
  standing: 'verified',
  how: 'code',
  since: '2026-11-03T10:00:00Z',
  platforms: [],
  nearby: true,
  last_seen: null,
  round_trip_ms: null,
  addresses: [],
  knows_you: true,
  warning: null,
  ...more,
});

const device = (name: string, more: Partial<NearbyDevice> = {}): NearbyDevice => ({
  name,
  device_id: `id-${name}`,
  short: 'abc123',
  seed: 'fedcba9876543210',
  standing: 'stranger',
  platforms: [],
  version: '0.1.0',
  address: '10.0.0.4:4700',
  round_trip_ms: 1,
  knows_you: false,
  warning: null,
  ...more,
});

const asking = (name: string): PairingView => ({
  id: 'p1',
  name,
  device_id: `id-${name}`,
  short: 'abc123',
  seed: '0123456789abcdef',
  ours: false,
  stage: { state: 'comparing', words: [], digits: '', we_match: false, they_match: false },
  warning: null,
});

const list = (more: Partial<PeopleList>): PeopleList => ({
  people: [],
  nearby: [],
  requests: [],
  invites: [],
  network: { state: 'starting' },
  ...more,
});

const names = (all: Someone[]) => all.map((one) => `${one.group}: ${one.name}`);

describe('people', () => {
  it('are in one order: who needs you, verified, not verified, blocked', () => {
    const all = everyone(
      list({
        people: [
          person('Zoe', { nearby: false }),
          person('Bob', { standing: 'blocked' }),
          person('Max'),
          person('Eve', { standing: 'waiting' }),
        ],
        nearby: [device('Kim'), device('Ada'), device('Bob', { standing: 'blocked' }), device('Eve')],
        requests: [asking('Kim'), asking('Far')],
      }),
      [],
    );
    expect(names(all)).toEqual([
      'needsYou: Far',
      'needsYou: Kim',
      'verified: Max',
      'verified: Zoe',
      'notVerified: Ada',
      'notVerified: Eve',
      'blocked: Bob',
    ]);
  });

  it('whose key changed needs you, and their new device is found by name', () => {
    const warning = 'Another device answers where Sam was.';
    const notice = { id: 'wrong_key', severity: 'problem', title: '', detail: warning } as const;
    const impostor = device('sam', { warning: 'Has the name of your teammate Sam, but another key.' });
    const all = everyone(list({ people: [person('Sam', { warning })], nearby: [impostor] }), [notice]);
    expect(names(all)).toEqual(['needsYou: Sam', 'notVerified: sam']);
    expect(all.map((one) => one.issue)).toEqual(['key', 'alike']);
    expect(all[0] && successor(all[0], all)?.id).toBe('id-sam');
    expect(all[1] && shownName(all[1])).toBe('Unknown device');
  });

  it('show what hides in their names', () => {
    const shown = ['Sam\u202egnp.exe', 'S\u200dam', 'Sam\u{e0041}\u{e0042}', '\u2066Sam\u2069'].map((name) => {
      const [one] = everyone(list({ nearby: [device(name)] }), []);
      return one && shownName(one);
    });
    expect(shown).toMatchInlineSnapshot(`
      [
        "Sam[U+202E]gnp.exe",
        "S[U+200D]am",
        "Sam[U+E0041][U+E0042]",
        "[U+2066]Sam[U+2069]",
      ]
    `);
  });

  it('have places of their own on the radar, verified nearer the middle', () => {
    const many = Array.from({ length: 40 }, (_, at) => device(`d${at}`, { seed: '0000' }));
    const all = everyone(list({ people: [person('Max'), person('Zoe')], nearby: many }), []);
    const { spots, crowded } = place(all);
    expect(new Set([...spots.values()].map(({ x, y }) => `${x.toFixed(4)} ${y.toFixed(4)}`)).size).toBe(42);
    const far = (id: string) => Math.hypot((spots.get(id)?.x ?? 9) - 0.5, (spots.get(id)?.y ?? 9) - 0.5);
    for (const { id } of all.slice(2)) expect(far('id-Max')).toBeLessThan(far(id));
    for (const { x, y } of spots.values()) expect(Math.min(x, y) > 0 && Math.max(x, y) < 1).toBe(true);
    expect(crowded).toBe(true);
    expect(place(all)).toEqual(place(all));
  });

  it('get an invite as a picture with a quiet zone', () => {
    const { side, path } = pictureOf(`segue:invite/${'a2b3'.repeat(60)}`);
    expect((side - 8 - 17) % 4).toBe(0);
    // The upper left corner of the finder stands four squares in, seven wide.
    expect(path.startsWith('M4 4h7v1h-7z')).toBe(true);
  });
});

it('who takes the place of someone who is gone is next', () => {
  expect(nextTo('b', 1, ['a', 'c'])).toBe('c');
  expect(nextTo('c', 2, ['a', 'b'])).toBe('b');
  expect(nextTo('a', -1, ['b'])).toBe('b');
  expect(nextTo('b', 1, ['a', 'b', 'c'])).toBe('b');
  expect(nextTo('a', 0, [])).toBeNull();
});
