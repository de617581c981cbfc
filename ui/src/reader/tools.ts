// How a call of a tool is drawn and told: its sign, its input in fields, how long it took.
import type { IconName } from '../parts/icons';
import { language } from '../i18n';

const SIGNS: [RegExp, IconName][] = [
  [/bash|shell|exec|terminal|command/i, 'terminal'],
  [/edit|write|patch|create|replace/i, 'pencil'],
  [/grep|glob|search|find|list|ls$/i, 'search'],
  [/fetch|web|url|browser/i, 'external'],
  [/read|file|view|cat|open/i, 'file'],
];

export function iconOfTool(tool: string | null): IconName {
  return SIGNS.find(([names]) => names.test(tool ?? ''))?.[1] ?? 'tool';
}

export interface InputField {
  name: string;
  text: string;
}

/** The input as fields with their text; nothing when it is no object. */
export function fieldsOf(input: string): InputField[] | null {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.entries(value).map(([name, inner]) => ({
    name,
    text: typeof inner === 'string' ? inner : JSON.stringify(inner, null, 2),
  }));
}

/** `800 ms`, `4.2 s`, `12 s`, `3 min`, `2 h`. */
export function duration(ms: number): string {
  const unit = (value: number, symbol: string, digits = 0) =>
    `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${symbol}`;
  if (ms < 1_000) return unit(ms, 'ms');
  if (ms < 90_000) return unit(ms / 1_000, 's', ms < 10_000 ? 1 : 0);
  return ms < 5_400_000 ? unit(ms / 60_000, 'min') : unit(ms / 3_600_000, 'h');
}
