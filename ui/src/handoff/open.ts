// The ways into Hand off, from anywhere: a conversation for someone, or more of it as an answer.
import type { Handoff } from '../bindings/door';
import { overlays } from '../state/overlays.svelte';
import type { Session } from '../state/session.svelte';

/** Opens Hand off for a conversation, perhaps with some people chosen already. */
export function openHandOff(_session: Session, wish: { conversation: string; to?: string[] }): void {
  const props = { conversation: wish.conversation, to: wish.to ?? [], answering: null };
  void overlays.showComponent(() => import('./HandOff.svelte'), props);
}

/** Opens the same for an answer that brings more of the conversation along. */
export function openAnswer(_session: Session, answering: Handoff, conversation: string): void {
  void overlays.showComponent(() => import('./HandOff.svelte'), { conversation, to: [], answering });
}
