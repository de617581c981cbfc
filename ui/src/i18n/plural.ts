// Counting in texts: one form for one, one for many, and the number as the language writes it.

export type Plural = (count: number, one: string, many: string, none?: string) => string;

/** Returns the form for a count, with the number in the place of `#`; `none` is for nothing at all. */
export function pluralIn(language: string): Plural {
  const format = new Intl.NumberFormat(language);
  return (count, one, many, none = many) => {
    const form = count === 1 ? one : count === 0 ? none : many;
    return form.replace('#', Number.isFinite(count) ? format.format(count) : String(count));
  };
}
