// German says all that English says: the same shape, nothing empty, and little that stayed English.
import { describe, expect, it } from 'vitest';
import { de } from '../src/words/de';
import { en } from '../src/words/en';

type Tree = Record<string, unknown>;

/** Every text by its path; a function is asked with words and with numbers. */
function texts(tree: Tree, path = ''): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const here = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') all.set(here, value);
    else if (typeof value === 'function') {
      const counts = /count|total|pass|percent|nearby/.test(value.toString().split('=>', 1)[0] ?? '');
      for (const number of [1, 3]) {
        const say = value as (...args: unknown[]) => string;
        all.set(`${here}(${number})`, counts ? say(number, number, number, number) : say('Sam', 'Kim', 'Ada'));
      }
    } else for (const [inner, text] of texts(value as Tree, here)) all.set(inner, text);
  }
  return all;
}

/** Areas that are wholly in German; the others are on their way. */
const AREAS = ['shell', 'status', 'door', 'refused', 'failure', 'palette', 'sheet', 'groups', 'time', 'notices', 'commands', 'settings', 'diagnostics', 'welcome', 'approvals'] as const;
const of = (words: Tree) => texts(Object.fromEntries(AREAS.map((area) => [area, words[area]])));

/** Names, and words that are the same in both. */
const SAME = /^(Segue|System|Version|Name|Person|Port|VPN|English|Deutsch|MB|Problem|Info|.* – Segue|Sam: Kim)$/;

describe('German', () => {
  const english = of(en);
  const german = of(de);

  it('has the same texts', () => {
    expect([...texts(de).keys()]).toEqual([...texts(en).keys()]);
    expect(german.size).toBeGreaterThan(300);
    for (const [path, text] of german) expect(text.trim(), path).not.toBe('');
  });

  it('is German', () => {
    const same = [...german].filter(([path, text]) => english.get(path) === text && !SAME.test(text));
    expect(same.length / german.size, same.map(([path]) => path).join(', ')).toBeLessThan(0.05);
  });

  it('keeps the voice', () => {
    for (const [path, text] of german) {
      expect(text, path).not.toMatch(/!|\b(du|dir|dich|dein\w*)\b|undefined|\[object/i);
    }
  });
});
