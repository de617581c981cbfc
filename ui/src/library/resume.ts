// The command that carries a conversation on in its own agent, as the node writes it after an import. The
// door has no question for it, so it is put together here from what the list knows, and only when that is
// sure to be right and harmless to paste.
import type { Conversation } from '../bindings/door';
import { canBePasted, isWindowsPath, quoted } from '../lib/shell';
import { words } from '../words';

type Known = Pick<Conversation, 'platform' | 'id' | 'project'>;

/** Of those whose list has the whole id; Gemini CLI's has only its beginning, which it does not take. */
const COMMANDS: Partial<Record<string, readonly string[]>> = {
  'claude-code': ['claude', '--resume'],
  codex: ['codex', 'resume'],
  opencode: ['opencode', '--session'],
};

/** The command, or why there is none. */
export function resumeOf({ platform, id, project }: Known): { line: string } | { why: string } {
  const w = words.library.deeds;
  const command = Object.hasOwn(COMMANDS, platform) ? COMMANDS[platform] : undefined;
  if (!command || !/^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(id)) return { why: w.noCommand };
  if (project === null || project === '') return { why: w.noProject };
  if (!canBePasted(project)) return { why: w.oddFolder };
  return { line: `cd ${quoted(project, isWindowsPath(project))} && ${[...command, id].join(' ')}` };
}
