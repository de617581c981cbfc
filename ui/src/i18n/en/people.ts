// The texts of People: who is here, what can be done with them, what is wrong.
import { inviteTexts } from './invite';
import { pairingTexts } from './pairing';
import { plural } from './plural';

export const peopleTexts = {
  heading: 'People',
  notRead: 'People couldn’t be loaded',
  reading: 'Loading people…',
  verified: 'Verified',
  notVerified: 'Not verified',

  empty: 'No one nearby yet.',
  sentence:
    'People with Segue open on this network appear here. You can also send an invite, which works without discovery.',
  action: 'Invite someone…',
  whySomeone: 'Why can’t I see someone?',
  choose: 'Choose someone to see their details.',

  list: 'People',
  counts: (total: number, count: number) => `${count} online, ${total} in total`,
  view: { legend: 'Show people as', list: 'List', radar: 'Radar' },
  radarAbout: 'Verified people are closer to the middle.',
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
    offline: (when: string) => `Offline, last seen ${when}`,
    neverSeen: 'Offline, not seen yet',
  },
  unknownDevice: 'Unknown device',
  callsItself: (name: string) => `Uses the name “${name}”`,
  marks: {
    key: 'Key changed',
    alike: 'Uses a verified person’s name',
    twin: 'Same name as someone else',
    asks: 'Wants to pair',
    yourTurn: 'Waiting for you to confirm',
    waiting: 'Waiting for them to confirm',
    forgotYou: 'Removed you',
    blocked: 'Blocked',
  },

  came: (name: string) => `${name} is online.`,
  went: (name: string) => `${name} is offline.`,

  verifiedBy: {
    code: (when: string) => `Verified on ${when} by pairing`,
    invite: (when: string) => `Verified on ${when} by invite`,
  },
  notVerifiedWhy: 'You can’t hand each other anything until you pair or one of you uses an invite.',
  waitingWhy: (name: string) => `You confirmed the words. ${name} is verified once they confirm them too.`,
  blockedWhy: 'This device can’t send you anything or receive anything from you.',
  forgotYouWhy: (name: string) => `You’re no longer verified on ${name}’s computer. Pair again to hand something off.`,

  handOff: 'Hand off…',
  verify: 'Pair…',
  compare: 'Pair',
  block: 'Block',
  unblock: 'Unblock',
  forget: 'Forget…',
  why: (name: string) => `Why can’t I see ${name}?`,
  reason: {
    notVerified: 'Pair with this person first.',
    key: 'The key has changed. Pair again first.',
    blocked: 'This device is blocked. Unblock it first.',
    gone: 'This device is offline.',
    already: 'You’re already verified with each other.',
    unreachable: 'Segue isn’t responding on this computer.',
    noSuccessor: 'No new device with this name is online. Ask them to open Segue.',
  },

  issue: {
    key: {
      title: (name: string) => `${name}’s key has changed`,
      text: (name: string) =>
        `This happens after a reinstall. It can also mean someone is pretending to be ${name}. Nothing is sent to the new key. Pair again before you share anything.`,
    },
    alike: {
      title: 'An unknown device uses a verified person’s name',
      text: (name: string) =>
        `It uses the name “${name}”, but its key isn’t the one you verified. Don’t trust the name. Pair with them in person or on the phone.`,
    },
    twin: {
      title: (name: string) => `Two verified people are called ${name}`,
      text: 'Their device ids under Details tell them apart. Give one of them a nickname.',
    },
  },

  nickname: {
    label: 'Nickname',
    about: (name: string) => `Only you see it. Leave it empty to use their own name, ${name}.`,
    tooLong: 'Use 40 characters or fewer.',
    saved: 'Saved.',
    notSaved: 'The nickname couldn’t be saved',
  },

  facts: {
    ownName: 'Own name',
    agents: 'Can import to',
    noAgents: 'No agents known yet',
    where: 'Connection',
    lastSeen: 'Last seen',
    now: 'Now',
    roundTrip: 'Round trip',
    version: 'Segue version',
    addresses: 'Addresses',
    deviceId: 'Device id',
    copyId: 'Copy device id',
    idCopied: 'Device id copied',
    details: 'Details',
  },

  blocked: (name: string) => `${name} is blocked`,
  blockedUndo: 'This device can’t send you anything or receive anything from you.',
  unblocked: (name: string) => `${name} is unblocked`,
  undo: 'Undo',
  notDone: 'That didn’t work',

  forgetting: {
    title: (name: string) => `Forget ${name}?`,
    text: (name: string) =>
      `You can’t hand each other anything until you pair again. Your nickname and auto-import for ${name} end. Earlier handoffs stay.`,
    again: 'To be verified again, pair or use an invite.',
    yes: 'Forget',
    no: 'Cancel',
    done: (name: string) => `${name} was forgotten`,
  },

  pick: {
    heading: (name: string) => `Hand off to ${name}`,
    search: 'Search conversations',
    none: 'No conversations match.',
    notRead: 'Conversations couldn’t be loaded',
    count: (count: number) => plural(count, '# conversation', '# conversations'),
    untitled: 'Untitled conversation',
  },

  pair: pairingTexts,
  invite: inviteTexts,
};
