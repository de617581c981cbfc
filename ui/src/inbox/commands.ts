// What is done with a handoff from anywhere: download, dismiss and take that back, fetch, choose a way out.
// Each says what came of it.
import type { DownloadWhat, Handoff } from '../bindings/door';
import { toFailure } from '../door/failure';
import { visible } from '../lib/visible';
import { chooseFolder, onlyInApp, showInFolder } from '../state/desktop';
import { overlays } from '../state/overlays.svelte';
import { route } from '../state/route.svelte';
import type { Session } from '../state/session.svelte';
import { toasts, type ToastAction } from '../state/toasts.svelte';
import { texts } from '../i18n';
import { titleOf } from './standing';

const t = texts.review;

/** Saves the file or the changes that came along: into the downloads, or where the person says. */
export async function download(session: Session, handoff: string, what: DownloadWhat = 'conversation', output?: string): Promise<void> {
  try {
    const params = { handoff, what, force: false, ...(output === undefined ? {} : { output }) };
    const saved = await session.door.call('download_handoff', params);
    const name = saved.file.split(/[/\\]/).at(-1) ?? saved.file;
    const { handle } = saved;
    const actions: ToastAction[] = [];
    if (onlyInApp(session) === null) {
      if (handle) actions.push({ label: t.showInFolder, testid: 'toast-show', run: () => showInFolder(session, handle) });
      if (output === undefined) actions.push({ label: t.otherFolder, testid: 'toast-elsewhere', run: () => saveElsewhere(session, handoff, what) });
    }
    toasts.offer({ title: t.saved(visible(name)), cause: visible(saved.file), tone: 'done', about: `download:${handoff}:${what}`, actions });
  } catch (thrown) {
    toasts.failure(t.notSaved, toFailure(thrown));
  }
}

async function saveElsewhere(session: Session, handoff: string, what: DownloadWhat): Promise<void> {
  const folder = await chooseFolder(session, true);
  if (folder) await download(session, handoff, what, folder.handle);
}

/** Asks once, then dismisses. */
export function askDismiss(session: Session, handoff: Handoff): void {
  void overlays.showComponent(() => import('./Dismiss.svelte'), { session, handoff });
}

/** Dismisses; for ten seconds it can be undone without anyone noticing. */
export async function dismiss(session: Session, handoff: Handoff, reason: string): Promise<boolean> {
  try {
    const { id } = handoff;
    const given = reason.trim();
    const gone = await session.door.call('dismiss_handoff', { handoff: id, ...(given === '' ? {} : { reason: given }) });
    session.handoffs.take(gone);
    const about = `dismiss:${id}`;
    toasts.offer({
      title: t.dismissed(titleOf(handoff.title)),
      about,
      actions: [{ label: t.undo, testid: 'toast-undo', run: () => takeBack(session, id) }],
    });
    const left = gone.undo_until === null ? 0 : Date.parse(gone.undo_until) - Date.now();
    setTimeout(() => toasts.settle(about), Math.max(0, left));
    return true;
  } catch (thrown) {
    toasts.failure(t.notDismissed, toFailure(thrown));
    return false;
  }
}

/** Takes a dismissal back: as if it never was, or as a new task once the sender heard of it. */
export async function takeBack(session: Session, id: string): Promise<void> {
  try {
    const { handoff } = await session.door.call('undo_handoff', { handoff: id });
    session.handoffs.take(handoff);
    toasts.settle(`dismiss:${id}`);
    const same = handoff.id === id;
    toasts.done(same ? t.restored : t.broughtBack(visible(handoff.person.name)));
    if (!same) route.go('inbox', { item: handoff.id });
  } catch (thrown) {
    toasts.failure(t.notUndone, toFailure(thrown));
  }
}

/** Gets the messages that stayed with the sender. */
export async function fetchRest(session: Session, id: string): Promise<void> {
  try {
    const handoff = await session.door.call('fetch_handoff', { handoff: id });
    session.handoffs.take(handoff);
    if (handoff.full_copy?.state === 'local') toasts.done(t.fetched(texts.inbox.messages(handoff.full_copy.messages)));
  } catch (thrown) {
    toasts.failure(t.notFetched, toFailure(thrown));
  }
}

/** Chooses a way out of what blocks it, which answers the sender. */
export async function choose(session: Session, handoff: Handoff, option: number): Promise<void> {
  try {
    session.handoffs.take(await session.door.call('answer_handoff', { handoff: handoff.id, option }));
    toasts.done(t.decided(visible(handoff.person.name)));
  } catch (thrown) {
    toasts.failure(t.notChosen, toFailure(thrown));
  }
}
