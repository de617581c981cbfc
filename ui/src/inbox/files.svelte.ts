// Conversation files that were opened while the page is there: from a dialog, by a drop, by the system or
// by `segue` in a terminal. Each is a row of the inbox until it is closed. Opening shows, and does no more.
import type { OpenedPath } from '../bindings/door';
import { chooseFile, takeDropped } from '../state/desktop';
import { route } from '../state/route.svelte';
import type { Session } from '../state/session.svelte';

const PREFIX = 'file:';

class OpenedFiles {
  all = $state.raw<OpenedPath[]>([]);

  /** Puts a file into the list and shows it. */
  show(file: OpenedPath): void {
    if (file.is_folder) return;
    this.all = [file, ...this.all.filter((one) => one.handle !== file.handle)];
    route.go('inbox', { item: itemOf(file.handle) });
  }

  close(handle: string): void {
    this.all = this.all.filter((one) => one.handle !== handle);
    if (route.item === itemOf(handle)) route.choose(null);
  }

  /** A file that is named by the address and was opened before the page was loaded. */
  know(handle: string, name: string, bytes: number): void {
    if (this.all.some((one) => one.handle === handle && one.name === name)) return;
    const file = { handle, name, bytes, is_folder: false };
    const here = this.all.some((one) => one.handle === handle);
    this.all = here ? this.all.map((one) => (one.handle === handle ? file : one)) : [file, ...this.all];
  }
}

export const openedFiles = new OpenedFiles();

export function itemOf(handle: string): string {
  return `${PREFIX}${handle}`;
}

/** The handle of a file, when a row or an address names one. */
export function handleOf(item: string | null): string | null {
  return item?.startsWith(PREFIX) ? item.slice(PREFIX.length) : null;
}

/** Lets the person choose a file and shows it. */
export async function openFile(session: Session): Promise<void> {
  const file = await chooseFile(session);
  if (file) openedFiles.show(file);
}

/** Shows a file that was dropped onto the page. */
export async function openDropped(session: Session, dropped: File): Promise<void> {
  const file = await takeDropped(session, dropped);
  if (file) openedFiles.show(file);
}

/** From now on, what is opened from outside is shown here. */
export function followFiles(session: Pick<Session, 'door' | 'node'>): void {
  const take = async () => {
    const { files } = await session.door.call('take_files');
    for (const file of files) openedFiles.show(file);
  };
  // Whoever opened it hears of a failure; here there would be nothing to show.
  const quietly = () => void take().catch(() => undefined);
  session.node.onRefresh(quietly);
  session.door.onEvent((event) => {
    if (event.event === 'file_opened') quietly();
  });
}
