// The texts of the frame around every screen, of the door, and of what comes up anywhere.
import { plural } from './plural';

export const shellTexts = {
  shell: {
    skip: 'Skip to content',
    navigation: 'Main',
    search: 'Search or run a command',
    searchShort: 'Search',
    collapse: 'Collapse navigation',
    expand: 'Expand navigation',
    youOpens: (name: string) => `You: ${name}. Open your settings`,
    back: 'Back',
    waiting: (count: number) => plural(count, '# waiting', '# waiting'),
    resizeList: 'Width of the list',
    toasts: 'Notifications',
    moreToasts: (count: number) => `${count} more`,
    fewerToasts: 'Show fewer',
    dismiss: 'Dismiss',
    mayHaveHappened: 'It may already have happened. Look before you try again.',
    zoom: (percent: number) => `Zoom ${percent}%`,
    title: (screen: string) => `${screen} – Segue`,
  },

  status: {
    connecting: 'Connecting…',
    connectingWhy: 'Waiting for Segue on this computer to answer.',
    lost: 'Reconnecting…',
    lostWhy: 'Segue on this computer stopped answering. The page shows what it last knew.',
    lostLong: 'If you restarted segue serve, open its new link.',
    keyUnavailable: 'Key unavailable',
    starting: 'Network starting…',
    startingWhy: 'Segue is opening its network.',
    off: 'Network off',
    offWhy: 'No one can be reached, and no one can reach this computer.',
    on: (nearby: number) => {
      if (nearby === 0) return 'No one nearby';
      return `On this network – ${plural(nearby, '# person', '# people')}`;
    },
    visibleTo: {
      visible: 'Everyone on this network can see this computer.',
      teammates: 'Only people you verified see this computer.',
      hidden: 'This computer is hidden.',
    },
    byAddress: 'Others are not looked for. Only who knows its address can reach this computer.',
    nowhere: 'Not reachable',
    nowhereWhy: 'Segue listens nowhere, so no one can reach this computer.',
    discoveryFailing: 'Looking for others does not work at the moment.',
    opens: 'Open diagnostics.',
    problems: (count: number) => plural(count, '# problem', '# problems'),
    backAgain: 'Connected again.',
    gone: 'Connection lost. Reconnecting.',
  },

  door: {
    lost: 'Segue on this computer is not answering.',
    lostHint: 'Wait a moment: this page keeps trying to reach it.',
    noAnswer: 'Segue did not answer in time.',
    noAnswerHint: 'Try again. If it stays like this, restart Segue.',
    busy: 'Too many requests are waiting for an answer.',
    busyHint: 'Wait a moment and try again.',
    otherVersion: 'This page and Segue on this computer are of different versions.',
    otherVersionHint: 'Close this page and open a new link from “segue serve”.',
    internal: 'Something went wrong inside Segue. What you asked for may have happened all the same.',
    internalHint: 'Look before you try again. If it stays like this, restart Segue.',
  },

  refused: {
    browser: 'This page was not let in',
    desktop: 'Segue could not start',
    whatToDo: 'What to do',
    sessionEnded:
      'Segue was started anew since this page was opened. Open the new link that segue serve prints.',
    noToken: 'Open the link that segue serve prints; the address alone lets nobody in.',
  },

  failure: {
    statusNotRead: 'Segue could not be read',
    notCopied: 'Not copied',
    notCopiedWhy: 'This window may not use the clipboard.',
    notCopiedHint: 'Select the text and copy it by hand.',
  },

  palette: {
    label: 'Commands',
    placeholder: 'Type a command or a place',
    none: (query: string) => `No command matches “${query}”.`,
    count: (count: number) => plural(count, '# command', '# commands'),
    notNow: (title: string, reason: string) => `${title.replace(/…$/, '')}: ${reason}`,
  },

  sheet: {
    heading: 'Keyboard shortcuts',
    close: 'Close',
    lettersOff: 'Single-letter shortcuts are switched off in Settings.',
    or: 'or',
  },

  groups: {
    go: 'Go to',
    list: 'In lists',
    handoff: 'Conversations and people',
    reading: 'While reading',
    appearance: 'Appearance',
    tools: 'Tools',
  },

  time: {
    now: 'just now',
  },

  notices: {
    label: { problem: 'Problems', info: 'Good to know' },
    severity: { problem: 'Problem', info: 'Note' },
  },
};
