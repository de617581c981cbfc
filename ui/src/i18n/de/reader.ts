// Die Texte des Lesers: ein Gespräch.
import type { readerTexts as english } from '../en/reader';
import { plural } from './plural';

export const readerTexts: typeof english = {
  loading: 'Das Gespräch wird geladen …',
  notRead: 'Das Gespräch lässt sich nicht lesen',
  tryAgain: 'Noch einmal versuchen',
  empty: 'Es enthält keine Nachrichten.',
  message: (number, of) => `Nachricht ${number} von ${of}`,
  role: { user: 'Person', agent: 'Agent', injected: 'Vom System' },
  table: 'Tabelle',
  resets: 'Ab hier sieht das Modell frühere Nachrichten nicht mehr.',
  injectedFold: 'Systemtext',
  reasoning: 'Überlegung',
  otherPart: 'Daten des Agenten',
  truncated: 'Nur ein Teil davon wird gezeigt.',
  showAll: 'Alles zeigen',
  showAllLines: (count) => `Alle ${count} Zeilen zeigen`,
  loadingRest: 'Der Rest wird geladen …',
  restNotRead: 'Der Rest lässt sich nicht lesen',
  tooLong: 'Das ist zu lang, um es ganz zu zeigen. Zu sehen ist der Anfang.',

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
    created: 'angelegt',
    changed: 'geändert',
    deleted: 'gelöscht',
    binary: 'binär',
    added: 'Hinzugefügt',
    removed: 'Entfernt',
    same: 'Unverändert',
    skipped: 'Ausgelassen',
    skippedLines: (count) => (count === '' ? 'Weitere Zeilen' : `${count} unveränderte Zeilen`),
    caption: (path) => `Änderungen an ${path}`,
    before: 'Vorher',
    after: 'Nachher',
    line: 'Zeile',
    sign: 'Änderung',
    cut: 'Einige Zeilen werden nicht gezeigt.',
    split: 'Nebeneinander',
  },

  changes: {
    show: 'Änderungen zeigen',
    hide: 'Änderungen verbergen',
    more: 'Weitere Dateien zeigen',
    none: 'Die Änderungen lassen sich hier nicht zeigen. Laden Sie sie herunter, um sie zu sehen.',
    notRead: 'Die Änderungen ließen sich nicht laden',
  },

  code: {
    plain: 'Text',
    copy: 'Code kopieren',
    copied: 'Code kopiert',
    region: (language) => `Code, ${language}`,
  },

  image: {
    remote: 'Bild, nicht geladen',
    remoteWhy: 'Segue lädt keine Bilder aus dem Internet.',
    show: 'Bild zeigen',
    showing: 'Das Bild wird geladen …',
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
    list: 'Nachrichten der Person',
    show: 'Gliederung zeigen',
    hide: 'Gliederung ausblenden',
    none: 'Keine Nachrichten der Person.',
    pending: 'Die Gliederung wird geladen …',
    truncated: 'Einige Nachrichten fehlen hier.',
  },

  find: {
    label: 'In diesem Gespräch suchen',
    placeholder: 'In diesem Gespräch suchen',
    next: 'Nächster Treffer',
    previous: 'Voriger Treffer',
    close: 'Suche schließen',
    none: 'Keine Treffer',
    at: (at, of) => `${at} von ${of}`,
    found: (count) => plural(count, 'Ein Treffer', '# Treffer'),
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
    outOfRange: (of) => `Geben Sie eine Zahl von 1 bis ${of} ein.`,
    foldAll: 'Alle Werkzeugaufrufe einklappen',
    unfoldAll: 'Alle Werkzeugaufrufe ausklappen',
    document: 'Als ein Dokument lesen',
    list: 'Zurück zu den Nachrichten',
    notInDocument: 'Zuerst die Dokumentansicht schließen.',
  },

  document: {
    progress: (count, of) => `${count} von ${of} Nachrichten geladen.`,
    more: (count) => `${count} weitere laden`,
    capped: 'Der Rest ist noch nicht geladen, damit die Seite schnell bleibt.',
    all: 'Alle Nachrichten sind geladen.',
  },

  copied: 'Nachricht als Markdown kopiert',
  nothingChosen: 'Zuerst eine Nachricht wählen.',
  selection: 'Stattdessen wird der markierte Text kopiert.',
};
