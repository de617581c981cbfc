// The texts of the screens other than Settings.

export const screenWords = {
  inbox: {
    heading: 'Inbox',
    empty: 'Nothing waiting.',
    sentence:
      'Conversations that people hand to you will appear here. This version of Segue can’t receive any yet.',
    action: 'Open activity',
  },

  library: {
    heading: 'Library',
    empty: 'Segue can’t read conversations yet.',
    sentence:
      'Conversations from the AI apps on this computer will be listed here, to read and to hand off. What works now: your identity, settings, activity and diagnostics.',
    action: 'Run diagnostics',
  },

  people: {
    joined: (name: string) => `${name} joined by your invite and is verified`,
    joinedWhat: (short: string) => `Not whom you meant? Take it back: segue forget ${short}`,
    asks: (name: string) => `${name} asks to pair`,
    asksWhat: 'Compare the code with them in a terminal: segue pair',
    heading: 'People',
    empty: 'People can’t be shown here yet.',
    sentence:
      'People you verified and devices nearby will appear here. Until then the command line shows them: segue people, segue invite, segue pair.',
    action: 'Choose your name',
  },

  activity: {
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
        ? total === 1
          ? '1 entry'
          : `${total} entries`
        : `${shown} of ${total} entries`,
    noDetail: 'There is nothing more to say about this.',
    when: 'When',
    full: 'This page holds no more. Older entries stay on this computer.',
  },

  diagnostics: {
    heading: 'Diagnostics',
    list: 'What was measured',
    run: 'Run again',
    running: 'Running…',
    copy: 'Copy report',
    copied: 'Report copied.',
    notRun: 'Diagnostics did not run',
    waiting: 'Measuring this computer…',
    offline: 'Segue on this computer is not answering, so nothing can be measured now.',
    outcome: { pass: 'Fine', warn: 'To know', fail: 'Not working', note: 'Note' },
    whatToDo: 'What to do',
    nothingToDo: 'Nothing to do.',
    report: 'The report',
    reportAbout: 'This is all that “Copy report” puts on the clipboard.',
    keyHeading: 'Your identity key is unavailable',
    keyBack: 'The identity key is available again.',
    keyStill: 'The identity key is still unavailable',
    keyNotTried: 'The key could not be tried',
    summary: (pass: number, warn: number, fail: number, note: number) => {
      const parts = [];
      if (fail > 0) parts.push(`${fail} not working`);
      if (warn > 0) parts.push(`${warn} to know`);
      parts.push(`${pass} fine`);
      if (note > 0) parts.push(note === 1 ? '1 note' : `${note} notes`);
      return parts.join(', ');
    },
  },

  notices: {
    label: { problem: 'Problems', info: 'Good to know' },
    severity: { problem: 'Problem', info: 'Note' },
  },
};
