// The texts of Diagnostics, in German.
import type { diagnosticsTexts as english } from '../en/diagnostics';
import { plural } from './plural';

export const diagnosticsTexts: typeof english = {
  heading: 'Diagnose',
  question: 'Warum sehe ich jemanden nicht?',
  who: 'Wen sehen Sie nicht?',
  anyone: 'Irgendjemand',
  verifiedPeople: 'Bestätigt',
  otherPeople: 'Andere',
  list: 'Ergebnisse',
  run: 'Noch einmal ausführen',
  running: 'Läuft …',
  next: 'Wird geprüft …',
  copy: 'Bericht kopieren',
  copied: 'Bericht kopiert.',
  notRun: 'Die Diagnose konnte nicht laufen',
  waiting: 'Dieser Computer wird geprüft …',
  so: (count: number) => plural(count, 'Bisher # Ergebnis', 'Bisher # Ergebnisse'),
  offline: 'Segue auf diesem Computer antwortet nicht, deshalb kann die Diagnose gerade nicht laufen.',
  outcome: { pass: 'In Ordnung', warn: 'Hinweis', fail: 'Geht nicht', note: 'Zur Information' },
  meaning: {
    pass: 'Kein Problem gefunden.',
    note: 'Zur Information. Es kann erklären, was Sie sehen.',
    warn: 'Es funktioniert, aber etwas ist zu beachten.',
    fail: 'Das kann Segue an der Arbeit hindern oder von anderen Personen trennen.',
  },
  whatToDo: 'Was zu tun ist',
  nothingToDo: 'Nichts zu tun.',
  titles: {
    profile: 'Profilordner',
    space: 'Freier Speicher',
    database: 'Datenbank',
    settings: 'Einstellungen',
    identity: 'Identitätsschlüssel',
    node: 'Segue auf diesem Computer',
    network: 'Andere Personen',
    interfaces: 'Netzwerke',
    listening: 'Empfangsadressen',
    port: 'Anschluss (Port)',
    vpn: 'VPN',
    discovery: 'Suche nach Personen',
    multicast_v4: 'Rundruf (IPv4)',
    multicast_v6: 'Rundruf (IPv6)',
    people: 'Personen',
    person: 'Die gewählte Person',
    inbound: 'Der Weg zu Ihnen',
    outbound: 'Der Weg zur Person',
    version: 'Version der Person',
    clock: 'Uhren',
  },
  act: {
    run_again: 'Noch einmal ausführen',
    use_invitation: 'Einladung erstellen',
    connect_by_address: 'Über eine Adresse verbinden',
    open_people: 'Personen öffnen',
    pair: 'Wörter vergleichen',
    mend_key: 'Identitätsschlüssel',
    copy_command: 'Befehl kopieren',
    open_settings: (section: string) => `Einstellungen öffnen: ${section}`,
  },
  commandCopied: 'Befehl kopiert.',
  report: 'Der Bericht',
  reportAbout: '„Bericht kopieren“ kopiert genau diesen Text.',
  reportLeaves:
    'Er enthält keinen Benutzerordner, keine Namen von Personen, Konten oder Computern, keine Gespräche und keine vollständige Geräte-ID.',
  keyHeading: 'Ihr Identitätsschlüssel ist nicht verfügbar',
  keyBack: 'Ihr Identitätsschlüssel ist wieder verfügbar.',
  keyStill: 'Ihr Identitätsschlüssel ist noch nicht verfügbar',
  keyNotTried: 'Der Schlüssel ließ sich nicht prüfen',
  summary: (pass: number, warn: number, fail: number, note: number) => {
    const parts = [];
    if (fail > 0) parts.push(plural(fail, '# geht nicht', '# gehen nicht'));
    if (warn > 0) parts.push(plural(warn, '# Hinweis', '# Hinweise'));
    parts.push(`${pass} in Ordnung`);
    if (note > 0) parts.push(`${note} zur Information`);
    return parts.join(', ');
  },
};
