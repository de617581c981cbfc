// The texts of Diagnostics.

export const diagnosticsWords = {
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
};
