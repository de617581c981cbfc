// Die Texte des Lesers: ein Gespräch.
import type { readerTexts as english } from '../en/reader';
import { plural } from './plural';

export const readerTexts: typeof english = {
  loading: 'Das Gespräch wird gelesen …',
  notRead: 'Das Gespräch lässt sich nicht lesen',
  tryAgain: 'Noch einmal versuchen',
  empty: 'Es enthält keine Nachrichten.',
  message: (number, of) => `Nachricht ${number} von ${of}`,
  role: { user: 'Person', agent: 'Agent', injected: 'Von der App eingefügt' },
  table: 'Tabelle',
  resets: 'Ab hier liest das Modell nicht mehr, was davor stand.',
  injectedFold: 'Text, den die App selbst eingefügt hat',
  reasoning: 'Überlegung',
  otherPart: 'Etwas Eigenes der App',
  truncated: 'Davon gibt es mehr, als hier gezeigt wird.',
  showAll: 'Alles zeigen',
  showAllLines: (count) => `Alle ${count} Zeilen zeigen`,
  loadingRest: 'Der Rest wird gelesen …',
  restNotRead: 'Der Rest lässt sich nicht lesen',
  tooLong: 'Das ist zu lang, um es hier zu zeigen. Zu sehen ist der Anfang.',

  tool: {
    unnamed: 'Werkzeug',
    input: 'Eingabe',
    output: 'Ausgabe',
    noOutput: 'Keine Ausgabe.',
    done: 'fertig',
    failed: 'fehlgeschlagen',
    open: 'ohne Ergebnis',
    resultAlone: 'Ergebnis eines Werkzeugs',
    took: (time) => `dauerte ${time}`,
  },

  edit: {
    created: 'geschrieben',
    changed: 'geändert',
    deleted: 'gelöscht',
    binary: 'kein Text',
    added: 'Hinzugefügt',
    removed: 'Entfernt',
    same: 'Unverändert',
    skipped: 'Ausgelassen',
    skippedLines: (count) => (count === '' ? 'Weitere Zeilen' : `${count} unveränderte Zeilen`),
    caption: (path) => `Änderungen an ${path}`,
    before: 'Vorher',
    after: 'Nachher',
    line: 'Zeile',
    sign: 'Was daraus wurde',
    cut: 'Einige Zeilen fehlen hier.',
    split: 'Nebeneinander',
  },

  changes: {
    show: 'Änderungen zeigen',
    hide: 'Änderungen verbergen',
    more: 'Weitere Dateien zeigen',
    none: 'Sie lassen sich hier nicht zeigen. Heruntergeladen lassen sie sich ansehen.',
    notRead: 'Die Änderungen ließen sich nicht lesen',
  },

  code: {
    plain: 'Text',
    copy: 'Code kopieren',
    copied: 'Code kopiert',
    region: (language) => `Code, ${language}`,
  },

  image: {
    remote: 'Bild, nicht geladen',
    remoteWhy: 'Segue lädt keine Bilder von anderswo.',
    show: 'Bild zeigen',
    showing: 'Das Bild wird gelesen …',
    notShown: 'Das Bild lässt sich nicht zeigen',
    unknownKind: 'Bilder dieser Art zeigt Segue nicht.',
    tooLarge: 'Es ist zu groß, um es hier zu zeigen.',
    alt: (about) => `Bild: ${about}`,
    absent: 'Nicht im Gespräch selbst enthalten',
  },
  file: 'Datei',

  link: {
    title: (host) => `${host} öffnen?`,
    mail: (address) => `An ${address} schreiben?`,
    sentence:
      'Dieser Link führt aus Segue hinaus und öffnet sich im Browser. Er stand im Gespräch und kommt nicht von Segue.',
    address: 'Ganze Adresse',
    open: 'Link öffnen',
    copy: 'Adresse kopieren',
    copied: 'Adresse kopiert',
    cancel: 'Abbrechen',
  },

  outline: {
    heading: 'Gliederung',
    list: 'Was die Person gesagt hat',
    show: 'Gliederung zeigen',
    hide: 'Gliederung ausblenden',
    none: 'Die Person hat darin nichts gesagt.',
    pending: 'Die Gliederung wird gelesen …',
    truncated: 'Einige Einträge fehlen.',
  },

  find: {
    label: 'In diesem Gespräch suchen',
    placeholder: 'In diesem Gespräch suchen',
    next: 'Nächste Stelle',
    previous: 'Vorige Stelle',
    close: 'Suche schließen',
    none: 'Kein Treffer',
    at: (at, of) => `${at} von ${of}`,
    found: (count) => plural(count, '# Stelle', '# Stellen'),
    notFound: 'Das Gespräch lässt sich nicht durchsuchen',
  },

  bar: {
    label: 'Gespräch',
    find: 'Suchen',
    more: 'Mehr',
    toEnd: 'Zum Ende springen',
    toStart: 'Zum Anfang springen',
    jump: 'Zu einer Nachricht springen …',
    jumpLabel: 'Nummer der Nachricht',
    go: 'Springen',
    outOfRange: (of) => `Bitte eine Zahl von 1 bis ${of} eingeben.`,
    foldAll: 'Alle Werkzeugaufrufe einklappen',
    unfoldAll: 'Alle Werkzeugaufrufe ausklappen',
    document: 'Als ein Dokument lesen',
    list: 'Zurück zur Liste der Nachrichten',
    notInDocument: 'Nicht, solange es ein Dokument ist.',
  },

  document: {
    progress: (count, of) => `${count} von ${of} Nachrichten sind da.`,
    more: (count) => `${count} weitere laden`,
    capped: 'Ein so langes Dokument würde die Seite langsam machen, deshalb endet es hier.',
    all: 'Alle Nachrichten sind da.',
  },

  copied: 'Nachricht als Markdown kopiert',
  nothingChosen: 'Zuerst eine Nachricht wählen.',
  selection: 'Stattdessen wird der markierte Text kopiert.',
};
