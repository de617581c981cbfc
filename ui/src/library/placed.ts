// Rows by their place in the whole list, and how far they moved.
import type { Conversation, Listing } from '../bindings/door';

export function placed(listing: Listing, offset: number): Record<number, Conversation> {
  return Object.fromEntries(listing.conversations.map((one, at) => [offset + at, one]));
}

/** Names with their places, from a place on. */
export function names(rows: Record<number, Conversation>, from: number): Map<string, number> {
  const all = Object.entries(rows).map(([at, row]) => [row.name, Number(at)] as const);
  return new Map(all.filter(([, at]) => at >= from).sort((a, b) => a[1] - b[1]));
}

/** How far rows moved, told by the first one that is found again; nothing when none is. */
export function shiftOf(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number | null {
  for (const [name, index] of before) {
    const now = after.get(name);
    if (now !== undefined) return now - index;
  }
  return null;
}
