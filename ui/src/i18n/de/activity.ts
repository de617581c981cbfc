// Die Texte der Aktivität: was geschah, und wohin Gespräche gingen.
import type { activityTexts as en } from '../en/activity';
import { plural } from './plural';

export const activityTexts: typeof en = {
  heading: 'Aktivität',
  list: 'Aktivität, das Neueste zuerst',
  empty: 'Noch keine Aktivität.',
  emptySentence: 'Hier erscheinen Übergaben, Importe und Änderungen auf diesem Computer.',
  choose: 'Einen Eintrag wählen, um Einzelheiten zu sehen.',
  older: 'Ältere zeigen',
  loadingOlder: 'Wird geladen …',
  notRead: 'Die Aktivität konnte nicht gelesen werden',
  count: (shown: number, total: number) =>
    shown === total
      ? plural(total, '# Eintrag', '# Einträge')
      : `${shown} von ${total} Einträgen`,
  noDetail: 'Keine weiteren Einzelheiten.',
  showHandoff: 'Übergabe zeigen',
  when: 'Zeit',
  full: 'Diese Liste ist voll. Ältere Einträge bleiben auf diesem Computer.',

  view: 'Ansicht',
  views: { list: 'Aktivität', versions: 'Versionen' },
  versions: 'Übergebene Gespräche',
  conversations: (count: number) => plural(count, '# Gespräch', '# Gespräche'),
  versionCount: (count: number) => plural(count, '# Version', '# Versionen'),
  versionsNotRead: 'Die Versionen konnten nicht gelesen werden',
  noVersions: 'Noch keine Versionen.',
  noVersionsSentence: 'Sobald ein Gespräch übergeben wurde, steht hier, wer es hatte und wie es weiterging.',
  untitled: 'Gespräch ohne Titel',
  shape: 'Wie die Versionen gezeigt werden',
  shapes: { graph: 'Graph', table: 'Tabelle' },
  graphOf: (title: string) => `Versionen von „${title}“`,
  messages: (count: number) => plural(count, '# Nachricht', '# Nachrichten'),
  columns: {
    number: 'Version',
    who: 'Person',
    agent: 'Agent',
    messages: 'Nachrichten',
    from: 'Aus',
    handed: 'Übergeben an',
    when: 'Zeit',
  },
  grew: (from: number, to: number) => `${to}, anfangs ${from}`,
  beginning: 'Ursprung',
  elsewhere: 'nicht auf diesem Computer',
  you: (name: string) => `${name} (Sie)`,
  handedTo: 'Übergeben an',
  signedBy: 'Eintrag',
  signed: 'Signiert',
  unsigned: 'Nicht signiert',
  compare: 'Mit der vorigen vergleichen',
  comparing: 'Wird verglichen …',
  compared: (added: number, same: number, removed: number) => {
    const parts = [`${added} neu`, `${same} gleich`];
    if (removed > 0) parts.push(`${removed} entfallen`);
    return `Nachrichten: ${parts.join(', ')}`;
  },
  notCompared: 'Die Versionen ließen sich nicht vergleichen',
  noParent: 'Dies ist die erste Version.',
  openVersion: 'Öffnen',
  notHere: 'Nur Versionen von Agenten auf diesem Computer lassen sich öffnen.',
  role: { user: 'Person', agent: 'Agent' },
  copyMermaid: 'Als Mermaid kopieren',
  mermaidCopied: 'Der Mermaid-Graph ist kopiert.',
  quarantined: (count: number) =>
    plural(count, '# Eintrag wird übergangen', '# Einträge werden übergangen'),
  state: (state: string) => STATES[state] ?? 'Übergeben',
  receipt: (state: string) => RECEIPTS[state] ?? state,
};

const STATES: Record<string, string> = {
  submitted: 'Wartet',
  working: 'Zugestellt',
  'input-required': 'Braucht eine Antwort',
  'auth-required': 'Wortvergleich nötig',
  completed: 'Importiert',
  canceled: 'Zurückgenommen',
  rejected: 'Verworfen',
  failed: 'Fehlgeschlagen',
};

const RECEIPTS: Record<string, string> = {
  queued: 'Wartet',
  offered: 'Gesendet',
  delivered: 'Zugestellt',
  opened: 'Geöffnet',
  'input-required': 'Änderungen erbeten',
  answered: 'Beantwortet',
  'auth-required': 'Wortvergleich nötig',
  downloaded: 'Heruntergeladen',
  imported: 'Importiert',
  'import-undone': 'Import rückgängig gemacht',
  dismissed: 'Verworfen',
  reopened: 'Wiederhergestellt',
  withdrawn: 'Zurückgenommen',
  failed: 'Fehlgeschlagen',
};
