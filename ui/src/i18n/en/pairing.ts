// The texts of pairing: comparing four words with someone, from the request to the end.

export const pairingTexts = {
  /** For a device that uses the name of someone who is verified: it is not called by it. */
  other: 'the other person',
  heading: (name: string) => `Pair with ${name}`,
  asking: (name: string) => `Asking ${name}…`,
  askingWhy: 'Waiting for their computer to show the same words.',
  readAloud: (name: string) => `Compare these words with ${name}. One of you reads them aloud.`,
  readWhy:
    'Do this in the same room or on the phone. Both screens show the same words unless someone is intercepting the connection.',
  words: 'Words to compare',
  digits: 'As digits',
  match: 'They match',
  differ: 'They don’t match',
  close: 'Close',
  again: 'Try again',
  theyMatch: (name: string) => `${name} confirmed that the words match.`,
  leaving: (name: string) =>
    `Esc closes this without an answer. Nothing is shared, and ${name} sees that you left.`,

  waiting: (name: string) => `Waiting for ${name}`,
  waitingWhy: (name: string) =>
    `You confirmed that the words match. ${name} is verified as soon as they confirm it too. You can close this.`,

  paired: (name: string) => `You and ${name} are verified`,
  pairedWhy: (name: string) => `You can hand each other conversations now. Segue remembers ${name}’s key.`,
  pairedOld: (name: string) =>
    `${name}’s earlier device is still listed with its old key. Forget it when you no longer need it.`,
  forgetOld: 'Forget earlier device…',

  over: {
    differ: {
      title: 'The words don’t match. Stop here.',
      text: 'Someone may be intercepting the connection. Nothing was shared.',
      next: 'Try again on another network, or send an invite over a channel you trust.',
    },
    left: {
      title: (name: string) => `${name} left`,
      text: 'They closed or ignored the request. Nothing was shared.',
      next: 'Talk to them, then try again.',
    },
    expired: {
      title: 'The request expired',
      text: 'The words are no longer valid. Nothing was shared.',
      next: 'Try again when you’re both at your screens.',
    },
    lost: {
      title: 'The connection was lost',
      text: 'If you both confirmed the words, you’ll be verified when you’re next connected. Otherwise nothing changed.',
      next: 'Check that they’re still on this network, then try again.',
    },
    refused: {
      title: (name: string) => `${name} isn’t taking requests`,
      text: 'Their computer didn’t show the request.',
      next: 'Ask them to make themselves visible, or send them an invite.',
    },
    broken: {
      title: 'The other device gave an unexpected answer',
      text: 'It may run another version, or it may not be Segue. Nothing was shared.',
      next: 'Check that you both run the current version, then try again.',
    },
    withdrawn: {
      title: 'You left',
      text: 'Nothing was shared.',
      next: 'You can start again at any time.',
    },
  },
  notAsked: (name: string) => `${name} couldn’t be asked`,
  waitThen: 'Try again later, or send an invite. An invite works without waiting.',
  report: 'Run diagnostics',
  useInvite: 'Invite someone…',
  notSaid: 'Your answer wasn’t sent',

  type: {
    open: 'Type the code instead',
    label: 'Their words or digits',
    about: 'Type what the other screen shows. Segue compares it here.',
    check: 'Compare',
    empty: 'Type the words or digits from the other screen first.',
    wrong: 'This doesn’t match what this screen shows. Nothing was confirmed.',
    wrongNext: 'If it’s a typo, ask them to read it again. If their screen shows something else, choose “They don’t match”.',
  },

  toast: {
    title: 'Someone new wants to pair',
    again: (name: string) => `${name} wants to pair again`,
    about: (name: string) => `“${name}”, not verified.`,
    alike: (name: string) => `It uses the name “${name}”, like someone you verified, but has a different key.`,
    compare: 'Pair',
    ignore: 'Ignore',
    block: 'Block',
    notIgnored: 'The request couldn’t be ignored',
  },
};
