// The texts of Diagnostics, in German.
import type { diagnosticsTexts as english } from '../en/diagnostics';
import { plural } from './plural';

export const diagnosticsTexts: typeof english = {
  heading: 'Diagnose',
  question: 'Warum sehe ich jemanden nicht?',
  who: 'Wer fehlt Ihnen?',
  anyone: 'Irgendjemand',
  verifiedPeople: 'Bestätigt',
  otherPeople: 'Andere',
  list: 'Was gemessen wurde',
  run: 'Noch einmal ausführen',
  running: 'Läuft …',
  next: 'Wird gemessen …',
  copy: 'Bericht kopieren',
  copied: 'Bericht kopiert.',
  notRun: 'Die Diagnose lief nicht',
  waiting: 'Dieser Computer wird vermessen …',
  so: (count: number) => plural(count, 'Bisher # Ergebnis', 'Bisher # Ergebnisse'),
  offline: 'Segue auf diesem Computer antwortet nicht, deshalb kann gerade nichts gemessen werden.',
  outcome: { pass: 'In Ordnung', warn: 'Zu beachten', fail: 'Geht nicht', note: 'Hinweis' },
  meaning: {
    pass: 'So soll es sein.',
    note: 'Weder gut noch schlecht: Es kann erklären, was Sie sehen.',
    warn: 'Es funktioniert, mit etwas, das zu beachten ist.',
    fail: 'Das trennt Sie von anderen, oder es hindert Segue an der Arbeit.',
  },
  whatToDo: 'Was zu tun ist',
  nothingToDo: 'Nichts zu tun.',
  titles: {
    profile: 'Profilordner',
    space: 'Freier Speicher',
    database: 'Datenbank',
    settings: 'Einstellungen',
    identity: 'Identitätsschlüssel',
    node: 'Knoten',
    network: 'Andere Personen',
    interfaces: 'Netzwerke',
    listening: 'Empfangsadressen',
    port: 'Anschluss (Port)',
    vpn: 'VPN',
    discovery: 'Suche nach Personen',
    multicast_v4: 'Rundruf (IPv4)',
    multicast_v6: 'Rundruf (IPv6)',
    people: 'Personen',
    person: 'Die genannte Person',
    inbound: 'Der Weg zu Ihnen',
    outbound: 'Der Weg zur Person',
    version: 'Version der Person',
    clock: 'Uhren',
  },
  act: {
    run_again: 'Noch einmal ausführen',
    use_invitation: 'Einladung machen',
    connect_by_address: 'Über eine Adresse verbinden',
    open_people: 'Personen öffnen',
    pair: 'Wörter vergleichen',
    mend_key: 'Identitätsschlüssel',
    copy_command: 'Befehl kopieren',
    open_settings: (section: string) => `Einstellungen öffnen: ${section}`,
  },
  commandCopied: 'Befehl kopiert.',
  report: 'Der Bericht',
  reportAbout: 'Das ist alles, was „Bericht kopieren“ in die Zwischenablage legt.',
  reportLeaves:
    'Er enthält keinen Benutzerordner, keine Namen von Personen, Konten oder Computern, kein Gespräch und keine vollständige Gerätekennung.',
  keyHeading: 'Ihr Identitätsschlüssel ist nicht verfügbar',
  keyBack: 'Der Identitätsschlüssel ist wieder verfügbar.',
  keyStill: 'Der Identitätsschlüssel ist noch nicht verfügbar',
  keyNotTried: 'Der Schlüssel konnte nicht versucht werden',
  summary: (pass: number, warn: number, fail: number, note: number) => {
    const parts = [];
    if (fail > 0) parts.push(plural(fail, '# geht nicht', '# gehen nicht'));
    if (warn > 0) parts.push(`${warn} zu beachten`);
    parts.push(`${pass} in Ordnung`);
    if (note > 0) parts.push(plural(note, '# Hinweis', '# Hinweise'));
    return parts.join(', ');
  },
};
