// Every text is on some screen: a text that no file of the page names is one that nobody reads, and that
// still has to be translated.
import { describe, expect, it } from 'vitest';
import { en } from '../src/i18n/en';

const files = import.meta.glob<string>(['../src/**/*.{svelte,ts}', '!../src/i18n/**', '!../src/bindings/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

type Path = string[];

/** What an object of texts has at a path; a `*` of the path stands for every key. */
function leavesAt(path: Path, from: unknown = en, here: Path = []): string[] {
  if (typeof from !== 'object' || from === null) return [here.join('.')];
  const [key, ...rest] = path;
  if (key === undefined) return Object.entries(from).flatMap(([inner, value]) => leavesAt([], value, [...here, inner]));
  if (key !== '*') {
    return Object.hasOwn(from, key) ? leavesAt(rest, (from as Record<string, unknown>)[key], [...here, key]) : [];
  }
  // Whoever picks one text of many by a name that is only known later picks texts, not objects of them.
  return Object.entries(from)
    .filter(([, value]) => rest.length > 0 || typeof value !== 'object')
    .flatMap(([inner, value]) => leavesAt(rest, value, [...here, inner]));
}

const isObject = (path: Path) => {
  const found = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], en);
  return typeof found === 'object';
};

const STEPS = String.raw`((?:\s*\??\.\s*[A-Za-z_]\w*|\[[^\]]*\])*)`;
const steps = (text: string): Path =>
  [...text.matchAll(/\.\s*(\w+)|\[('(\w+)'|[^\]]*)\]/g)].map((step) => step[1] ?? step[3] ?? '*');

/** What `{ a, b: c }` takes out of an object: each new name with its path. */
function taken(braces: string, path: Path): [string, Path][] {
  return braces
    .slice(1, -1)
    .split(',')
    .map((one) => one.split(':').map((word) => word.trim()))
    .map(([key = '', name = key]) => [name, [...path, key]]);
}

/** The leaves that one file names. */
function used(source: string): Set<string> {
  const names = new Map<string, Path[]>([['texts', [[]]]]);
  const found = new Set<string>();
  const resolved = (name: string, more: string) => (names.get(name) ?? []).map((path) => [...path, ...steps(more)]);
  const short = new RegExp(String.raw`(?:const|let)\s+(\w+|\{[^}]*\})(?:\s*:[^=;]+)?\s*=\s*(\w+)${STEPS};`, 'g');
  // A name for a part of the texts is not yet a use of all of it.
  const rest = source.replace(short, (whole: string, given: string, name: string, more: string) => {
    for (const path of resolved(name, more)) {
      for (const [alias, place] of given.startsWith('{') ? taken(given, path) : [[given, path] as const]) {
        if (isObject(place)) names.set(alias, [...(names.get(alias) ?? []), place]);
        else for (const leaf of leavesAt(place)) found.add(leaf);
      }
    }
    return names.has(name) ? '' : whole;
  });
  const use = new RegExp(String.raw`(?<![\w$]|[^.]\.)(${[...names.keys()].join('|')})\b${STEPS}`, 'g');
  for (const [, name = '', more = ''] of rest.matchAll(use)) {
    if (name === 'texts' && more === '') continue;
    for (const path of resolved(name, more)) {
      // Behind a text may come what every text has, such as its length.
      for (let end = path.length; end > 0; end--) {
        const leaves = leavesAt(path.slice(0, end));
        for (const leaf of leaves) found.add(leaf);
        if (leaves.length > 0) break;
      }
    }
  }
  return found;
}

describe('texts', () => {
  it('are all on some screen', () => {
    const all = leavesAt([]);
    expect(all.length).toBeGreaterThan(600);
    const found = new Set(Object.values(files).flatMap((source) => [...used(source)]));
    expect(all.filter((leaf) => !found.has(leaf))).toEqual([]);
  });

  it('are noticed when they are not', () => {
    const source = "const t = texts.inbox;\nconst { toast } = texts.inbox; say(t.heading, toast.review, texts.inbox.state[one]);";
    const found = used(source);
    expect([...found]).toContain('inbox.heading');
    expect([...found]).toContain('inbox.toast.review');
    expect([...found].some((leaf) => leaf.startsWith('inbox.state.'))).toBe(true);
    expect([...found]).not.toContain('inbox.sentence');
    expect([...found]).not.toContain('inbox.toast.openInbox');
  });
});
