// How an agent is drawn: two letters of its name, and a hue that is always the same for its id.

const HUES: Record<string, number> = {
  'claude-code': 18,
  codex: 160,
  'gemini-cli': 220,
  opencode: 275,
};

export function hueOf(id: string): number {
  const known = HUES[id];
  if (known !== undefined) return known;
  let sum = 7;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return sum;
}

export function initialsOf(name: string): string {
  const parts = name.split(/[\s-]+/).filter((part) => part !== '');
  const letters = parts.length > 1 ? parts.slice(0, 2).map((part) => part[0]) : [name[0], name[1]];
  return letters.join('').replace(/^./, (first) => first.toUpperCase());
}
