// The texts of Diagnostics.
import { plural } from './plural';

export const diagnosticsTexts = {
  heading: 'Diagnostics',
  question: 'Why can’t I see someone?',
  who: 'Whom do you miss?',
  anyone: 'Anyone',
  verifiedPeople: 'Verified',
  otherPeople: 'Others',
  list: 'What was measured',
  run: 'Run again',
  running: 'Running…',
  next: 'Measuring…',
  copy: 'Copy report',
  copied: 'Report copied.',
  notRun: 'Diagnostics did not run',
  waiting: 'Measuring this computer…',
  so: (count: number) => plural(count, '# result so far', '# results so far'),
  offline: 'Segue on this computer is not answering, so nothing can be measured now.',
  outcome: { pass: 'Fine', warn: 'To know', fail: 'Not working', note: 'Note' },
  meaning: {
    pass: 'This is as it should be.',
    note: 'Neither good nor bad: it may explain what you see.',
    warn: 'It works, with something to know about it.',
    fail: 'This keeps you and others apart, or Segue from working.',
  },
  whatToDo: 'What to do',
  nothingToDo: 'Nothing to do.',
  titles: {
    profile: 'Profile folder',
    space: 'Free space',
    database: 'Database',
    settings: 'Settings',
    identity: 'Identity key',
    node: 'Node',
    network: 'Other people',
    interfaces: 'Networks',
    listening: 'Listening',
    port: 'Port',
    vpn: 'VPN',
    discovery: 'Looking for people',
    multicast_v4: 'Multicast (IPv4)',
    multicast_v6: 'Multicast (IPv6)',
    people: 'People',
    person: 'The person you named',
    inbound: 'Reaching you',
    outbound: 'Reaching them',
    version: 'Their version',
    clock: 'Clocks',
  },
  act: {
    run_again: 'Run again',
    use_invitation: 'Make an invite',
    connect_by_address: 'Connect by address',
    open_people: 'Open People',
    pair: 'Compare words',
    mend_key: 'Identity key',
    copy_command: 'Copy command',
    open_settings: (section: string) => `Open settings: ${section}`,
  },
  commandCopied: 'Command copied.',
  report: 'The report',
  reportAbout: 'This is all that “Copy report” puts on the clipboard.',
  reportLeaves:
    'It has no home folder, no names of people, accounts or computers, no conversation and no full device id.',
  keyHeading: 'Your identity key is unavailable',
  keyBack: 'The identity key is available again.',
  keyStill: 'The identity key is still unavailable',
  keyNotTried: 'The key could not be tried',
  summary: (pass: number, warn: number, fail: number, note: number) => {
    const parts = [];
    if (fail > 0) parts.push(`${fail} not working`);
    if (warn > 0) parts.push(`${warn} to know`);
    parts.push(`${pass} fine`);
    if (note > 0) parts.push(plural(note, '# note', '# notes'));
    return parts.join(', ');
  },
};
