// The pane of what was handed to others, loaded when it is first shown.
import type { Component } from 'svelte';
import type { Handoff } from '../bindings/door';

type Outgoing = Component<{ handoff: Handoff }>;

const found = import.meta.glob<{ default: Outgoing }>('../handoff/Outgoing.svelte');

export async function loadOutgoing(): Promise<Outgoing | null> {
  const load = found['../handoff/Outgoing.svelte'];
  return load ? (await load()).default : null;
}
