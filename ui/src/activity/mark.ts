// How a handoff in the picture stands: a sign and a colour beside the word.
import type { IconName } from '../parts/icons';

export interface Mark {
  icon: IconName;
  tone: 'calm' | 'success' | 'warning' | 'danger';
}

const MARKS: Record<string, Mark> = {
  submitted: { icon: 'activity', tone: 'calm' },
  working: { icon: 'forward', tone: 'calm' },
  'input-required': { icon: 'question', tone: 'warning' },
  'auth-required': { icon: 'key', tone: 'warning' },
  completed: { icon: 'pass', tone: 'success' },
  canceled: { icon: 'undo', tone: 'calm' },
  rejected: { icon: 'block', tone: 'danger' },
  failed: { icon: 'fail', tone: 'danger' },
};

/** One that is not known is only named. */
export function markOf(state: string | null): Mark {
  return MARKS[state ?? ''] ?? { icon: 'handoff', tone: 'calm' };
}
