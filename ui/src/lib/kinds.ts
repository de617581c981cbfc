// Which icon stands beside an entry of the journal, by its kind.
import type { IconName } from '../parts/icons';

const ICON_OF: Record<string, IconName> = {
  started: 'power',
  stopped: 'power',
  took: 'power',
  identity: 'key',
  settings: 'settings',
  handoff: 'handoff',
  person: 'people',
  people: 'people',
  invite: 'link',
  import: 'receive',
  export: 'file',
};

/** Where the first word is not enough. */
const ICON_OF_WHOLE: Record<string, IconName> = {
  handoff_arrived: 'receive',
  handoff_imported: 'receive',
  handoff_downloaded: 'download',
  handoff_delivered: 'check',
  handoff_asked: 'question',
  handoff_failed: 'fail',
  handoff_dismissed: 'close',
  handoff_withdrawn: 'undo',
  handoff_import_undone: 'undo',
  import_undone: 'undo',
  person_verified: 'verified',
  person_joined: 'verified',
  person_blocked: 'block',
};

export function iconOfKind(kind: string): IconName {
  const first = kind.split(/[._-]/, 1)[0] ?? '';
  return ICON_OF_WHOLE[kind] ?? ICON_OF[first] ?? 'activity';
}
