// The one thing to do about a result, as the node names it, in words for its button. Pure.
import type { Act } from '../bindings/door';
import { texts } from '../i18n';

/** What the button says. */
export function labelOf(act: Act): string {
  const t = texts.diagnostics.act;
  return act.kind === 'open_settings' ? t.open_settings(texts.settings[act.section].heading) : t[act.kind];
}

/** Whether nothing comes of it while the node does not answer. */
export function needsNode(act: Act): boolean {
  return ['run_again', 'use_invitation', 'connect_by_address', 'pair'].includes(act.kind);
}
