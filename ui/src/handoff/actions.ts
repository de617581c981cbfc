// What can be done with something that was handed off, from the panel and from its own page. Each says
// what came of it.
import type { Handoff } from '../bindings/door';
import { toFailure } from '../door/failure';
import { visible } from '../lib/visible';
import { announcer } from '../state/announce.svelte';
import { overlays } from '../state/overlays.svelte';
import type { Session } from '../state/session.svelte';
import { toasts } from '../state/toasts.svelte';
import { texts } from '../i18n';

const t = texts.handoff.progress;

/** Takes it back. Before they had it that is certain; after that they are asked. */
export async function cancel(session: Session, handoff: Handoff): Promise<void> {
  try {
    session.handoffs.take(await session.door.call('cancel_handoff', { handoff: handoff.id }));
  } catch (thrown) {
    toasts.failure(t.notCancelled, toFailure(thrown));
  }
}

/** Looks for them again, nearby and where they were last; what waits leaves by itself once they are found. */
export async function tryAgain(session: Session, handoff: Handoff): Promise<void> {
  announcer.say(t.trying(visible(handoff.person.name)));
  const someone = session.people.someone(handoff.person.device_id);
  const [address] = someone?.addresses[0]?.split(' ') ?? [];
  await session.door.call('people', { nearby: true }).catch(() => undefined);
  if (address) await session.door.call('connect', { address }).catch(() => undefined);
  await session.people.refresh();
  await session.handoffs.refresh();
}

/** Asks for the answer to what was asked. */
export function openAnswerForm(handoff: Handoff): void {
  void overlays.showComponent(() => import('./Answer.svelte'), { id: handoff.id });
}
