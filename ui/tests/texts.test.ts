// The catalogue keeps its own rules: no empty text, no exclamation marks, words the app avoids.
import { describe, expect, it } from 'vitest';
import { texts } from '../src/i18n';
import { pluralIn } from '../src/i18n/plural';

/** Every text with its path; a function is tried with words, or with numbers if it counts. */
function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const call = value as (...args: unknown[]) => string;
    const counts = /count|total|pass|percent/.test(value.toString().split('=>', 1)[0] ?? '');
    return [[path, counts ? call(2, 2, 2, 2) : call('Sam', 'Sam', 'Sam', 'Sam')]];
  }
  return Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

describe('texts', () => {
  const all = leaves(texts, 'texts');

  it('are many, and none is empty', () => {
    expect(all.length).toBeGreaterThan(150);
    for (const [path, text] of all) expect(text.trim(), path).not.toBe('');
  });

  it('keep the voice', () => {
    for (const [path, text] of all) {
      expect(text, path).not.toMatch(/!|\bOops\b|\bAccept\b|peer id|coming soon/i);
      expect(text, path).not.toMatch(/undefined|\[object/);
      expect(text, path).not.toMatch(/\bplease\b|\bsorry\b|\bby itself\b|\banew\b|\bgoe?s? along\b|\(s\)|[a-z]'[a-z]/i);
    }
  });

  it('name no commands and no options of the command line', () => {
    for (const [path, text] of all) expect(text, path).not.toMatch(/\bsegue [a-z]|(?<!\S)--?[a-z]/);
  });

  it('keep titles of failures short', () => {
    const titles = [
      texts.settings.notSaved,
      texts.settings.identity.notMoved,
      texts.diagnostics.notRun,
      texts.activity.notRead,
      texts.failure.statusNotRead,
    ];
    for (const title of titles) expect(title.length).toBeLessThanOrEqual(60);
  });

  it('count with the right noun', () => {
    expect(texts.status.problems(1)).toBe('1 problem');
    expect(texts.status.problems(3)).toBe('3 problems');
    expect(texts.diagnostics.summary(5, 0, 0, 0)).toBe('5 OK');
    expect(texts.diagnostics.summary(5, 1, 2, 1)).toBe('2 not working, 1 notice, 5 OK, 1 for information');
    expect(texts.activity.count(100, 135)).toBe('100 of 135 entries');
  });
});

describe('plural', () => {
  it('has a form for one, for many and for none, and writes numbers as the language does', () => {
    const [english, german] = [pluralIn('en'), pluralIn('de')];
    expect([0, 1, 2, 1_200].map((count) => english(count, '# file', '# files', 'No files'))).toEqual([
      'No files',
      '1 file',
      '2 files',
      '1,200 files',
    ]);
    expect(english(0, '# file', '# files')).toBe('0 files');
    expect(german(1_200, '# Datei', '# Dateien')).toBe('1.200 Dateien');
  });
});
