// What can be done with a conversation: the same for the menu of its row, the menu beside its title, the
// keys and the palette.
import type { Conversation } from '../bindings/door';
import { openHandOff } from '../handoff/open';
import type { MenuItem } from '../parts/menu';
import type { Action, Offered } from '../state/actions.svelte';
import { copyOrSay } from '../state/copy';
import { onlyInApp, showInFolder } from '../state/desktop';
import type { Session } from '../state/session.svelte';
import { texts } from '../i18n';
import { type Resume, resumesOf } from './resume.svelte';

export interface ConversationActions {
  handOff: Action;
  resume: Action;
  folder: Action;
  copyId: Action;
  details: Action;
}

/** Why the project folder can't be shown; nothing when it can. */
function noFolder(session: Pick<Session, 'door'>, project: string | null, resume: Resume | null): string | null {
  const t = texts.library.actions;
  if (project === null || project === '') return t.noProject;
  const here = onlyInApp(session);
  if (here !== null) return here;
  if (resume === null) return t.folderLooking;
  if ('why' in resume) return t.folderUnknown;
  return resume.handle === null ? t.folderGone : null;
}

/** Why there is no command to carry on with; nothing when there is one. */
function noResume(project: string | null, resume: Resume | null): string | null {
  const t = texts.library.actions;
  if (project === null || project === '') return t.noProject;
  if (resume === null) return t.resumeLooking;
  return 'why' in resume ? resume.why : null;
}

/** Asks for what the actions of a conversation need. */
export function lookFor(session: Pick<Session, 'door'>, { name }: Conversation): void {
  void resumesOf(session).look(name);
}

export function actionsOf(session: Session, conversation: Conversation, details: () => unknown): ConversationActions {
  const t = texts.library;
  const { name, project } = conversation;
  const resume = () => resumesOf(session).of(name);
  return {
    handOff: {
      blocked: conversation.state?.state === 'unreadable' ? t.pane.unreadableTitle : null,
      run: () => openHandOff(session, { conversation: name }),
    },
    resume: {
      blocked: noResume(project, resume()),
      run: () => {
        const known = resume();
        if (known && 'line' in known) void copyOrSay(known.line, t.actions.copiedResume);
      },
    },
    folder: {
      blocked: noFolder(session, project, resume()),
      run: () => {
        const known = resume();
        if (known && 'line' in known && known.handle !== null) void showInFolder(session, known.handle);
      },
    },
    copyId: { blocked: null, run: () => copyOrSay(name, t.pane.copiedId) },
    details: { blocked: null, run: details },
  };
}

/** As a menu. */
export function menuOf(actions: ConversationActions): MenuItem[] {
  const t = texts.library;
  const item = (id: string, label: string, icon: NonNullable<MenuItem['icon']>, { blocked, run }: Action): MenuItem => ({
    id,
    label,
    icon,
    blocked,
    run,
  });
  return [
    item('handoff', t.pane.handOff, 'handoff', actions.handOff),
    item('resume', t.actions.resume, 'terminal', actions.resume),
    item('folder', t.actions.folder, 'folder', actions.folder),
    item('id', t.pane.copyId, 'copy', actions.copyId),
    item('details', t.pane.details, 'info', actions.details),
  ];
}

/** As what the commands of the table act on. */
export function offeredOf(actions: ConversationActions): Offered {
  return {
    handOff: actions.handOff,
    copyResume: actions.resume,
    openProject: actions.folder,
    copyId: actions.copyId,
    showDetails: actions.details,
  };
}
