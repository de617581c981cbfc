// Changing the person's own patterns: each is tried by the node before it is kept, so that what is
// wrong with it is said about it.
import type { SecretRule, Sending } from '../../bindings/door';
import { toFailure } from '../../door/failure';
import type { Session } from '../../state/session.svelte';

/** Keeps new rules or allowed texts; the answer is why they were not taken. */
export async function keepPatterns(
  { door, node }: Session,
  sending: Sending,
  next: { rules?: SecretRule[]; allow?: string[] },
): Promise<string | null> {
  const rules = next.rules ?? sending.rules;
  const allow = next.allow ?? sending.allow;
  try {
    await door.call('try_rules', { text: '', rules, allow });
  } catch (thrown) {
    return toFailure(thrown).message;
  }
  const changes: Record<string, unknown[]> = {};
  if (next.rules) changes['sending.rules'] = next.rules;
  if (next.allow) changes['sending.allow'] = next.allow;
  return (await node.tryChange(changes))?.message ?? null;
}
