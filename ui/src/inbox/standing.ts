// How a handoff stands: one word that is the same everywhere, and a sentence.
import type { Handoff } from '../bindings/door';
import type { IconName } from '../parts/icons';
import { visible } from '../lib/visible';
import { texts } from '../i18n';

export interface Standing {
  word: string;
  tone: 'calm' | 'accent' | 'warning' | 'success' | 'danger' | 'faint';
  icon: IconName;
  says: string;
}

type State = keyof typeof texts.inbox.state;

const LOOK: Record<State, Pick<Standing, 'tone' | 'icon'>> = {
  waiting: { tone: 'calm', icon: 'activity' },
  delivered: { tone: 'calm', icon: 'forward' },
  opened: { tone: 'accent', icon: 'forward' },
  imported: { tone: 'success', icon: 'pass' },
  answered: { tone: 'success', icon: 'pass' },
  needsAnswer: { tone: 'warning', icon: 'question' },
  needsPairing: { tone: 'warning', icon: 'key' },
  cancelled: { tone: 'faint', icon: 'undo' },
  dismissed: { tone: 'faint', icon: 'block' },
  failed: { tone: 'danger', icon: 'fail' },
};

/** The word for a handoff and what it means, seen from this side. */
export function standingOf(handoff: Handoff): Standing {
  const name = visible(handoff.person.name);
  const [state, says] = handoff.direction === 'received' ? incoming(handoff, name) : outgoing(handoff, name);
  return { word: texts.inbox.state[state], says, ...LOOK[state] };
}

function incoming(handoff: Handoff, name: string): [State, string] {
  const s = texts.inbox.says;
  if (handoff.undo_until !== null) return ['dismissed', s.dismissing(name)];
  switch (handoff.state) {
    case 'completed':
      if (handoff.receipt === 'import-undone') return ['opened', s.undone];
      return handoff.receipt === 'answered' ? ['answered', s.decided] : ['imported', s.imported];
    case 'rejected':
      return ['dismissed', s.dismissed];
    case 'canceled':
      return ['cancelled', s.withdrawn(name)];
    case 'failed':
      return ['failed', s.failed];
    case 'auth-required':
      return ['needsPairing', s.verifyAgain(name)];
    case 'input-required':
      return ['waiting', s.waitingFor(name)];
    case 'submitted':
      return ['waiting', s.coming(name)];
    default:
      if (handoff.options.length > 0) return ['needsAnswer', s.decide(name)];
      if (handoff.receipt === 'downloaded') return ['opened', s.downloaded];
      if (handoff.receipt === 'opened') return ['opened', s.opened];
      return ['waiting', s.new];
  }
}

function outgoing(handoff: Handoff, name: string): [State, string] {
  const s = texts.inbox.says;
  switch (handoff.state) {
    case 'completed':
      if (handoff.receipt === 'import-undone') return ['opened', s.theyUndone(name)];
      return handoff.receipt === 'answered' ? ['answered', s.theyDecided(name)] : ['imported', s.theyImported(name)];
    case 'rejected':
      return ['dismissed', s.theyDismissed(name)];
    case 'canceled':
      return ['cancelled', s.youWithdrew];
    case 'failed':
      return ['failed', s.theyFailed(name)];
    case 'auth-required':
      return ['needsPairing', s.verifyAgain(name)];
    case 'input-required':
      return ['needsAnswer', s.needsAnswer(name)];
    case 'submitted':
      return ['waiting', handoff.receipt === 'queued' ? s.queued(name) : s.going(name)];
    default:
      if (handoff.receipt === 'withdrawn') return ['waiting', s.withdrawing(name)];
      if (handoff.receipt === 'downloaded') return ['opened', s.theyDownloaded(name)];
      if (handoff.receipt === 'opened') return ['opened', s.theyOpened(name)];
      return ['delivered', s.has(name)];
  }
}

/** Whether the sentence has the word in it, so that one of them is enough. */
export function saysAll({ word, says }: Standing): boolean {
  return says.startsWith(word);
}

/** Whether nobody looked at it yet. */
export function isNew(handoff: Handoff): boolean {
  return handoff.direction === 'received' && handoff.state === 'working' && handoff.receipt === 'delivered' && handoff.undo_until === null;
}

export function titleOf(title: string | null | undefined): string {
  const shown = visible(title ?? '').trim();
  return shown === '' ? texts.inbox.untitled : shown;
}
