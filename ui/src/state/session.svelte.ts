// Everything that lives as long as the page: the node behind the door and what was read from it.
import { getContext, setContext } from 'svelte';
import type { Door } from '../door';
import { Arrivals } from '../inbox/arrivals';
import { followFiles } from '../inbox/files.svelte';
import { DoctorState } from './doctor.svelte';
import { HandoffsState } from './handoffs.svelte';
import { JournalState } from './journal.svelte';
import { NodeState } from './node.svelte';
import { tellOfPeople } from './people-news';
import { PeopleState } from './people.svelte';
import { PlatformsState } from './platforms.svelte';
import { followOpens } from './opens';

export interface Session {
  /** For what a screen asks for itself. */
  door: Door;
  node: NodeState;
  people: PeopleState;
  handoffs: HandoffsState;
  platforms: PlatformsState;
  journal: JournalState;
  doctor: DoctorState;
}

export function startSession(door: Door): Session {
  const node = new NodeState(door);
  const session = {
    door,
    node,
    people: new PeopleState(door, node),
    handoffs: new HandoffsState(door, node),
    platforms: new PlatformsState(door, node),
    journal: new JournalState(door, node),
    doctor: new DoctorState(door),
  };
  tellOfPeople(session);
  new Arrivals(session);
  followFiles(session);
  followOpens(session);
  door.open();
  return session;
}

const KEY = Symbol('session');

export function provideSession(session: Session): void {
  setContext(KEY, session);
}

export function useSession(): Session {
  return getContext<Session>(KEY);
}
