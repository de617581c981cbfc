// The texts of Activity: what happened, and where conversations went.
import { plural } from './plural';

export const activityTexts = {
  heading: 'Activity',
  list: 'What happened, newest first',
  empty: 'Nothing has happened yet.',
  emptySentence: 'What Segue does on this computer is written down here.',
  choose: 'Choose an entry to read more about it.',
  older: 'Show older',
  loadingOlder: 'Loading…',
  notRead: 'Activity could not be read',
  count: (shown: number, total: number) =>
    shown === total
      ? plural(total, '# entry', '# entries')
      : `${shown} of ${total} entries`,
  noDetail: 'There is nothing more to say about this.',
  showHandoff: 'Show the handoff',
  when: 'When',
  full: 'This page holds no more. Older entries stay on this computer.',

  view: 'What to show',
  views: { list: 'What happened', versions: 'Versions' },
  versions: 'Conversations that were handed over',
  conversations: (count: number) => plural(count, '# conversation', '# conversations'),
  versionCount: (count: number) => plural(count, '# version', '# versions'),
  versionsNotRead: 'Versions could not be read',
  noVersions: 'No conversation was handed over yet.',
  noVersionsSentence: 'Once one is, this shows who had it, what came of it, and how it went on.',
  untitled: 'Untitled conversation',
  shape: 'How to show the versions',
  shapes: { graph: 'Graph', table: 'Table' },
  graphOf: (title: string) => `Versions of ${title}`,
  messages: (count: number) => plural(count, '# message', '# messages'),
  columns: {
    number: 'Version',
    who: 'Who',
    agent: 'Agent',
    messages: 'Messages',
    from: 'From',
    handed: 'Handed to',
    when: 'When',
  },
  grew: (from: number, to: number) => `${to}, from ${from} at the start`,
  beginning: 'The beginning',
  elsewhere: 'not here',
  you: (name: string) => `${name} (you)`,
  handedTo: 'Handed to',
  signedBy: 'Record',
  signed: 'Signed',
  unsigned: 'Not signed',
  compare: 'Compare with the one before',
  comparing: 'Comparing…',
  compared: (added: number, same: number, removed: number) => {
    const parts = [`${added} new`, `${same} the same`];
    if (removed > 0) parts.push(`${removed} gone`);
    return `Messages: ${parts.join(', ')}`;
  },
  notCompared: 'The versions were not compared',
  noParent: 'This is the first version: there is none before it.',
  openVersion: 'Open',
  notHere: 'Only versions of your own agents can be opened on this computer.',
  role: { user: 'Person', agent: 'Agent' },
  copyMermaid: 'Copy as Mermaid',
  mermaidCopied: 'Mermaid graph copied.',
  quarantined: (count: number) =>
    plural(count, '# record does not count', '# records do not count'),
  state: (state: string) => STATES[state] ?? 'Handed over',
  receipt: (state: string) => RECEIPTS[state] ?? state,
};

const STATES: Record<string, string> = {
  submitted: 'Waiting',
  working: 'In progress',
  'input-required': 'Needs an answer',
  'auth-required': 'Needs sign-in',
  completed: 'Done',
  canceled: 'Cancelled',
  rejected: 'Declined',
  failed: 'Failed',
};

const RECEIPTS: Record<string, string> = {
  queued: 'Handed over',
  offered: 'Offered',
  delivered: 'Delivered',
  opened: 'Opened',
  downloaded: 'Downloaded',
  imported: 'Imported',
  dismissed: 'Dismissed',
  withdrawn: 'Withdrawn',
  failed: 'Failed',
};
