// Everyone on the screen as one list in one order, whatever shows it: who waits for a word of yours,
// who is verified, who is here and not verified, who is blocked. Pure.
import type { NearbyDevice, Notice, PairingView, PeopleList, Person, PersonStanding } from '../bindings/door';

export const GROUPS = ['needsYou', 'verified', 'notVerified', 'blocked'] as const;
export type Group = (typeof GROUPS)[number];

/** What is wrong with someone: another key answers in their place, an unknown device has the name of a
 *  teammate, or two who are verified have one name. */
export type Issue = 'key' | 'alike' | 'twin';

export interface Someone {
  /** The id of the device; never shown as a name. */
  id: string;
  name: string;
  /** What they call themselves. */
  ownName: string;
  short: string;
  seed: string;
  standing: PersonStanding;
  group: Group;
  here: boolean;
  lastSeen: string | null;
  roundTrip: number | null;
  platforms: string[];
  /** Where they are, or were, most recent first. */
  addresses: string[];
  issue: Issue | null;
  /** The node's own words on that. */
  warning: string | null;
  /** Set for someone this profile knows. */
  person: Person | null;
  /** Set for a device that is here and not verified. */
  device: NearbyDevice | null;
  /** A pairing with them that waits for a word. */
  pairing: PairingView | null;
}

/** Whether a pairing waits for the person's own word. */
export function waitsForYou({ stage }: PairingView): boolean {
  return stage.state === 'comparing' && !stage.we_match;
}

/** Everyone, in the order of both views. */
export function everyone(list: PeopleList, notices: readonly Notice[]): Someone[] {
  const all = list.people.map((person) => ofPerson(person, list, notices));
  const known = new Set(all.map((one) => one.id));
  for (const device of list.nearby) {
    if (known.has(device.device_id)) continue;
    known.add(device.device_id);
    all.push(ofDevice(device, list));
  }
  // Someone may ask from so far away that nothing else is known of them.
  for (const pairing of list.requests) {
    if (known.has(pairing.device_id)) continue;
    known.add(pairing.device_id);
    all.push(ofPairing(pairing));
  }
  return all.map((one) => ({ ...one, group: groupOf(one) })).sort(inOrder);
}

export function inGroup(all: readonly Someone[], group: Group): Someone[] {
  return all.filter((one) => one.group === group);
}

/** The device that may be someone's new one: here, not verified, with their name. */
export function successor(someone: Someone, all: readonly Someone[]): Someone | null {
  const names = [someone.name, someone.ownName].map(folded);
  const fits = (one: Someone) =>
    one.id !== someone.id && one.here && one.issue === 'alike' && names.includes(folded(one.ownName));
  return all.find(fits) ?? null;
}

function ofPerson(person: Person, list: PeopleList, notices: readonly Notice[]): Someone {
  const device = list.nearby.find((one) => one.device_id === person.device_id) ?? null;
  return {
    id: person.device_id,
    name: person.name,
    ownName: person.own_name,
    short: person.short,
    seed: person.seed,
    standing: person.standing,
    group: 'verified',
    here: person.nearby,
    lastSeen: person.last_seen,
    roundTrip: person.round_trip_ms,
    platforms: person.platforms,
    addresses: person.addresses,
    issue: issueOf(person, notices),
    warning: person.warning,
    person,
    device,
    pairing: pairingWith(person.device_id, list),
  };
}

function ofDevice(device: NearbyDevice, list: PeopleList): Someone {
  return {
    id: device.device_id,
    name: device.name,
    ownName: device.name,
    short: device.short,
    seed: device.seed,
    standing: device.standing,
    group: 'notVerified',
    here: true,
    lastSeen: null,
    roundTrip: device.round_trip_ms,
    platforms: device.platforms,
    addresses: [device.address],
    issue: device.warning === null ? null : 'alike',
    warning: device.warning,
    person: null,
    device,
    pairing: pairingWith(device.device_id, list),
  };
}

function ofPairing(pairing: PairingView): Someone {
  return {
    id: pairing.device_id,
    name: pairing.name,
    ownName: pairing.name,
    short: pairing.short,
    seed: pairing.seed,
    standing: 'stranger',
    group: 'needsYou',
    here: true,
    lastSeen: null,
    roundTrip: null,
    platforms: [],
    addresses: [],
    issue: pairing.warning === null ? null : 'alike',
    warning: pairing.warning,
    person: null,
    device: null,
    pairing,
  };
}

/** The node names a key that changed among what there is to know; the words are the same. */
function issueOf(person: Person, notices: readonly Notice[]): Issue | null {
  if (person.warning === null) return null;
  const changed = notices.some(({ id, detail }) => id === 'wrong_key' && detail === person.warning);
  if (changed) return 'key';
  return person.standing === 'verified' ? 'twin' : 'alike';
}

function pairingWith(device: string, list: PeopleList): PairingView | null {
  return list.requests.find((one) => one.device_id === device) ?? null;
}

function groupOf(one: Someone): Group {
  if (one.standing === 'blocked') return 'blocked';
  if (one.issue === 'key' || (one.pairing && waitsForYou(one.pairing))) return 'needsYou';
  return one.standing === 'verified' ? 'verified' : 'notVerified';
}

function inOrder(a: Someone, b: Someone): number {
  return (
    GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) ||
    Number(b.here) - Number(a.here) ||
    a.name.localeCompare(b.name) ||
    a.id.localeCompare(b.id)
  );
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
