// The texts of People in German: who is here, what can be done with them, what is wrong.
import { inviteTexts } from './invite';
import { pairingTexts } from './pairing';
import type { peopleTexts as english } from '../en/people';
import { plural } from './plural';

export const peopleTexts: typeof english = {
  heading: 'Personen',
  notRead: 'Personen konnten nicht gelesen werden',
  reading: 'Personen werden geladen …',
  verified: 'Bestätigt',
  notVerified: 'Nicht bestätigt',

  empty: 'Noch niemand in der Nähe.',
  sentence:
    'Personen, die Segue in diesem Netz geöffnet haben, erscheinen hier. Eine Einladung funktioniert auch ohne Suche.',
  action: 'Jemanden einladen …',
  whySomeone: 'Warum sehe ich jemanden nicht?',
  choose: 'Wählen Sie jemanden, um Einzelheiten zu sehen.',

  list: 'Personen',
  counts: (total: number, count: number) => `${count} online, ${total} insgesamt`,
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
    offline: (when: string) => `Offline, zuletzt gesehen ${when}`,
    neverSeen: 'Offline, noch nicht gesehen',
  },
  unknownDevice: 'Unbekanntes Gerät',
  callsItself: (name: string) => `Verwendet den Namen „${name}“`,
  marks: {
    key: 'Schlüssel geändert',
    alike: 'Name einer bestätigten Person',
    twin: 'Gleicher Name',
    asks: 'Möchte Wörter vergleichen',
    yourTurn: 'Wartet auf Ihre Bestätigung',
    waiting: 'Wartet auf die andere Seite',
    forgotYou: 'Hat Sie entfernt',
    blocked: 'Blockiert',
  },

  came: (name: string) => `${name} ist online.`,
  went: (name: string) => `${name} ist offline.`,

  verifiedBy: {
    code: (when: string) => `Bestätigt am ${when} durch Vergleichen der Wörter`,
    invite: (when: string) => `Bestätigt am ${when} durch eine Einladung`,
  },
  notVerifiedWhy: 'Übergeben lässt sich erst etwas, wenn Wörter verglichen wurden oder eine Einladung verwendet wurde.',
  waitingWhy: (name: string) => `Sie haben die Wörter bestätigt. ${name} ist bestätigt, sobald das auch dort geschieht.`,
  blockedWhy: 'Dieses Gerät kann Ihnen nichts senden und nichts von Ihnen erhalten.',
  forgotYouWhy: (name: string) =>
    `Auf dem Computer von ${name} sind Sie nicht mehr bestätigt. Zum Übergeben erneut Wörter vergleichen.`,

  handOff: 'Übergeben …',
  verify: 'Wörter vergleichen …',
  compare: 'Wörter vergleichen',
  block: 'Blockieren',
  unblock: 'Nicht mehr blockieren',
  forget: 'Vergessen …',
  why: (name: string) => `Warum sehe ich ${name} nicht?`,
  reason: {
    notVerified: 'Vergleichen Sie zuerst die Wörter mit dieser Person.',
    key: 'Der Schlüssel hat sich geändert. Zuerst Wörter vergleichen.',
    blocked: 'Dieses Gerät ist blockiert. Zuerst die Blockierung aufheben.',
    gone: 'Dieses Gerät ist offline.',
    already: 'Sie sind schon miteinander bestätigt.',
    unreachable: 'Segue auf diesem Computer antwortet nicht.',
    noSuccessor: 'Kein neues Gerät mit diesem Namen ist online. Bitten Sie die Person, Segue zu öffnen.',
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
        `Es verwendet den Namen „${name}“, hat aber einen anderen Schlüssel als den bestätigten. Verlassen Sie sich nicht auf den Namen. Vergleichen Sie die Wörter persönlich oder am Telefon.`,
    },
    twin: {
      title: (name: string) => `Zwei bestätigte Personen heißen ${name}`,
      text: 'Die Geräte-ID unter Details unterscheidet sie. Geben Sie einer von beiden einen Spitznamen.',
    },
  },

  nickname: {
    label: 'Spitzname',
    about: (name: string) => `Nur Sie sehen ihn. Leer bleibt es beim eigenen Namen, ${name}.`,
    tooLong: 'Höchstens 40 Zeichen.',
    saved: 'Gespeichert.',
    notSaved: 'Der Spitzname ließ sich nicht speichern',
  },

  facts: {
    ownName: 'Eigener Name',
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
  blockedUndo: 'Dieses Gerät kann Ihnen nichts senden und nichts von Ihnen erhalten.',
  unblocked: (name: string) => `${name} ist nicht mehr blockiert`,
  undo: 'Rückgängig',
  notDone: 'Das hat nicht geklappt',

  forgetting: {
    title: (name: string) => `${name} vergessen?`,
    text: (name: string) =>
      `Sie können einander erst wieder etwas übergeben, wenn Sie erneut Wörter vergleichen. Ihr Spitzname und der Auto-Import für ${name} enden. Frühere Übergaben bleiben.`,
    again: 'Um wieder bestätigt zu sein, Wörter vergleichen oder eine Einladung verwenden.',
    yes: 'Vergessen',
    no: 'Abbrechen',
    done: (name: string) => `${name} wurde vergessen`,
  },

  pick: {
    heading: (name: string) => `An ${name} übergeben`,
    search: 'Gespräche suchen',
    none: 'Keine Gespräche passen.',
    notRead: 'Gespräche konnten nicht gelesen werden',
    count: (count: number) => plural(count, '# Gespräch', '# Gespräche'),
    untitled: 'Gespräch ohne Titel',
  },

  pair: pairingTexts,
  invite: inviteTexts,
};
