// What can be done with a conversation: the same for the menu of its row, the menu beside its title, the
// keys and the palette.
import type { Conversation } from '../bindings/door';
import { openHandOff } from '../handoff/open';
import type { MenuItem } from '../parts/menu';
import type { Offered } from '../state/actions.svelte';
import { copyOrSay } from '../state/copy';
import { onlyInApp, showInFolder } from '../state/desktop';
import type { Session } from '../state/session.svelte';
import { words } from '../words';
import { foldersOf, type ProjectFolders } from './folders.svelte';
import { resumesOf } from './resume.svelte';

export interface Deed {
  /** Why it cannot be done now; `null` when it can. */
  blocked: string | null;
  run(): unknown;
}

export interface Deeds {
  handOff: Deed;
  resume: Deed;
  folder: Deed;
  copyId: Deed;
  details: Deed;
}

/** Why the project folder can't be shown; nothing when it can. */
export function noFolder(session: Pick<Session, 'door'>, project: string | null, folders: ProjectFolders): string | null {
  const w = words.library.deeds;
  if (project === null || project === '') return w.noProject;
  const here = onlyInApp(session);
  if (here !== null) return here;
  if (folders.handle(project) !== null) return null;
  if (folders.failed) return w.folderUnknown;
  return folders.known ? w.folderGone : w.folderLooking;
}

/** Why there is no command to carry on with; nothing when there is one. */
function noResume(session: Pick<Session, 'door'>, { name, project }: Conversation): string | null {
  const w = words.library.deeds;
  if (project === null || project === '') return w.noProject;
  const resume = resumesOf(session).of(name);
  if (resume === null) return w.resumeLooking;
  return 'why' in resume ? resume.why : null;
}

/** Asks for what the deeds of a conversation need. */
export function lookFor(session: Pick<Session, 'door'>, { name }: Conversation): void {
  void foldersOf(session).look();
  void resumesOf(session).look(name);
}

export function deedsOf(session: Session, conversation: Conversation, details: () => unknown): Deeds {
  const w = words.library;
  const folders = foldersOf(session);
  const { name, project } = conversation;
  return {
    handOff: {
      blocked: conversation.state?.state === 'unreadable' ? w.pane.unreadableTitle : null,
      run: () => openHandOff(session, { conversation: name }),
    },
    resume: {
      blocked: noResume(session, conversation),
      run: () => {
        const resume = resumesOf(session).of(name);
        if (resume && 'line' in resume) void copyOrSay(resume.line, w.deeds.copiedResume);
      },
    },
    folder: {
      blocked: noFolder(session, project, folders),
      run: () => {
        const handle = project === null ? null : folders.handle(project);
        if (handle !== null) void showInFolder(session, handle);
      },
    },
    copyId: { blocked: null, run: () => copyOrSay(name, w.pane.copiedId) },
    details: { blocked: null, run: details },
  };
}

/** As a menu. */
export function menuOf(deeds: Deeds): MenuItem[] {
  const w = words.library;
  const item = (id: string, label: string, icon: NonNullable<MenuItem['icon']>, { blocked, run }: Deed): MenuItem => ({
    id,
    label,
    icon,
    blocked,
    run,
  });
  return [
    item('handoff', w.pane.handOff, 'handoff', deeds.handOff),
    item('resume', w.deeds.resume, 'terminal', deeds.resume),
    item('folder', w.deeds.folder, 'folder', deeds.folder),
    item('id', w.pane.copyId, 'copy', deeds.copyId),
    item('details', w.pane.details, 'info', deeds.details),
  ];
}

/** As what the commands of the table act on. */
export function offeredOf(deeds: Deeds): Offered {
  return {
    handOff: deeds.handOff,
    copyResume: deeds.resume,
    openProject: deeds.folder,
    copyId: deeds.copyId,
    showDetails: deeds.details,
  };
}
