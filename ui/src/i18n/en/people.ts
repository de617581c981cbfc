// The texts of People: who is here, what can be done with them, what is wrong.
import { inviteTexts } from './invite';
import { pairingTexts } from './pairing';
import { plural } from './plural';

export const peopleTexts = {
  heading: 'People',
  notRead: 'People could not be read',
  reading: 'Looking who is here…',
  verified: 'Verified',
  notVerified: 'Not verified',

  empty: 'No one nearby yet.',
  sentence:
    'Open Segue on another computer on this network, or send an invite that works without discovery.',
  action: 'Invite someone…',
  whySomeone: 'Why can’t I see someone?',
  choose: 'Choose someone to see more.',

  list: 'People',
  counts: (total: number, count: number) => `${count} here, ${total} in all`,
  view: { legend: 'Show people as', list: 'List', radar: 'Radar' },
  radarAbout: 'Verified people are nearer the middle.',
  add: 'Add someone',

  groups: {
    needsYou: 'Needs you',
    verified: 'Verified',
    notVerified: 'Not verified',
    blocked: 'Blocked',
  },

  where: {
    here: 'This network',
    direct: 'direct',
    quic: 'direct, QUIC',
    tcp: 'direct, TCP',
    took: (milliseconds: string) => `${milliseconds} ms`,
    atOnce: 'under 1 ms',
    offline: (when: string) => `Offline, seen ${when}`,
    neverSeen: 'Offline, not seen yet',
  },
  unknownDevice: 'Unknown device',
  callsItself: (name: string) => `Calls itself “${name}”`,
  marks: {
    key: 'Key has changed',
    alike: 'Has a teammate’s name',
    twin: 'Same name as another',
    asks: 'Wants to compare words',
    yourTurn: 'Waits for your word',
    waiting: 'Waiting for their yes',
    forgotYou: 'Does not know you any more',
    blocked: 'Blocked',
  },

  came: (name: string) => `${name} is here.`,
  went: (name: string) => `${name} is offline.`,

  verifiedBy: {
    code: (when: string) => `Verified on ${when} by comparing words`,
    invite: (when: string) => `Verified on ${when} by an invite`,
  },
  notVerifiedWhy: 'Nothing can be handed over until you have compared words or used an invite.',
  waitingWhy: (name: string) => `You said the words match. Not verified until ${name} says so too.`,
  blockedWhy: 'Nothing comes from or goes to this device.',
  forgotYouWhy: (name: string) =>
    `${name} does not know you as verified any more. Compare words again to hand something over.`,

  handOff: 'Hand off…',
  verify: 'Verify…',
  compare: 'Compare words',
  block: 'Block',
  unblock: 'Unblock',
  forget: 'Forget…',
  why: (name: string) => `Why can’t I see ${name}?`,
  reason: {
    notVerified: 'Verify this person first.',
    key: 'The key has changed. Compare words first.',
    blocked: 'This device is blocked. Unblock it first.',
    gone: 'This device is not here now.',
    already: 'Already verified.',
    unreachable: 'Segue on this computer is not answering.',
    noSuccessor: 'No new device with this name is here now. Ask them to open Segue.',
  },

  issue: {
    key: {
      title: (name: string) => `${name}’s key has changed`,
      text: (name: string) =>
        `This happens after a reinstall. It can also mean someone is pretending to be ${name}. Nothing is sent to the new key. Compare words again before sharing.`,
    },
    alike: {
      title: 'An unknown device uses a teammate’s name',
      text: (name: string) =>
        `It calls itself “${name}”, but it has another key than the person you verified under that name. Treat it as a stranger, and compare words with them in person or on the phone.`,
    },
    twin: {
      title: (name: string) => `Two verified people are called ${name}`,
      text: 'Look at the device id under Details to tell them apart, and give one of them a nickname.',
    },
  },

  nickname: {
    label: 'Your name for them',
    about: (name: string) => `Only you see it. Leave it empty to use their own name, ${name}.`,
    tooLong: 'At most 40 characters.',
    saved: 'Saved.',
    notSaved: 'The name was not saved',
  },

  facts: {
    ownName: 'Calls themselves',
    agents: 'Can import to',
    noAgents: 'No agent known yet',
    where: 'Where',
    lastSeen: 'Last seen',
    now: 'Now',
    roundTrip: 'Round trip',
    version: 'Version of Segue',
    addresses: 'Addresses',
    deviceId: 'Device id',
    copyId: 'Copy device id',
    idCopied: 'Device id copied',
    details: 'Details',
  },

  blocked: (name: string) => `${name} is blocked`,
  blockedUndo: 'Nothing comes from or goes to this device.',
  unblocked: (name: string) => `${name} is not blocked any more`,
  undo: 'Undo',
  notDone: 'That did not work',

  forgetting: {
    title: (name: string) => `Forget ${name}?`,
    text: (name: string) =>
      `${name} becomes a stranger again: neither of you can hand the other anything, and your nickname and automatic imports for them end. What was handed over before stays.`,
    again: 'To know each other again, compare words or use an invite.',
    yes: 'Forget',
    no: 'Keep',
    done: (name: string) => `${name} is forgotten`,
  },

  pick: {
    heading: (name: string) => `What do you hand off to ${name}?`,
    search: 'Search conversations',
    none: 'No conversation matches.',
    notRead: 'Conversations could not be read',
    count: (count: number) => plural(count, '# conversation', '# conversations'),
    untitled: 'Untitled conversation',
  },

  pair: pairingTexts,
  invite: inviteTexts,
};
