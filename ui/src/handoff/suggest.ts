// What a conversation itself says was decided, rejected or left open, found by how lines begin. Nothing is
// guessed: a line is offered because it says so, as it stands, and the person decides whether it is used.
import type { ShownMessage } from '../bindings/door';
import { visible } from '../lib/visible';

export interface Suggestions {
  decided: string[];
  rejected: string[];
  open: string[];
}

/** Of each kind, the newest. */
const MAX_SUGGESTIONS = 5;
/** Longer lines are prose or data, not a note. */
const MAX_LINE_CHARS = 280;
/** Characters of one message that are looked at, from its end. */
const MAX_READ_CHARS = 20_000;

type Kind = keyof Suggestions;

/** A label with what follows it, or nothing, when a list follows: "Decision: …", "Open questions:". */
const LABELS: readonly [Kind, RegExp][] = [
  ['decided', /^(?:decisions?|decided|agreed|entscheidung(?:en)?|entschieden|beschlossen):\s*(.*)$/i],
  ['rejected', /^(?:rejected|ruled out|discarded|verworfen|abgelehnt):\s*(.*)$/i],
  ['open', /^(?:open questions?|open points?|open|still open|offene fragen?|offene punkte?|offen):\s*(.*)$/i],
  ['open', /^(?:TODO|FIXME)\b:?\s*(.*)$/],
];

/** Sentences that say it themselves; they are offered whole. */
const SENTENCES: readonly [Kind, RegExp][] = [
  ['rejected', /^(?:we|i)(?: have|['’]ve)? (?:decided (?:against|not to)|rejected|ruled out|discarded)\s/i],
  ['rejected', /^(?:wir haben|ich habe)\s.{1,200}\s(?:verworfen|abgelehnt)\b/i],
  ['decided', /^(?:we|i)(?: have|['’]ve)? (?:decided|agreed)\s/i],
  ['decided', /^(?:wir haben|ich habe)(?: uns| mich)?\s.{0,200}(?:entschieden|beschlossen)\b/i],
];

const ITEM = /^(?:[-*+•]|\d{1,3}[.)])\s+/;
const UNCHECKED = /^[-*+]\s+\[ \]\s+/;
const CHECKED = /^[-*+]\s+\[[xX]\]\s+/;

/** `messages` are the last ones, oldest first. */
export function suggestionsOf(messages: readonly ShownMessage[]): Suggestions {
  const found: Suggestions = { decided: [], rejected: [], open: [] };
  const spoken = messages.filter((message) => !message.injected && textOf(message) !== '');
  const last = spoken.at(-1);
  // The newest comes first, and so do questions that nobody answered yet.
  if (last?.role === 'agent') add(found.open, proseLines(textOf(last)).map(bare).filter(isQuestion));
  for (const message of [...spoken].reverse()) {
    const here: Suggestions = { decided: [], rejected: [], open: [] };
    said(proseLines(textOf(message)), here);
    for (const kind of ['decided', 'rejected', 'open'] as const) add(found[kind], here[kind]);
  }
  return found;
}

/** What the lines of one message say, in their order. */
function said(lines: string[], found: Suggestions): void {
  let list: Kind | null = null;
  for (const line of lines) {
    const text = bare(line);
    const labelled = kindOf(LABELS, text);
    if (UNCHECKED.test(line)) found.open.push(text);
    else if (CHECKED.test(line)) continue;
    else if (labelled) {
      list = labelled.rest === '' ? labelled.kind : null;
      if (labelled.rest !== '') found[labelled.kind].push(labelled.rest);
    } else if (list !== null && ITEM.test(line)) found[list].push(text);
    else {
      if (line !== '') list = null;
      const told = kindOf(SENTENCES, text);
      if (told) found[told.kind].push(text);
    }
  }
}

function kindOf(rules: readonly [Kind, RegExp][], text: string): { kind: Kind; rest: string } | null {
  for (const [kind, rule] of rules) {
    const match = rule.exec(text);
    if (match) return { kind, rest: (match[1] ?? '').trim() };
  }
  return null;
}

function textOf({ parts }: ShownMessage): string {
  const texts = parts.filter((part) => part.kind === 'text').map((part) => part.text.slice(-MAX_READ_CHARS));
  return texts.join('\n').slice(-MAX_READ_CHARS).trim();
}

/** The lines that are neither code nor too long. */
function proseLines(text: string): string[] {
  let fence: string | null = null;
  return text.split(/\r?\n|\r/).flatMap((whole) => {
    if (whole.length > MAX_LINE_CHARS) return [];
    const line = whole.trim();
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      return [];
    }
    fence = mark;
    return mark === null ? [line] : [];
  });
}

/** Without what Markdown puts before it, and around its label. */
function bare(line: string): string {
  return line
    .replace(/^(?:>\s*){1,5}/, '')
    .replace(/^#{1,6}\s+/, '')
    .replace(ITEM, '')
    .replace(/^\[[ xX]\]\s+/, '')
    .replaceAll('**', '')
    .trim();
}

function isQuestion(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && /[?？؟]$/.test(text) && !/^(?:any questions|anything else|noch fragen)/i.test(text);
}

/** Each once, and as it is shown: what is used is what was seen. */
function add(known: string[], more: string[]): void {
  for (const text of more) {
    const shown = visible(text);
    if (known.length < MAX_SUGGESTIONS && /[\p{L}\p{N}]/u.test(shown) && !known.includes(shown)) known.push(shown);
  }
}
