// Which rows of a long list are in the page: those in sight with some around them, all of one height.

export interface Sight {
  /** How far it is scrolled, and how much of it is seen. */
  top: number;
  height: number;
  /** The height of a row. */
  row: number;
  /** How many rows there are. */
  count: number;
}

/** Rows `from` up to, but not with, `to`. */
export interface Range {
  from: number;
  to: number;
}

/** The rows that are in the page; `around` more than are seen at each end. */
export function rowsInSight({ top, height, row, count }: Sight, around: number): Range {
  if (row <= 0 || count <= 0) return { from: 0, to: 0 };
  const first = Math.floor(Math.max(0, top) / row);
  const last = Math.ceil((Math.max(0, top) + height) / row);
  const from = Math.max(0, Math.min(first - around, count - 1));
  return { from, to: Math.max(from, Math.min(count, last + around)) };
}

/** How far to scroll so that a row is seen whole, moving as little as possible. */
export function scrollToSee(index: number, { top, height, row, count }: Sight): number {
  const at = Math.max(0, Math.min(count - 1, index)) * row;
  if (at < top) return at;
  if (at + row > top + height) return at + row - height;
  return top;
}

/** The rows as indexes, with those that have to stay, in order. */
export function mountedRows({ from, to }: Range, keep: readonly number[], count: number): number[] {
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const others = keep.filter((index) => index >= 0 && index < count && (index < from || index >= to));
  return [...new Set([...others, ...rows])].sort((a, b) => a - b);
}
