// The texts of Activity: what happened, and where conversations went.

export const activityWords = {
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
};
