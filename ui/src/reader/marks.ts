// Cuts a text where something in it is marked: what is searched for, and what the one who shows the
// conversation points at.

export interface Highlight {
  text: string;
  id: string;
  label: string;
}

export type Piece =
  | { kind: 'plain' | 'find'; text: string }
  | { kind: 'highlight'; text: string; highlight: Highlight };

/** `text` in pieces; put together they are the text. */
export function piecesOf(text: string, find: string, highlights: readonly Highlight[]): Piece[] {
  let pieces: Piece[] = [{ kind: 'plain', text }];
  // Longer ones first: a short one may stand inside of it.
  const ordered = [...highlights].sort((a, b) => b.text.length - a.text.length);
  for (const highlight of ordered) {
    pieces = cut(pieces, highlight.text, false, (found) => ({ kind: 'highlight', text: found, highlight }));
  }
  return cut(pieces, find, true, (found) => ({ kind: 'find', text: found }));
}

function cut(pieces: Piece[], wanted: string, anyCase: boolean, make: (found: string) => Piece): Piece[] {
  if (wanted === '') return pieces;
  const pattern = new RegExp(escaped(wanted), anyCase ? 'giu' : 'gu');
  return pieces.flatMap((piece) => {
    if (piece.kind !== 'plain') return [piece];
    const out: Piece[] = [];
    let end = 0;
    for (const { 0: found, index } of piece.text.matchAll(pattern)) {
      if (index > end) out.push({ kind: 'plain', text: piece.text.slice(end, index) });
      out.push(make(found));
      end = index + found.length;
    }
    if (end < piece.text.length) out.push({ kind: 'plain', text: piece.text.slice(end) });
    return out;
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
