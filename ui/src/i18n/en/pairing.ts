// The texts of comparing words with someone, from the request to the end.

export const pairingTexts = {
  /** For a device that uses a teammate's name: it is not called by it. */
  other: 'the other person',
  heading: (name: string) => `Verify ${name}`,
  asking: (name: string) => `Asking ${name}…`,
  askingWhy: 'Their computer is being asked to show the same words.',
  readAloud: (name: string) => `Ask ${name} to read the words aloud.`,
  readWhy:
    'In the same room or on the phone. Both screens show the same words unless someone stands between you.',
  words: 'The words',
  digits: 'The same as digits',
  match: 'They match',
  differ: 'They don’t match',
  close: 'Close',
  again: 'Try again',
  theyMatch: (name: string) => `${name} already said that they match.`,
  leaving: (name: string) =>
    `Esc leaves without an answer. Nothing is shared, and ${name} sees that you left.`,

  waiting: (name: string) => `Waiting for ${name}`,
  waitingWhy: (name: string) =>
    `You said that the words match. ${name} is verified as soon as they say so too. You can close this.`,

  paired: (name: string) => `You and ${name} are verified`,
  pairedWhy: (name: string) => `You can hand each other conversations now. ${name}’s key is remembered.`,
  pairedOld: (name: string) =>
    `The earlier device of ${name} is still listed, with its old key. Forget it when you no longer need it.`,
  forgetOld: 'Forget the earlier device…',

  over: {
    differ: {
      title: 'The words don’t match. Stop here.',
      text: 'Someone may be between you. Nothing was shared.',
      next: 'Try again on another network, or use an invite that you pass on by another way.',
    },
    left: {
      title: (name: string) => `${name} left`,
      text: 'They closed it, or ignored the request. Nothing was shared.',
      next: 'Talk to them, then try again.',
    },
    expired: {
      title: 'Nobody decided in time',
      text: 'The words are no longer valid. Nothing was shared.',
      next: 'Try again when both of you are at the screen.',
    },
    lost: {
      title: 'The connection was lost',
      text: 'If both of you said that the words match, you are verified at the next contact. Otherwise nothing happened.',
      next: 'Look whether they are still on this network, then try again.',
    },
    refused: {
      title: (name: string) => `${name} takes no requests now`,
      text: 'Their computer did not show the request.',
      next: 'Ask them to make themselves visible, or use an invite, which needs no such thing.',
    },
    broken: {
      title: 'The other device did not keep to the rules',
      text: 'It may run another version, or not be Segue at all. Nothing was shared.',
      next: 'Make sure that both run a current version, then try again.',
    },
    withdrawn: {
      title: 'You left',
      text: 'Nothing was shared.',
      next: 'You can start again at any time.',
    },
  },
  notAsked: (name: string) => `${name} could not be asked`,
  waitThen: 'Try again then, or use an invite, which needs no waiting.',
  report: 'Report details',
  useInvite: 'Use an invite…',
  notSaid: 'Your answer did not arrive',

  type: {
    open: 'Type the code instead',
    label: 'Their words or digits',
    about: 'Type what the other screen shows. It is compared here.',
    check: 'Check',
    empty: 'Type the words or the digits of the other screen first.',
    wrong: 'That is not what this screen shows. Nothing was confirmed.',
    wrongNext: 'A slip? Ask them to read it once more. If their screen really shows something else, choose “They don’t match”.',
  },

  toast: {
    title: 'Someone new wants to connect',
    again: (name: string) => `${name} wants to compare words again`,
    about: (name: string) => `“${name}”, not verified.`,
    alike: (name: string) => `Calls itself “${name}” like a teammate of yours, but has another key.`,
    compare: 'Compare words',
    ignore: 'Ignore',
    block: 'Block',
    notIgnored: 'The request was not ignored',
  },
};
