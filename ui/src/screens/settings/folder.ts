// Another folder for an AI app: chosen in the app's dialog, or, where the page may not name a folder because it
// runs in a browser, by a command for a terminal.
import type { AgentFolder, PlatformInfo } from '../../bindings/door';
import { toFailure } from '../../door/failure';
import { canBePasted, isWholePath, isWindowsPath, quoted } from '../../lib/shell';
import { chooseFolder } from '../../state/desktop';
import type { Session } from '../../state/session.svelte';
import { toasts } from '../../state/toasts.svelte';
import { texts } from '../../i18n';

type At = Pick<Session, 'door' | 'platforms'>;

/** Looks for an app in this folder from now on, or in its own again. */
export async function setFolder({ door, platforms }: At, platform: PlatformInfo, handle: string | null): Promise<void> {
  const t = texts.settings.platforms;
  try {
    platforms.all = (await door.call('set_platform_folder', { platform: platform.id, folder: handle })).platforms;
    toasts.done(handle === null ? t.folderReset(platform.name) : t.folderSet(platform.name));
  } catch (thrown) {
    toasts.failure(t.folderNotSet, toFailure(thrown));
  }
}

/** The person chooses it in a dialog. */
export async function chooseFolderOf(session: At, platform: PlatformInfo): Promise<void> {
  const opened = await chooseFolder(session);
  if (opened) await setFolder(session, platform, opened.handle);
}

/** What a person types as a folder, as a command; or what is wrong with it. */
export function folderCommand(
  platform: string,
  typed: string,
  known: readonly AgentFolder[],
  profile: string,
): { line: string } | { why: string } | null {
  const t = texts.settings.platforms;
  const folder = typed.trim().replace(/(?<=[^:\\/])[\\/]+$/, '');
  if (folder === '') return null;
  if (!isWholePath(folder)) return { why: t.notWhole };
  if (!canBePasted(folder)) return { why: t.notPasted };
  const folders = [...known.filter((one) => one.platform !== platform), { platform, folder }];
  const windows = isWindowsPath(folder);
  const parts = ['segue', 'settings', 'set', 'platforms.folders', JSON.stringify(folders), '--profile', profile];
  return { line: parts.map((part) => quoted(part, windows)).join(' ') };
}
