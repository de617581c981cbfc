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
  notSaved: 'Die Einstellung wurde nicht gespeichert',
  saved: 'Gespeichert.',
  notConnected: 'Segue auf diesem Computer antwortet nicht, deshalb lässt sich gerade nichts ändern.',
  problems: 'Einige Zeilen der Einstellungsdatei wurden nicht verstanden',
  problemsAbout: 'Der Rest gilt. Bessern Sie die Zeile in settings.toml aus:',
  changeIn: (section: string) => `Unter „${section}“ ändern`,
  wholeNumber: (least: string, most: string) => `Geben Sie eine ganze Zahl von ${least} bis ${most} ein.`,

  you: {
    heading: 'Sie',
    name: 'Anzeigename',
    nameAbout: 'Personen, denen Sie ein Gespräch übergeben, sehen diesen Namen.',
    nameGenerated:
      'Segue hat sich diesen Namen aus Ihrem Schlüssel ausgedacht. Geben Sie einen anderen ein, um ihn zu ersetzen.',
    nameOwn: 'Leeren Sie das Feld, um zum ausgedachten Namen zurückzukehren.',
    nameTooLong: 'Ihr Name kann höchstens 40 Zeichen haben',
    picture: 'Das Bild wird aus Ihrem Schlüssel gezeichnet und bleibt deshalb gleich, wenn der Name sich ändert.',
  },

  receiving: receivingTexts,
  sending: sendingTexts,

  platforms: {
    heading: 'Programme',
    about: 'Die KI-Programme, deren Gespräche Segue aufführt und in die es importiert.',
    detect: 'Neu suchen',
    detecting: 'Wird gesucht …',
    detected: (count: number) => plural(count, '# Programm gefunden', '# Programme gefunden'),
    notFound: 'Nicht gefunden',
    installed: 'Installiert, noch nicht benutzt',
    version: (version: string) => `Version ${version}`,
    noVersion: 'Version nicht bekannt',
    conversations: (count: number) => plural(count, '# Gespräch', '# Gespräche'),
    off: 'Aus: nicht aufgeführt, und nichts wird dorthin importiert.',
    readOnly: 'Nur lesen',
    readOnlyAbout: 'Nichts wird geschrieben: Gespräche werden aufgeführt und übergeben, nicht importiert.',
    folder: 'Ordner wählen …',
    ownFolder: 'Üblichen Ordner verwenden',
    chosen: 'Diesen Ordner haben Sie gewählt.',
    folderSet: (name: string) => `Der Ordner von ${name} ist gesetzt.`,
    folderReset: (name: string) => `${name} wird im üblichen Ordner gesucht.`,
    folderNotSet: 'Der Ordner wurde nicht gesetzt',
    typeFolder: (name: string) => `Ordner von ${name} auf diesem Computer`,
    typeFolderAbout:
      'Eine Seite im Browser darf keine Ordner auswählen. Aus der Eingabe wird ein Befehl; die Desktop-App hat einen Dialog dafür.',
    notWhole: 'Bitte den ganzen Pfad eingeben, von Anfang an.',
    notPasted: 'Dieser Name lässt sich nicht gefahrlos in ein Terminal einfügen. Die Desktop-App kann es.',
    runCommand: 'In einem Terminal auf diesem Computer ausführen. Es gilt sofort.',
    copyCommand: 'Befehl kopieren',
    commandCopied: 'Befehl kopiert.',
  },

  network: {
    heading: 'Netzwerk',
    seen: 'Wer diesen Computer sehen kann',
    discovery: 'Nach Personen in der Nähe suchen',
    discoveryAbout: 'Gibt ihnen auch bekannt, dass Sie hier sind, soweit Sie sich sehen lassen.',
    port: 'Anschluss (Port)',
    portAbout: 'Hier erreichen andere diesen Computer. 0 oder ein belegter Anschluss heißt: irgendein freier.',
    listen: 'Empfangen an',
    listenAbout: 'Adressen mit Anschluss und Kommas dazwischen. Leer: jedes Netzwerk.',
    listenEvery: 'Jedes Netzwerk',
    now: 'Adressen im Moment',
    nowAbout: 'Wo andere sich gerade mit diesem Computer verbinden können.',
    nowhere: 'Nirgends: Das Netzwerk ist aus.',
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
    effectsAbout: 'Bewegung und Schatten weglassen. Hilft bei langsamer Grafik.',
    language: 'Sprache',
    languageAbout: 'Was Segue auf diesem Computer meldet, etwa Fehler, ist auf Englisch.',
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
    autostart: 'Mit dem Computer starten',
    autostartAbout: 'Segue startet bei der Anmeldung im Infobereich.',
    notifications: 'Benachrichtigungen',
    notificationsAbout: 'Außerhalb des Fensters melden, was ankommt und was aus Übergebenem wird.',
    onlyDesktop: 'Das gilt für die Desktop-App. Sie verwenden Segue in einem Browser.',
  },

  identity: {
    heading: 'Identität',
    about: 'Ihr Schlüssel beweist, dass eine Übergabe von Ihnen kommt.',
    keyring: 'Der Schlüssel liegt im Schlüsselbund des Systems.',
    file: 'Der Schlüssel liegt in einer Datei, die nur Sie lesen können.',
    whyFile: 'Warum eine Datei',
    toKeyring: 'In den Schlüsselbund legen',
    toFile: 'In eine Datei legen',
    moving: 'Wird verlegt …',
    tryAgain: 'Noch einmal versuchen',
    trying: 'Wird versucht …',
    movedToKeyring: 'Der Schlüssel liegt jetzt im Schlüsselbund des Systems.',
    movedToFile: 'Der Schlüssel liegt jetzt in einer Datei.',
    notMoved: 'Der Schlüssel wurde nicht verlegt',
    details: 'Einzelheiten',
    device: 'Gerätekennung',
    copyDevice: 'Gerätekennung kopieren',
    deviceCopied: 'Gerätekennung kopiert.',
  },

  data: {
    heading: 'Daten',
    profile: 'Profilordner',
    profileAbout: 'Alles, was Segue aufbewahrt, liegt hier.',
    file: 'Einstellungsdatei',
    fileAbout:
      'Sie kann von Hand bearbeitet werden; Änderungen gelten sofort. Eine Kopie davon ist eine Kopie Ihrer Einstellungen.',
    log: 'Protokoll',
    logAbout: 'Wie viel Segue in seine Protokolldatei schreibt.',
    levels: { error: 'Fehler', warn: 'Warnung', info: 'Hinweis', debug: 'Alles' },
    undo: 'Zurücknehmen',
    undoAbout:
      'Ein Verwerfen lässt sich 10 Sekunden lang zurücknehmen, bevor die andere Seite davon erfährt. Ein Import lässt sich zurücknehmen, bis sein Gespräch fortgesetzt wurde.',
    kept: 'Beendetes',
    keptAbout: (count: number) =>
      plural(count, 'Beendete Übergaben werden mit ihren Dateien # Tag behalten und dann gelöscht.', 'Beendete Übergaben werden mit ihren Dateien # Tage behalten und dann gelöscht.'),
    clear: 'Vergessen, was dieses Fenster sich merkt',
    clearAbout:
      'Breiten, Größe, die letzten Farben und Entwürfe, die nur dieses Fenster behält. Gespräche, Personen und Einstellungen bleiben.',
    clearDo: 'Vergessen',
    cleared: 'Vergessen. Beim nächsten Öffnen beginnt das Fenster wie am Anfang.',
    copy: (what: string) => `${what} kopieren`,
    copied: (what: string) => `${what} kopiert.`,
  },

  about: aboutTexts,
};
