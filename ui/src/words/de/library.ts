// Die Texte der Bibliothek: die Gespräche auf diesem Computer.
import type { libraryWords as english } from '../en/library';

export const libraryWords: typeof english = {
  heading: 'Bibliothek',
  list: 'Gespräche',
  search: 'Titel und Nachrichten durchsuchen',
  searchLabel: 'Alle Gespräche durchsuchen',
  clearSearch: 'Suche leeren',
  filters: 'Filter',
  count: (count, shown) => (count === 1 ? '1 Gespräch' : `${shown} Gespräche`),
  found: (count, shown) => (count === 1 ? '1 Gespräch gefunden' : `${shown} Gespräche gefunden`),
  reading: 'Die Liste wird gelesen …',
  notRead: 'Die Gespräche lassen sich nicht auflisten',
  indexed: (done, of) => `${done} von ${of} erfasst`,
  indexing: 'Gespräche werden durchsuchbar gemacht',

  empty: 'Keine Gespräche gefunden.',
  emptySentence: (agents) => `Gesucht wurde nach ${agents} auf diesem Computer.`,
  and: 'und',
  whatWeLookFor: 'Wonach gesucht wird',
  noMatch: (query) => `Kein Treffer für „${query}“.`,
  noMatchSentence: (count) => `Durchsucht werden Titel und Nachrichten von ${count} Gesprächen.`,
  searchAllProjects: 'Alle Projekte durchsuchen',
  nothingFits: 'Kein Gespräch passt zu diesen Filtern.',
  nothingFitsSentence: 'Mit weniger Filtern ist mehr zu sehen.',
  clearFilters: 'Filter leeren',

  choose: 'Ein Gespräch wählen, um es zu lesen.',
  untitled: 'Ohne Titel',
  noProject: 'Kein Projekt',
  messages: (count, shown) => (count === 1 ? '1 Nachricht' : `${shown} Nachrichten`),
  handedOff: 'übergeben',
  from: (name) => `von ${name}`,
  partly: 'teilweise lesbar',
  unreadable: 'nicht lesbar',

  chip: {
    platform: 'Agent',
    project: 'Projekt',
    date: 'Datum',
    any: 'Alle',
    anyPlatform: 'Alle Agenten',
    anyProject: 'Alle Projekte',
    anyDate: 'Jederzeit',
    today: 'Heute',
    week: 'Letzte 7 Tage',
    month: 'Letzte 30 Tage',
    handed: 'Übergeben',
    received: 'Erhalten',
  },

  pane: {
    handOff: 'Übergeben …',
    more: 'Mehr zu diesem Gespräch',
    copyId: 'Kennung kopieren',
    copiedId: 'Kennung kopiert',
    details: 'Einzelheiten',
    project: 'Projekt',
    branch: 'Branch',
    model: 'Modell',
    started: 'Begonnen',
    updated: 'Letzte Aktivität',
    size: 'Größe',
    file: 'Datei',
    version: 'Geschrieben von Version',
    partlyTitle: 'Teilweise lesbar',
    partlyWhat: (count, shown) =>
      count === 1
        ? 'Ein Eintrag der Datei ist beschädigt und fehlt hier.'
        : `${shown} Einträge der Datei sind beschädigt und fehlen hier.`,
    unreadableTitle: 'Dieses Gespräch lässt sich nicht lesen',
    gone: 'Dieses Gespräch steht nicht in der Liste.',
    goneSentence: 'Es wurde vielleicht entfernt, oder die Filter lassen es aus.',
  },

  drag: {
    strip: 'Übergeben an',
    none: 'Es gibt noch keine verifizierte Person.',
    here: 'jetzt hier',
    away: 'gerade nicht hier',
  },
};
