// German says all that English says: the same shape in every area, nothing empty, nothing that stayed
// English, one and many told apart wherever English does, and one word for one thing.
import { describe, expect, it } from 'vitest';
import { de } from '../src/i18n/de';
import { en } from '../src/i18n/en';

type Say = (...args: unknown[]) => unknown;

/** Every text and every function by its path. */
function leaves(value: unknown, path = ''): [string, string | Say][] {
  if (typeof value === 'string' || typeof value === 'function') return [[path, value as string | Say]];
  return Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

/** A function's text for one value in every place; one that wants texts only gets a text. */
function said(say: Say, value: string | number): string {
  try {
    return String(say(value, value, value, value, value));
  } catch {
    const text = String(value);
    return String(say(text, text, text, text, text));
  }
}

/** All texts by their path; a function is asked with a name, and with numbers as they are and as text. */
function texts(words: object): Map<string, string> {
  return new Map(
    leaves(words).flatMap(([path, leaf]) =>
      typeof leaf === 'string'
        ? [[path, leaf] as const]
        : ['Sam', 1, 3, '1', '3'].map((value) => [`${path}(${JSON.stringify(value)})`, said(leaf, value)] as const),
    ),
  );
}

/** How a function says one and how it says three, the number itself put aside. */
function ofOneAndMany(say: Say): [string, string][] {
  const plain = (value: string | number) => said(say, value).replaceAll(String(value), '#');
  return [
    [plain(1), plain(3)],
    [plain('1'), plain('3')],
  ];
}

/** Names, and words that are the same in both. */
const SAME = [
  ...['Segue', '– Segue', 'English', 'Deutsch', 'VPN', 'SHA-256', 'MB', 'ms', 'segue:invite/…', 'Agent', 'Branch', 'Code', 'Code,'],
  ...['Details', 'Graph', 'Import', 'Person', 'Problem', 'Radar', 'Text', 'Version'],
];
/** Words of English sentences that no German one has. */
const ENGLISH = /\b(the|and|you|your|is|are|of|with|this|that|these|not|from|can|have|has|to|on|by|for|it|be|or)\b/i;

describe('German', () => {
  const english = texts(en);
  const german = texts(de);

  it('has the same texts in every area', () => {
    const shape = (words: object) => leaves(words).map(([path, leaf]) => `${path}: ${typeof leaf}`);
    expect(Object.keys(de)).toEqual(Object.keys(en));
    expect(shape(de)).toEqual(shape(en));
    expect(shape(de).length).toBeGreaterThan(600);
    for (const [path, text] of german) expect(text.trim(), path).not.toBe('');
  });

  it('left nothing in English', () => {
    const bare = (path: string, text: string) => (path.endsWith(')') ? text.replaceAll(/Sam|\d/g, '').trim() : text);
    const same = [...german].filter(([path, text]) => english.get(path) === text).map(([path, text]) => bare(path, text));
    expect(same.filter((text) => /\p{L}{2}/u.test(text) && !SAME.includes(text))).toEqual([]);
    expect([...german].filter(([, text]) => ENGLISH.test(text))).toEqual([]);
  });

  it('tells one from many where English does', () => {
    const spoken = new Map(leaves(de));
    let counted = 0;
    for (const [path, leaf] of leaves(en)) {
      if (typeof leaf === 'string') continue;
      const other = ofOneAndMany(spoken.get(path) as Say);
      ofOneAndMany(leaf).forEach(([one, many], at) => {
        if (one === many) return;
        counted += 1;
        expect(other[at]?.[0], path).not.toBe(other[at]?.[1]);
      });
    }
    expect(counted).toBeGreaterThan(30);
  });

  it('keeps the voice', () => {
    for (const [path, text] of german) {
      expect(text, path).not.toMatch(/!|\b(du|dir|dich|dein\w*)\b|undefined|\bNaN\b|\[object/i);
    }
  });

  it('has one word for a conversation', () => {
    for (const [path, text] of german) expect(text, path).not.toMatch(/Unterhaltung|Konversation|\bChat/);
  });
});
