// The texts of the frame around every screen, in German.
import type { shellTexts as english } from '../en/shell';
import { plural } from './plural';

export const shellTexts: typeof english = {
  shell: {
    skip: 'Zum Inhalt springen',
    navigation: 'Hauptnavigation',
    search: 'Suchen oder Befehl ausführen',
    searchShort: 'Suchen',
    collapse: 'Navigation einklappen',
    expand: 'Navigation ausklappen',
    youOpens: (name: string) => `Sie: ${name}. Eigene Einstellungen öffnen`,
    back: 'Zurück',
    waiting: (count: number) => plural(count, '# wartet', '# warten'),
    resizeList: 'Breite der Liste',
    toasts: 'Meldungen',
    moreToasts: (count: number) => `${count} weitere`,
    fewerToasts: 'Weniger zeigen',
    dismiss: 'Schließen',
    mayHaveHappened: 'Vielleicht ist es schon fertig. Sehen Sie nach, bevor Sie es noch einmal versuchen.',
    zoom: (percent: number) => `Größe ${percent} %`,
    title: (screen: string) => `${screen} – Segue`,
  },

  status: {
    connecting: 'Verbindung wird aufgebaut …',
    connectingWhy: 'Segue auf diesem Computer hat noch nicht geantwortet.',
    lost: 'Verbindung wird wiederhergestellt …',
    lostWhy: 'Segue auf diesem Computer antwortet nicht mehr. Gezeigt wird der letzte bekannte Stand.',
    lostLong: 'Falls Segue im Terminal neu gestartet wurde, öffnen Sie den neuen Link.',
    keyUnavailable: 'Schlüssel nicht verfügbar',
    starting: 'Netzwerk startet …',
    startingWhy: 'Segue öffnet das Netzwerk.',
    off: 'Netzwerk aus',
    offWhy: 'Niemand ist erreichbar, und niemand erreicht diesen Computer.',
    on: (nearby: number) => {
      if (nearby === 0) return 'Niemand in der Nähe';
      return `${plural(nearby, '# Person', '# Personen')} in diesem Netz`;
    },
    visibleTo: {
      visible: 'Alle in diesem Netzwerk können diesen Computer sehen.',
      teammates: 'Nur bestätigte Personen können diesen Computer sehen.',
      hidden: 'Dieser Computer ist verborgen.',
    },
    byAddress: 'Die Suche nach Personen ist aus. Nur wer Ihre Adresse hat, kann sich verbinden.',
    nowhere: 'Nicht erreichbar',
    nowhereWhy: 'Segue wartet nirgends auf Verbindungen. Niemand kann diesen Computer erreichen.',
    discoveryFailing: 'Die Suche nach Personen funktioniert gerade nicht.',
    opens: 'Diagnose öffnen.',
    problems: (count: number) => plural(count, '# Problem', '# Probleme'),
    backAgain: 'Wieder verbunden.',
    gone: 'Verbindung verloren. Sie wird wiederhergestellt …',
  },

  door: {
    lost: 'Segue auf diesem Computer antwortet nicht.',
    lostHint: 'Warten Sie einen Moment: Diese Seite versucht es weiter.',
    noAnswer: 'Segue hat nicht rechtzeitig geantwortet.',
    noAnswerHint: 'Versuchen Sie es noch einmal. Bleibt es so, starten Sie Segue neu.',
    busy: 'Zu viele Anfragen warten auf eine Antwort.',
    busyHint: 'Warten Sie einen Moment und versuchen Sie es noch einmal.',
    otherVersion: 'Diese Seite und Segue auf diesem Computer haben verschiedene Versionen.',
    otherVersionHint: 'Schließen Sie diese Seite und öffnen Sie den neuen Link aus dem Terminal, in dem Segue läuft.',
    internal: 'In Segue ist etwas schiefgegangen. Vielleicht wurde Ihre Anfrage trotzdem ausgeführt.',
    internalHint: 'Sehen Sie nach, bevor Sie es noch einmal versuchen. Bleibt es so, starten Sie Segue neu.',
  },

  refused: {
    browser: 'Sie brauchen einen neuen Link',
    desktop: 'Segue konnte nicht starten',
    whatToDo: 'Was zu tun ist',
    sessionEnded:
      'Dieser Link ist abgelaufen, weil Segue neu gestartet wurde. Öffnen Sie den neuen Link aus dem Terminal, in dem Segue läuft.',
    noToken: 'Die Adresse allein genügt nicht. Öffnen Sie den ganzen Link aus dem Terminal, in dem Segue läuft.',
  },

  failure: {
    statusNotRead: 'Der Stand von Segue ließ sich nicht laden',
    notCopied: 'Der Text ließ sich nicht kopieren',
    notCopiedWhy: 'Dieses Fenster hat keinen Zugriff auf die Zwischenablage.',
    notCopiedHint: 'Markieren Sie den Text und kopieren Sie ihn selbst.',
  },

  palette: {
    label: 'Befehle',
    placeholder: 'Befehl oder Seite eingeben',
    none: (query: string) => `Kein Befehl passt zu „${query}“.`,
    count: (count: number) => plural(count, '# Befehl', '# Befehle'),
    notNow: (title: string, reason: string) => `${title.replace(/\s*…$/, '')}: ${reason}`,
  },

  sheet: {
    heading: 'Tastenkürzel',
    close: 'Schließen',
    lettersOff: 'Kürzel aus einem Buchstaben sind in den Einstellungen ausgeschaltet.',
    or: 'oder',
  },

  groups: {
    go: 'Gehe zu',
    list: 'In Listen',
    handoff: 'Gespräche und Personen',
    reading: 'Beim Lesen',
    appearance: 'Darstellung',
    tools: 'Werkzeuge',
  },

  time: {
    now: 'gerade eben',
    minutes: (count: number) => `vor ${count} Min.`,
    hours: (count: number) => `vor ${count} Std.`,
    yesterday: (time: string) => `gestern, ${time}`,
  },

  notices: {
    label: { problem: 'Probleme', info: 'Hinweise' },
    severity: { problem: 'Problem', info: 'Hinweis' },
  },
};
