// What only a desktop app can do: choose files and folders in dialogs of the system, show a folder, open a
// terminal, open a link outside. In a browser a file is chosen by the browser itself, a link opens a new
// tab, and the rest is not offered, with the reason.
import type { DesktopAction, OpenedPath } from '../bindings/door';
import { toFailure } from '../door/failure';
import { texts } from '../i18n';
import type { Session } from './session.svelte';
import { toasts } from './toasts.svelte';

type At = Pick<Session, 'door'>;
const t = texts.desktop;

/** Why folders and terminals can't be opened from here; nothing when they can. */
export function onlyInApp({ door }: At): string | null {
  return door.kind === 'desktop' ? null : t.onlyApp;
}

/** Opens a link outside; the caller asked the person. Other kinds of links are not opened. */
export async function openLink(session: At, url: string): Promise<void> {
  if (!/^(https?|mailto):/i.test(url)) return;
  if (session.door.kind === 'desktop') await tried(session, { action: 'open_link', params: { url } }, t.linkNotOpened);
  else window.open(url, '_blank', 'noopener,noreferrer');
}

/** Lets the person choose a conversation file; nothing when they chose none. */
export async function chooseFile({ door }: At): Promise<OpenedPath | null> {
  try {
    if (door.kind === 'desktop') return await asked(door, { action: 'choose_file' });
    const file = await chosenInBrowser();
    return file && (await door.upload(file));
  } catch (thrown) {
    toasts.failure(t.fileNotOpened, toFailure(thrown));
    return null;
  }
}

/** Lets the person choose a package to check; see `onlyInApp`. */
export async function choosePackage({ door }: At): Promise<OpenedPath | null> {
  try {
    return await asked(door, { action: 'choose_package' });
  } catch (thrown) {
    toasts.failure(t.fileNotOpened, toFailure(thrown));
    return null;
  }
}

/** Takes a file that was dropped onto the page. */
export async function takeDropped({ door }: At, file: File): Promise<OpenedPath | null> {
  try {
    return await door.upload(file);
  } catch (thrown) {
    toasts.failure(t.fileNotOpened, toFailure(thrown));
    return null;
  }
}

/** Lets the person choose a project folder, or one to save into; see `onlyInApp`. */
export async function chooseFolder({ door }: At, saving = false): Promise<OpenedPath | null> {
  try {
    return await asked(door, { action: saving ? 'save_folder' : 'choose_folder' });
  } catch (thrown) {
    toasts.failure(t.folderNotChosen, toFailure(thrown));
    return null;
  }
}

/** Shows a file or folder in the file manager; see `onlyInApp`. */
export function showInFolder(session: At, handle: string): Promise<void> {
  return tried(session, { action: 'show_in_folder', params: { handle } }, t.folderNotShown);
}

/** Opens a terminal in a folder; see `onlyInApp`. */
export function openTerminal(session: At, handle: string): Promise<void> {
  return tried(session, { action: 'open_terminal', params: { handle } }, t.terminalNotOpened);
}

async function asked(door: At['door'], action: DesktopAction): Promise<OpenedPath | null> {
  const answer = await door.desktop(action);
  return 'result' in answer ? answer.result : null;
}

async function tried({ door }: At, action: DesktopAction, title: string): Promise<void> {
  try {
    await door.desktop(action);
  } catch (thrown) {
    toasts.failure(title, toFailure(thrown));
  }
}

/** The browser's own dialog. */
function chosenInBrowser(): Promise<File | null> {
  return new Promise((chosen) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.hidden = true;
    input.dataset['testid'] = 'desktop-file';
    const end = (file: File | null) => {
      input.remove();
      chosen(file);
    };
    input.addEventListener('change', () => end(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => end(null));
    document.body.append(input);
    input.click();
  });
}
