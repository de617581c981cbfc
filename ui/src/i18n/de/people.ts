// The texts of People in German: who is here, what can be done with them, what is wrong.
import { inviteTexts } from './invite';
import { pairingTexts } from './pairing';
import type { peopleTexts as english } from '../en/people';
import { plural } from './plural';

export const peopleTexts: typeof english = {
  heading: 'Personen',
  notRead: 'Personen konnten nicht gelesen werden',
  reading: 'Es wird geschaut, wer da ist …',
  verified: 'Bestätigt',
  notVerified: 'Nicht bestätigt',

  empty: 'Noch niemand in der Nähe.',
  sentence:
    'Öffnen Sie Segue auf einem anderen Computer in diesem Netz, oder senden Sie eine Einladung, die ohne Suche auskommt.',
  action: 'Jemanden einladen …',
  whySomeone: 'Warum sehe ich jemanden nicht?',
  choose: 'Wählen Sie jemanden, um mehr zu sehen.',

  list: 'Personen',
  counts: (total: number, count: number) => `${count} da, ${total} insgesamt`,
  view: { legend: 'Personen zeigen als', list: 'Liste', radar: 'Radar' },
  radarAbout: 'Bestätigte Personen stehen näher an der Mitte.',
  add: 'Hinzufügen',

  groups: {
    needsYou: 'Wartet auf Sie',
    verified: 'Bestätigt',
    notVerified: 'Nicht bestätigt',
    blocked: 'Blockiert',
  },

  where: {
    here: 'In diesem Netz',
    direct: 'direkt',
    quic: 'direkt, QUIC',
    tcp: 'direkt, TCP',
    took: (milliseconds: string) => `${milliseconds} ms`,
    atOnce: 'unter 1 ms',
    offline: (when: string) => `Offline, gesehen ${when}`,
    neverSeen: 'Offline, noch nicht gesehen',
  },
  unknownDevice: 'Unbekanntes Gerät',
  callsItself: (name: string) => `Nennt sich „${name}“`,
  marks: {
    key: 'Schlüssel geändert',
    alike: 'Name wie im Team',
    twin: 'Gleicher Name',
    asks: 'Möchte Wörter vergleichen',
    yourTurn: 'Wartet auf Ihre Antwort',
    waiting: 'Wartet auf deren Ja',
    forgotYou: 'Kennt Sie nicht mehr',
    blocked: 'Blockiert',
  },

  came: (name: string) => `${name} ist da.`,
  went: (name: string) => `${name} ist offline.`,

  verifiedBy: {
    code: (when: string) => `Bestätigt am ${when} durch Vergleichen der Wörter`,
    invite: (when: string) => `Bestätigt am ${when} durch eine Einladung`,
  },
  notVerifiedWhy: 'Nichts kann übergeben werden, bevor Wörter verglichen wurden oder eine Einladung verwendet wurde.',
  waitingWhy: (name: string) =>
    `Sie haben gesagt, dass die Wörter übereinstimmen. Bestätigt ist es erst, wenn ${name} das auch sagt.`,
  blockedWhy: 'Nichts kommt von diesem Gerät, und nichts geht dorthin.',
  forgotYouWhy: (name: string) =>
    `${name} kennt Sie nicht mehr als bestätigt. Zum Übergeben noch einmal Wörter vergleichen.`,

  handOff: 'Übergeben …',
  verify: 'Bestätigen …',
  compare: 'Wörter vergleichen',
  block: 'Blockieren',
  unblock: 'Nicht mehr blockieren',
  forget: 'Vergessen …',
  why: (name: string) => `Warum sehe ich ${name} nicht?`,
  reason: {
    notVerified: 'Diese Person ist noch nicht bestätigt.',
    key: 'Der Schlüssel hat sich geändert. Zuerst Wörter vergleichen.',
    blocked: 'Dieses Gerät ist blockiert. Zuerst die Blockierung aufheben.',
    gone: 'Dieses Gerät ist jetzt nicht da.',
    already: 'Schon bestätigt.',
    unreachable: 'Segue auf diesem Computer antwortet nicht.',
    noSuccessor: 'Kein neues Gerät mit diesem Namen ist jetzt da. Bitten Sie die Person, Segue zu öffnen.',
  },

  issue: {
    key: {
      title: (name: string) => `Der Schlüssel von ${name} hat sich geändert`,
      text: (name: string) =>
        `Das geschieht nach einer Neuinstallation. Es kann auch bedeuten, dass sich jemand als ${name} ausgibt. An den neuen Schlüssel wird nichts gesendet. Vergleichen Sie die Wörter noch einmal, bevor Sie etwas teilen.`,
    },
    alike: {
      title: 'Ein unbekanntes Gerät verwendet den Namen einer bestätigten Person',
      text: (name: string) =>
        `Es nennt sich „${name}“, hat aber einen anderen Schlüssel als die Person, die unter diesem Namen bestätigt ist. Behandeln Sie es als fremd, und vergleichen Sie die Wörter persönlich oder am Telefon.`,
    },
    twin: {
      title: (name: string) => `Zwei bestätigte Personen heißen ${name}`,
      text: 'Die Geräte-ID unter Details unterscheidet sie. Geben Sie einer von beiden einen eigenen Namen.',
    },
  },

  nickname: {
    label: 'Ihr Name für diese Person',
    about: (name: string) => `Nur Sie sehen ihn. Leer bleibt es beim eigenen Namen, ${name}.`,
    tooLong: 'Höchstens 40 Zeichen.',
    saved: 'Gespeichert.',
    notSaved: 'Der Name wurde nicht gespeichert',
  },

  facts: {
    ownName: 'Nennt sich',
    agents: 'Kann importieren in',
    noAgents: 'Noch kein Agent bekannt',
    where: 'Verbindung',
    lastSeen: 'Zuletzt gesehen',
    now: 'Jetzt',
    roundTrip: 'Antwortzeit',
    version: 'Version von Segue',
    addresses: 'Adressen',
    deviceId: 'Geräte-ID',
    copyId: 'Geräte-ID kopieren',
    idCopied: 'Geräte-ID kopiert',
    details: 'Details',
  },

  blocked: (name: string) => `${name} ist blockiert`,
  blockedUndo: 'Nichts kommt von diesem Gerät, und nichts geht dorthin.',
  unblocked: (name: string) => `${name} ist nicht mehr blockiert`,
  undo: 'Rückgängig',
  notDone: 'Das hat nicht geklappt',

  forgetting: {
    title: (name: string) => `${name} vergessen?`,
    text: (name: string) =>
      `${name} ist dann wieder fremd: Keine Seite kann der anderen etwas übergeben, und Ihr Name sowie automatische Importe für diese Person enden. Was schon übergeben wurde, bleibt.`,
    again: 'Um sich wieder zu kennen, Wörter vergleichen oder eine Einladung verwenden.',
    yes: 'Vergessen',
    no: 'Behalten',
    done: (name: string) => `${name} ist vergessen`,
  },

  pick: {
    heading: (name: string) => `Was soll an ${name} übergeben werden?`,
    search: 'Gespräche suchen',
    none: 'Kein Gespräch passt.',
    notRead: 'Gespräche konnten nicht gelesen werden',
    count: (count: number) => plural(count, '# Gespräch', '# Gespräche'),
    untitled: 'Gespräch ohne Titel',
  },

  pair: pairingTexts,
  invite: inviteTexts,
};
