// What the window is asked to show from outside of it: a link, the tray, a notification. The page goes
// there and does no more; what becomes of it is for the person to say.
import type { OpenTarget } from '../bindings/door';
import { openJoin } from '../people/open';
import { texts } from '../i18n';
import { route } from './route.svelte';
import type { Session } from './session.svelte';
import { toasts } from './toasts.svelte';

/** From now on, what is asked for outside the window is shown here. */
export function followOpens(session: Session): void {
  if (session.door.kind !== 'desktop') return;
  const take = async () => {
    const { targets } = await session.door.call('take_opens');
    for (const one of targets) show(session, one);
  };
  // A door that is closed says so itself.
  const quietly = () => void take().catch(() => undefined);
  session.node.onRefresh(quietly);
  session.door.onEvent((event) => {
    if (event.event === 'open_requested') quietly();
  });
}

function show(session: Session, one: OpenTarget): void {
  const t = texts.desktop.refused;
  switch (one.target) {
    case 'inbox':
      route.go('inbox');
      break;
    case 'handoff':
      route.go('inbox', { item: one.id });
      break;
    case 'join':
      route.go('people');
      void openJoin(session, one.ticket);
      break;
    case 'refused':
      toasts.note(t.title, t.why[one.why]);
  }
}
