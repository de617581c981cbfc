// Whole numbers as people type them.
import { number } from '../../lib/amounts';
import { texts } from '../../i18n';

/** A check for a field that takes a whole number between two ends. */
export function wholeNumber(least: number, most: number): (text: string) => string | null {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? null : texts.settings.wholeNumber(number(least), number(most));
  };
}
