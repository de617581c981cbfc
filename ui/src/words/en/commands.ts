// What commands are called, and why one cannot be used now.

const noConversation = 'No conversation is selected.';
const noPerson = 'No person is selected.';
const noOffer = 'No handoff is selected.';
const noReview = 'No handoff is open for review.';
const noList = 'This screen has no list.';

export const commandWords = {
  palette: 'Open command palette',
  inbox: 'Inbox',
  library: 'Library',
  people: 'People',
  activity: 'Activity',
  diagnostics: 'Diagnostics',
  settings: 'Settings',
  sheet: 'Show keyboard shortcuts',
  toasts: 'Go to notifications',
  next: 'Next in list',
  previous: 'Previous in list',
  first: 'First in list',
  last: 'Last in list',
  open: 'Open selected',
  back: 'Back one level',
  handOff: 'Hand off…',
  review: 'Review…',
  verify: 'Verify…',
  import: 'Import…',
  download: 'Download…',
  dismiss: 'Dismiss',
  requestChanges: 'Request changes…',
  themeSystem: 'Use the system’s theme',
  themeLight: 'Use the light theme',
  themeDark: 'Use the dark theme',
  density: 'Switch density',
  nav: 'Collapse or expand navigation',
  runDiagnostics: 'Run diagnostics',
  copyReport: 'Copy diagnostics report',

  reason: {
    noConversation,
    noPerson,
    noOffer,
    noReview,
    noList,
    emptyList: 'The list is empty.',
    nothingOpen: 'Nothing is open.',
    noToasts: 'There are no notifications.',
    alreadyTheme: 'Already in use.',
    notConnected: 'Segue on this computer is not answering.',
    running: 'Already running.',
    narrow: 'The window is too narrow for more.',
  },
  notNow: (title: string) => `${title.replace(/…$/, '')} isn’t possible now`,
};
