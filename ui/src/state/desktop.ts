import type { OpenedPath } from '../bindings/door';
import type { Session } from './session.svelte';
export function onlyInApp({ door }: Pick<Session, 'door'>): string | null {
  return door.kind === 'desktop' ? null : 'Only the desktop app can do this.';
}
export async function chooseFolder(_: Pick<Session, 'door'>): Promise<OpenedPath | null> {
  return null;
}
