// The lines of a change side by side: what goes beside what comes in its place.
import type { DiffLine } from '../bindings/door';

export interface Pair {
  before: DiffLine | null;
  after: DiffLine | null;
}

/** How each kind of line is marked. */
export const SIGNS = { same: ' ', added: '+', removed: '−', skipped: '⋯' } as const;

export function pairsOf(lines: readonly DiffLine[]): Pair[] {
  const pairs: Pair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      pairs.push({ before: removed[at] ?? null, after: added[at] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.sign === 'same' || line.sign === 'skipped') {
      flush();
      pairs.push({ before: line, after: line });
    } else if (line.sign === 'removed') {
      // What comes after additions is a change of its own.
      if (added.length > 0) flush();
      removed.push(line);
    } else {
      added.push(line);
    }
  }
  flush();
  return pairs;
}
