// Amounts as people read them: bytes with one decimal below ten, counts with separators.
import { language } from '../i18n';

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** `812 B`, `4.2 kB`, `56 kB`, `3.4 MB`, `48 MB`. */
export function bytes(count: number): string {
  let [value, unit] = [count, 0];
  // What would be written as 1,000 of a unit is one of the next.
  while (Math.round(value) >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit > 0 && value < 9.95 ? decimal(value) : number(Math.round(value))} ${UNITS[unit]}`;
}

export function number(count: number): string {
  return new Intl.NumberFormat(language).format(count);
}

function decimal(count: number): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(count);
}
