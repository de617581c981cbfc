// Which icon stands beside an entry of the journal, by the first word of its kind.
import type { IconName } from '../parts/icons';

const ICON_OF: Record<string, IconName> = {
  started: 'power',
  stopped: 'power',
  took: 'power',
  identity: 'key',
  settings: 'settings',
};

export function iconOfKind(kind: string): IconName {
  const first = kind.split(/[._-]/, 1)[0] ?? '';
  return ICON_OF[first] ?? 'activity';
}
