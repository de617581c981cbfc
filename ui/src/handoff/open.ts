// stub
import type { Session } from '../state/session.svelte';
export function openHandOff(_session: Session, _wish: { conversation: string; to?: string[] }): void {}
