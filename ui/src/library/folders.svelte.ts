// Which project folders are on this computer, and by which name the node shows each of them. Only the app
// can show a folder, so a page in a browser does not ask.
import type { Door } from '../door';
import type { Session } from '../state/session.svelte';

export class ProjectFolders {
  /** By their path; nothing before the first answer. */
  #handles = $state.raw<Record<string, string> | null>(null);
  #failed = $state(false);
  readonly #door: Door;

  constructor(door: Door) {
    this.#door = door;
  }

  /** Whether an answer came. */
  get known(): boolean {
    return this.#handles !== null;
  }

  /** Whether the last question was not answered. */
  get failed(): boolean {
    return this.#failed;
  }

  handle(path: string): string | null {
    const handles = this.#handles ?? {};
    return Object.hasOwn(handles, path) ? (handles[path] ?? null) : null;
  }

  /** Asks; what is known stays until the answer. */
  async look(): Promise<void> {
    if (this.#door.kind !== 'desktop') return;
    try {
      const { folders } = await this.#door.call('folders', {});
      this.#handles = Object.fromEntries(folders.map(({ path, handle }) => [path, handle]));
      this.#failed = false;
    } catch {
      this.#failed = this.#handles === null;
    }
  }
}

const made = new WeakMap<Door, ProjectFolders>();

export function foldersOf({ door }: Pick<Session, 'door'>): ProjectFolders {
  const known = made.get(door);
  if (known) return known;
  const folders = new ProjectFolders(door);
  made.set(door, folders);
  return folders;
}
