// The texts of Diagnostics.
import { plural } from './plural';

export const diagnosticsTexts = {
  heading: 'Diagnostics',
  question: 'Why can’t I see someone?',
  who: 'Who can’t you see?',
  anyone: 'Anyone',
  verifiedPeople: 'Verified',
  otherPeople: 'Others',
  list: 'Results',
  run: 'Run again',
  running: 'Running…',
  next: 'Checking…',
  copy: 'Copy report',
  copied: 'Report copied.',
  notRun: 'Diagnostics couldn’t run',
  waiting: 'Checking this computer…',
  so: (count: number) => plural(count, '# result so far', '# results so far'),
  offline: 'Segue isn’t responding on this computer, so diagnostics can’t run.',
  outcome: { pass: 'OK', warn: 'Notice', fail: 'Not working', note: 'Info' },
  meaning: {
    pass: 'No problem found.',
    note: 'For information. It may explain what you see.',
    warn: 'It works, but there’s something you should know.',
    fail: 'This can stop Segue from working or from reaching other people.',
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
    use_invitation: 'Create an invite',
    connect_by_address: 'Connect by address',
    open_people: 'Open People',
    pair: 'Pair',
    mend_key: 'Identity key',
    copy_command: 'Copy command',
    open_settings: (section: string) => `Open settings: ${section}`,
  },
  commandCopied: 'Command copied.',
  report: 'Report',
  reportAbout: '“Copy report” copies exactly this text.',
  reportLeaves:
    'It contains no home folder, no names of people, accounts or computers, no conversations and no full device ids.',
  keyHeading: 'Your identity key is unavailable',
  keyBack: 'Your identity key is available again.',
  keyStill: 'Your identity key is still unavailable',
  keyNotTried: 'The key couldn’t be checked',
  summary: (pass: number, warn: number, fail: number, note: number) => {
    const parts = [];
    if (fail > 0) parts.push(`${fail} not working`);
    if (warn > 0) parts.push(plural(warn, '# notice', '# notices'));
    parts.push(`${pass} OK`);
    if (note > 0) parts.push(`${note} for information`);
    return parts.join(', ');
  },
};
