// Finds commands by what a person types: every typed word must begin a word of the title.

export function matchesQuery(title: string, query: string): boolean {
  const haystack = wordsOf(title);
  return wordsOf(query).every((typed) => haystack.some((word) => word.startsWith(typed)));
}

function wordsOf(text: string): string[] {
  return text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
