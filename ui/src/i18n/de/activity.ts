// Die Texte der Aktivität: was geschah, und wohin Gespräche gingen.
import type { activityTexts as en } from '../en/activity';
import { plural } from './plural';

export const activityTexts: typeof en = {
  heading: 'Aktivität',
  list: 'Was geschah, das Neueste zuerst',
  empty: 'Noch ist nichts geschehen.',
  emptySentence: 'Hier steht, was Segue auf diesem Computer tut.',
  choose: 'Einen Eintrag wählen, um mehr darüber zu lesen.',
  older: 'Ältere zeigen',
  loadingOlder: 'Wird geladen …',
  notRead: 'Die Aktivität konnte nicht gelesen werden',
  count: (shown: number, total: number) =>
    shown === total
      ? plural(total, '# Eintrag', '# Einträge')
      : `${shown} von ${total} Einträgen`,
  noDetail: 'Mehr gibt es dazu nicht zu sagen.',
  showHandoff: 'Übergabe zeigen',
  when: 'Wann',
  full: 'Mehr fasst diese Seite nicht. Ältere Einträge bleiben auf diesem Computer.',

  view: 'Was gezeigt wird',
  views: { list: 'Was geschah', versions: 'Versionen' },
  versions: 'Übergebene Gespräche',
  conversations: (count: number) => plural(count, '# Gespräch', '# Gespräche'),
  versionCount: (count: number) => plural(count, '# Version', '# Versionen'),
  versionsNotRead: 'Die Versionen konnten nicht gelesen werden',
  noVersions: 'Noch wurde kein Gespräch übergeben.',
  noVersionsSentence: 'Danach steht hier, wer es hatte, was daraus wurde und wie es weiterging.',
  untitled: 'Gespräch ohne Titel',
  shape: 'Wie die Versionen gezeigt werden',
  shapes: { graph: 'Graph', table: 'Tabelle' },
  graphOf: (title: string) => `Versionen von ${title}`,
  messages: (count: number) => plural(count, '# Nachricht', '# Nachrichten'),
  columns: {
    number: 'Version',
    who: 'Wer',
    agent: 'Agent',
    messages: 'Nachrichten',
    from: 'Aus',
    handed: 'Übergeben an',
    when: 'Wann',
  },
  grew: (from: number, to: number) => `${to}, anfangs ${from}`,
  beginning: 'Der Anfang',
  elsewhere: 'nicht hier',
  you: (name: string) => `${name} (Sie)`,
  handedTo: 'Übergeben an',
  signedBy: 'Eintrag',
  signed: 'Unterschrieben',
  unsigned: 'Nicht unterschrieben',
  compare: 'Mit der vorigen vergleichen',
  comparing: 'Wird verglichen …',
  compared: (added: number, same: number, removed: number) => {
    const parts = [`${added} neu`, `${same} gleich`];
    if (removed > 0) parts.push(`${removed} entfallen`);
    return `Nachrichten: ${parts.join(', ')}`;
  },
  notCompared: 'Die Versionen wurden nicht verglichen',
  noParent: 'Dies ist die erste Version: vor ihr gibt es keine.',
  openVersion: 'Öffnen',
  notHere: 'Auf diesem Computer lassen sich nur Versionen der eigenen Agenten öffnen.',
  role: { user: 'Person', agent: 'Agent' },
  copyMermaid: 'Als Mermaid kopieren',
  mermaidCopied: 'Der Mermaid-Graph ist kopiert.',
  quarantined: (count: number) =>
    plural(count, '# Eintrag zählt nicht', '# Einträge zählen nicht'),
  state: (state: string) => STATES[state] ?? 'Übergeben',
  receipt: (state: string) => RECEIPTS[state] ?? state,
};

const STATES: Record<string, string> = {
  submitted: 'Wartet',
  working: 'In Arbeit',
  'input-required': 'Braucht eine Antwort',
  'auth-required': 'Braucht eine Anmeldung',
  completed: 'Erledigt',
  canceled: 'Abgebrochen',
  rejected: 'Abgelehnt',
  failed: 'Gescheitert',
};

const RECEIPTS: Record<string, string> = {
  queued: 'Übergeben',
  offered: 'Angeboten',
  delivered: 'Zugestellt',
  opened: 'Geöffnet',
  downloaded: 'Heruntergeladen',
  imported: 'Importiert',
  dismissed: 'Abgelehnt',
  withdrawn: 'Zurückgezogen',
  failed: 'Gescheitert',
};
