// One import in the making: where to, what it would write, and what came of it. What would be written is
// worked out anew on every change; nothing is written before the person says so.
import type { Failure, FolderChoice, Imported, Undone } from '../bindings/door';
import { toFailure } from '../door/failure';
import { canBePasted, isWindowsPath, quoted } from '../lib/shell';
import { chooseFolder } from '../state/desktop';
import { toasts } from '../state/toasts.svelte';
import { texts } from '../i18n';
import type { ReviewState } from './review.svelte';

/** Changes that come this close together are worked out once. */
const TOGETHER_MS = 150;

/** What was imported from this page, by what it was made of: a file has no other memory of it. */
const results = $state<Record<string, Imported | undefined>>({});

function keyOf({ source }: ReviewState): string {
  return source.kind === 'file' ? source.handle : source.id;
}

/** What was imported of it from this page, if it was not taken back. */
export function resultOf(review: ReviewState): Imported | null {
  return results[keyOf(review)] ?? null;
}

export type Step = 'plan' | 'running' | 'done' | 'undone';

export class Importing {
  readonly review: ReviewState;
  to = $state('');
  folders = $state.raw<FolderChoice[]>([]);
  /** The handle of the folder; nothing for the one that fits. */
  folder = $state<string | null>(null);
  title = $state('');
  mapPaths = $state(true);
  again = $state(false);
  step = $state<Step>('plan');
  plan = $state.raw<Imported | null>(null);
  planning = $state(true);
  failure = $state.raw<Failure | null>(null);
  result = $state.raw<Imported | null>(null);
  removed = $state.raw<Undone | null>(null);
  progress = $state<{ done: number; total: number } | null>(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(review: ReviewState, to: string) {
    this.review = review;
    this.to = to;
  }

  readonly name = $derived.by(() => this.review.session.platforms.name(this.to));
  /** The same in a terminal, where any folder can be named. */
  readonly command = $derived.by(() => {
    const { source, file } = this.review;
    const path = file?.file ?? '';
    const named = canBePasted(path) ? quoted(path, isWindowsPath(path)) : texts.importing.commandFile;
    const what = source.kind === 'handoff' ? quoted(source.id, false) : named;
    return `segue import ${what} --to ${this.to} --project ${texts.importing.commandFolder}`;
  });
  readonly already = $derived(this.plan?.outcome === 'already_imported');

  /** Asks for the folders that fit, and works out what would be written. */
  async begin(): Promise<void> {
    const { source, session } = this.review;
    try {
      const of = source.kind === 'file' ? { file: source.handle } : { handoff: source.id };
      this.folders = (await session.door.call('folders', of)).folders;
    } catch {
      // Without them the node still finds the one that fits, or says why not.
    }
    await this.#rehearse();
  }

  /** Something was changed. */
  changed(): void {
    this.planning = true;
    this.#asked++;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#rehearse(), TOGETHER_MS);
  }

  /** Lets the person choose a folder in a dialog of the system. */
  async pick(): Promise<void> {
    const folder = await chooseFolder(this.review.session);
    if (!folder) return;
    const chosen = { handle: folder.handle, name: folder.name, path: folder.name, fit: 'none', last_used: null } satisfies FolderChoice;
    this.folders = [chosen, ...this.folders.filter((one) => one.handle !== folder.handle)];
    this.folder = folder.handle;
    this.changed();
  }

  async run(): Promise<void> {
    this.step = 'running';
    this.progress = null;
    const about = keyOf(this.review);
    const stop = this.review.session.door.onEvent((event) => {
      if (event.event === 'work_progress' && event.data.about === about) this.progress = event.data;
    });
    try {
      this.result = await this.#ask(false);
      this.failure = null;
      this.step = 'done';
      if (this.result.outcome !== 'planned') results[about] = this.result;
      void this.review.load();
    } catch (thrown) {
      this.failure = toFailure(thrown);
      this.step = 'plan';
    }
    stop();
  }

  async undo(): Promise<void> {
    this.step = 'running';
    try {
      this.removed = await takeBack(this.review, this.result);
      this.failure = null;
      this.step = 'undone';
    } catch (thrown) {
      this.failure = toFailure(thrown);
      this.step = 'done';
    }
  }

  async #rehearse(): Promise<void> {
    const asked = ++this.#asked;
    this.planning = true;
    try {
      const plan = await this.#ask(true);
      if (asked !== this.#asked) return;
      this.plan = plan;
      this.failure = null;
    } catch (thrown) {
      if (asked !== this.#asked) return;
      this.plan = null;
      this.failure = toFailure(thrown);
    }
    this.planning = false;
  }

  #ask(dry_run: boolean): Promise<Imported> {
    const { source, session } = this.review;
    const title = this.title.trim();
    const how = {
      to: this.to,
      map_paths: this.mapPaths,
      dry_run,
      again: this.again,
      ...(this.folder === null ? {} : { project: this.folder }),
      ...(title === '' ? {} : { title }),
    };
    return source.kind === 'file'
      ? session.door.call('import_file', { path: source.handle, ...how })
      : session.door.call('import_handoff', { handoff: source.id, ...how });
  }
}

async function takeBack(review: ReviewState, result: Imported | null): Promise<Undone | null> {
  const { source, session } = review;
  const id = result?.import ?? null;
  let undone: Undone | null;
  if (source.kind === 'handoff' && (id === null || id === review.handoff?.import)) {
    const reply = await session.door.call('undo_handoff', { handoff: source.id });
    session.handoffs.take(reply.handoff);
    undone = reply.import;
  } else {
    undone = await session.door.call('undo_import', { import: id ?? result?.session ?? '' });
  }
  results[keyOf(review)] = undefined;
  void review.load();
  return undone;
}

/** Takes an import back from outside the dialog, and says what came of it. */
export async function undoImport(review: ReviewState): Promise<void> {
  try {
    const undone = await takeBack(review, resultOf(review));
    toasts.done(undone?.was_gone ? texts.importing.wasGone : texts.importing.undoneAll);
  } catch (thrown) {
    toasts.failure(texts.importing.notUndone, toFailure(thrown));
  }
}
