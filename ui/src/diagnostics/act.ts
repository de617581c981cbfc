// The one thing to do about a result, as the node names it, in words for its button. Pure.
import type { Act } from '../bindings/door';
import { words } from '../words';

/** What the button says. */
export function labelOf(act: Act): string {
  const w = words.diagnostics.act;
  return act.kind === 'open_settings' ? w.open_settings(words.settings[act.section].heading) : w[act.kind];
}

/** Whether nothing comes of it while the node does not answer. */
export function needsNode(act: Act): boolean {
  return ['run_again', 'use_invitation', 'connect_by_address', 'pair'].includes(act.kind);
}
