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
    mayHaveHappened: 'It may have finished. Check before you try again.',
    zoom: (percent: number) => `Zoom ${percent}%`,
    title: (screen: string) => `${screen} – Segue`,
  },

  status: {
    connecting: 'Connecting…',
    connectingWhy: 'Waiting for Segue on this computer.',
    lost: 'Reconnecting…',
    lostWhy: 'Segue stopped responding on this computer. You see the last known state.',
    lostLong: 'If you restarted Segue in a terminal, open its new link.',
    keyUnavailable: 'Key unavailable',
    starting: 'Network starting…',
    startingWhy: 'Segue is connecting to the network.',
    off: 'Network off',
    offWhy: 'You can’t reach anyone, and nobody can reach this computer.',
    on: (nearby: number) => {
      if (nearby === 0) return 'No one nearby';
      return `${plural(nearby, '# person', '# people')} on this network`;
    },
    visibleTo: {
      visible: 'Everyone on this network can see this computer.',
      teammates: 'Only people you verified can see this computer.',
      hidden: 'This computer is hidden.',
    },
    byAddress: 'Discovery is off. Only people with your address can connect.',
    nowhere: 'Not reachable',
    nowhereWhy: 'Segue isn’t listening on any address, so nobody can reach this computer.',
    discoveryFailing: 'Discovery isn’t working right now.',
    opens: 'Open diagnostics.',
    problems: (count: number) => plural(count, '# problem', '# problems'),
    backAgain: 'Connected again.',
    gone: 'Connection lost. Reconnecting…',
  },

  door: {
    lost: 'Segue isn’t responding on this computer.',
    lostHint: 'Wait a moment. This page keeps trying to reconnect.',
    noAnswer: 'Segue didn’t answer in time.',
    noAnswerHint: 'Try again. If it keeps happening, restart Segue.',
    busy: 'Too many requests are waiting for an answer.',
    busyHint: 'Wait a moment and try again.',
    otherVersion: 'This page and Segue on this computer have different versions.',
    otherVersionHint: 'Close this page and open the new link from the terminal where Segue runs.',
    internal: 'Something went wrong in Segue. Your request may have finished.',
    internalHint: 'Check before you try again. If it keeps happening, restart Segue.',
  },

  refused: {
    browser: 'You need a new link',
    desktop: 'Segue couldn’t start',
    whatToDo: 'What to do',
    sessionEnded:
      'This link has expired because Segue was restarted. Open the new link from the terminal where Segue runs.',
    noToken: 'The address alone isn’t enough. Open the full link from the terminal where Segue runs.',
  },

  failure: {
    statusNotRead: 'Segue’s status couldn’t be loaded',
    notCopied: 'The text couldn’t be copied',
    notCopiedWhy: 'This window has no access to the clipboard.',
    notCopiedHint: 'Select the text and copy it yourself.',
  },

  palette: {
    label: 'Commands',
    placeholder: 'Type a command or a screen',
    none: (query: string) => `No commands match “${query}”.`,
    count: (count: number) => plural(count, '# command', '# commands'),
    notNow: (title: string, reason: string) => `${title.replace(/…$/, '')}: ${reason}`,
  },

  sheet: {
    heading: 'Keyboard shortcuts',
    close: 'Close',
    lettersOff: 'Single-letter shortcuts are turned off in Settings.',
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
    minutes: (count: number) => `${count} min ago`,
    hours: (count: number) => `${count} h ago`,
    yesterday: (time: string) => `yesterday, ${time}`,
  },

  notices: {
    label: { problem: 'Problems', info: 'Notices' },
    severity: { problem: 'Problem', info: 'Notice' },
  },
};
