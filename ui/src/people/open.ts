// Opens the layers about people from anywhere, each loaded when it is first shown.
import { overlays } from '../state/overlays.svelte';
import type { Session } from '../state/session.svelte';

/** Compares words with a device: goes on with a pairing that waits, or asks for one. */
export function openPair(session: Session, device: string): Promise<void> {
  return overlays.showComponent(() => import('./Pair.svelte'), { session, device });
}

export function openInvite(session: Session): Promise<void> {
  return overlays.showComponent(() => import('./Invite.svelte'), { session });
}

/** `ticket` is filled in; it is used only when the person says so. */
export function openJoin(session: Session, ticket = ''): Promise<void> {
  return overlays.showComponent(() => import('./Join.svelte'), { session, ticket });
}

export function openConnect(session: Session): Promise<void> {
  return overlays.showComponent(() => import('./Connect.svelte'), { session });
}

/** Asks before someone is forgotten. */
export function openForget(session: Session, device: string): Promise<void> {
  return overlays.showComponent(() => import('./Forget.svelte'), { session, device });
}

/** Asks which conversation goes to someone, then hands it off. */
export function openPick(session: Session, device: string): Promise<void> {
  return overlays.showComponent(() => import('./Pick.svelte'), { session, device });
}
