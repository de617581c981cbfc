// Everything that lives as long as the page: the node behind the door and what was read from it.
import { getContext, setContext } from 'svelte';
import type { Door } from '../door';
import { DoctorState } from './doctor.svelte';
import { JournalState } from './journal.svelte';
import { NodeState } from './node.svelte';

export interface Session {
  node: NodeState;
  journal: JournalState;
  doctor: DoctorState;
}

export function startSession(door: Door): Session {
  const node = new NodeState(door);
  const session = { node, journal: new JournalState(door, node), doctor: new DoctorState(door) };
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
