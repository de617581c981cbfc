// Amounts as people read them: bytes in MB with one decimal, counts with separators.
import { language } from '../i18n';

const MB = 1_000_000;

/** `812 B`, `56 kB`, `3.4 MB`. */
export function bytes(count: number): string {
  if (count < 1_000) return `${count} B`;
  if (count < 0.1 * MB) return `${number(Math.max(1, Math.round(count / 1_000)))} kB`;
  return `${decimal(count / MB)} MB`;
}

export function number(count: number): string {
  return new Intl.NumberFormat(language).format(count);
}

function decimal(count: number): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(count);
}
