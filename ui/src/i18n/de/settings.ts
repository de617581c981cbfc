// The texts of Settings, in German.
import type { settingsTexts as english } from '../en/settings';
import { aboutTexts } from './settings/about';
import { receivingTexts } from './settings/receiving';
import { sendingTexts } from './settings/sending';
import { plural } from './plural';

export const settingsTexts: typeof english = {
  heading: 'Einstellungen',
  sections: 'Abschnitte',
  filter: 'Einstellungen filtern',
  noMatch: (query: string) => `Keine Einstellung passt zu „${query}“.`,
  matches: (count: number) => plural(count, '# Einstellung', '# Einstellungen'),
  reset: 'Zurücksetzen',
  resetOf: (section: string) => `Zurücksetzen: ${section}`,
  resetDone: (section: string) => `${section} ist zurückgesetzt.`,
  notSaved: 'Die Einstellung ließ sich nicht speichern',
  saved: 'Gespeichert.',
  notConnected: 'Segue auf diesem Computer antwortet nicht, deshalb lässt sich gerade nichts ändern.',
  problems: 'Einige Zeilen der Einstellungsdatei sind ungültig',
  problemsAbout: 'Die übrigen gelten. Berichtigen Sie die Zeile in settings.toml:',
  changeIn: (section: string) => `Unter „${section}“ ändern`,
  wholeNumber: (least: string, most: string) => `Geben Sie eine ganze Zahl von ${least} bis ${most} ein.`,

  you: {
    heading: 'Sie',
    name: 'Anzeigename',
    nameAbout: 'Personen in Ihrem Netzwerk und alle, denen Sie Gespräche übergeben, sehen diesen Namen.',
    nameGenerated:
      'Segue hat diesen Namen aus Ihrem Schlüssel erzeugt. Geben Sie einen anderen ein, um ihn zu ersetzen.',
    nameOwn: 'Leeren Sie das Feld, um zum erzeugten Namen zurückzukehren.',
    nameTooLong: 'Höchstens 40 Zeichen',
    picture: 'Das Bild wird aus Ihrem Schlüssel erzeugt und bleibt deshalb gleich, wenn der Name sich ändert.',
  },

  receiving: receivingTexts,
  sending: sendingTexts,

  platforms: {
    heading: 'Agenten',
    about: 'Die Agenten, deren Gespräche Segue aufführt und in die es importieren kann.',
    detect: 'Neu suchen',
    detecting: 'Wird gesucht …',
    detected: (count: number) => plural(count, '# Agent gefunden', '# Agenten gefunden', 'Keine Agenten gefunden'),
    notFound: 'Nicht gefunden',
    installed: 'Installiert, noch nicht benutzt',
    version: (version: string) => `Version ${version}`,
    noVersion: 'Version nicht bekannt',
    conversations: (count: number) => plural(count, '# Gespräch', '# Gespräche'),
    off: 'Aus. Gespräche werden nicht aufgeführt, und nichts wird dorthin importiert.',
    readOnly: 'Nur lesen',
    readOnlyAbout: 'Gespräche lassen sich aufführen und übergeben, aber nicht dorthin importieren.',
    folder: 'Ordner wählen …',
    ownFolder: 'Standardordner verwenden',
    chosen: 'Diesen Ordner haben Sie gewählt.',
    folderSet: (name: string) => `Der Ordner von ${name} wurde geändert.`,
    folderReset: (name: string) => `${name} verwendet wieder den Standardordner.`,
    folderNotSet: 'Der Ordner ließ sich nicht ändern',
    typeFolder: (name: string) => `Ordner von ${name} auf diesem Computer`,
    typeFolderAbout:
      'Ein Browser kann keine Ordner auswählen. Aus dem Pfad wird ein Befehl zum Ausführen; die Desktop-App hat einen Dialog dafür.',
    notWhole: 'Geben Sie den vollständigen Pfad ein.',
    notPasted: 'Dieser Pfad lässt sich nicht gefahrlos in ein Terminal einfügen. Verwenden Sie die Desktop-App.',
    runCommand: 'In einem Terminal auf diesem Computer ausführen. Es gilt sofort.',
    copyCommand: 'Befehl kopieren',
    commandCopied: 'Befehl kopiert.',
  },

  network: {
    heading: 'Netzwerk',
    seen: 'Wer diesen Computer sehen kann',
    discovery: 'Suche nach Personen',
    discoveryAbout: 'Findet Personen in diesem Netzwerk. Gibt auch Sie bekannt, je nach Ihrer Sichtbarkeit.',
    port: 'Anschluss (Port)',
    portAbout: 'Hier erreichen andere diesen Computer. Bei 0 oder einem belegten Anschluss nimmt Segue einen freien.',
    listen: 'Empfangen an',
    listenAbout: 'Adressen mit Anschluss, durch Kommas getrennt. Leer gilt es für alle Netzwerke.',
    listenEvery: 'Alle Netzwerke',
    now: 'Aktuelle Adressen',
    nowAbout: 'Hier können sich andere mit diesem Computer verbinden.',
    nowhere: 'Keine. Das Netzwerk ist aus.',
    copied: 'Adresse kopiert.',
    copy: (address: string) => `${address} kopieren`,
    diagnose: 'Warum sehe ich jemanden nicht?',
  },

  appearance: {
    heading: 'Darstellung',
    theme: 'Farben',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    density: 'Dichte',
    densityAbout: 'Wie hoch Zeilen sind.',
    densities: { comfortable: 'Luftig', compact: 'Kompakt' },
    effects: 'Effekte verringern',
    effectsAbout: 'Schaltet Bewegung und Schatten aus. Hilft bei langsamer Grafik.',
    language: 'Sprache',
    languageAbout: 'Manche Meldungen, etwa Fehler, sind immer auf Englisch.',
    languages: { system: 'Wie das System', en: 'English', de: 'Deutsch' },
  },

  shortcuts: {
    heading: 'Tastenkürzel',
    letters: 'Kürzel aus einem Buchstaben',
    lettersAbout: 'Buchstaben wie J und K wirken, wenn kein Textfeld den Fokus hat.',
    all: 'Alle Kürzel zeigen',
  },

  window: {
    heading: 'Fenster',
    keep: 'Weiter empfangen, wenn das Fenster geschlossen ist',
    keepAbout: 'Beim Schließen des Fensters bleibt Segue im Infobereich.',
    autostart: 'Bei der Anmeldung starten',
    autostartAbout: 'Segue startet im Infobereich.',
    notifications: 'Benachrichtigungen',
    notificationsAbout: 'Zeigt neue Übergaben und Antworten außerhalb des Fensters.',
    onlyDesktop: 'Das gilt für die Desktop-App. Sie verwenden Segue in einem Browser.',
  },

  identity: {
    heading: 'Identität',
    about: 'Ihr Schlüssel beweist, dass eine Übergabe von Ihnen kommt.',
    keyring: 'Ihr Schlüssel liegt im Schlüsselbund des Systems.',
    file: 'Ihr Schlüssel liegt in einer Datei, die nur Sie lesen können.',
    whyFile: 'Warum eine Datei',
    toKeyring: 'In den Schlüsselbund legen',
    toFile: 'In eine Datei legen',
    moving: 'Wird verlegt …',
    tryAgain: 'Noch einmal versuchen',
    trying: 'Wird versucht …',
    movedToKeyring: 'Ihr Schlüssel liegt jetzt im Schlüsselbund des Systems.',
    movedToFile: 'Ihr Schlüssel liegt jetzt in einer Datei.',
    notMoved: 'Der Schlüssel ließ sich nicht verlegen',
    details: 'Einzelheiten',
    device: 'Geräte-ID',
    copyDevice: 'Geräte-ID kopieren',
    deviceCopied: 'Geräte-ID kopiert.',
  },

  data: {
    heading: 'Daten',
    profile: 'Profilordner',
    profileAbout: 'Segue bewahrt hier alle Daten auf.',
    file: 'Einstellungsdatei',
    fileAbout:
      'Sie lässt sich bearbeiten, Änderungen gelten sofort. Zum Sichern der Einstellungen genügt eine Kopie davon.',
    log: 'Protokoll',
    logAbout: 'Wie viel Segue in seine Protokolldatei schreibt.',
    levels: { error: 'Fehler', warn: 'Warnung', info: 'Hinweis', debug: 'Alles' },
    undo: 'Rückgängig machen',
    undoAbout:
      'Ein Verwerfen lässt sich 10 Sekunden lang rückgängig machen, bevor die andere Seite davon erfährt. Ein Import lässt sich rückgängig machen, bis Sie das Gespräch fortsetzen.',
    kept: 'Abgeschlossene Übergaben',
    keptAbout: (count: number) =>
      plural(count, 'Abgeschlossene Übergaben und ihre Dateien werden nach # Tag gelöscht.', 'Abgeschlossene Übergaben und ihre Dateien werden nach # Tagen gelöscht.'),
    clear: 'Daten dieses Fensters',
    clearAbout:
      'Löscht Anordnung, Größe, Farben und Entwürfe dieses Fensters. Gespräche, Personen und Einstellungen bleiben.',
    clearDo: 'Löschen',
    cleared: 'Gelöscht. Beim nächsten Öffnen beginnt das Fenster mit den Vorgaben.',
    copy: (what: string) => `${what} kopieren`,
    copied: (what: string) => `${what} kopiert.`,
  },

  about: aboutTexts,
};
