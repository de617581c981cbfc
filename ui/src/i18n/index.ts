// The texts in use. Each language is an object of type `Texts`; which one is decided once, when the
// page loads, so that every text on it is of one language.
import { recall, remember } from '../state/memory';
import { en } from './en';

export type Texts = typeof en;
export type Language = 'en' | 'de';

const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'de';

/** What the setting means here: a language, or the one the system prefers. */
export function languageOf(setting: string, preferred: readonly string[]): Language {
  if (isLanguage(setting)) return setting;
  const short = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return short.find(isLanguage) ?? 'en';
}

/** What the node itself says, such as failures and what it measured, is in English whatever the page speaks. */
export const NODE_LANGUAGE = 'en';

/** Passed to everything that formats dates and numbers. */
export const language: Language =
  recall('language', isLanguage) ?? languageOf('system', globalThis.navigator?.languages ?? []);

/** English until `loadTexts` is done; nothing but the very beginning of the page comes before that. */
export let texts: Texts = en;

/** Fetches the texts of a language that is not built in. */
export async function loadTexts(): Promise<void> {
  document.documentElement.lang = language;
  if (language === 'de') texts = (await import('./de')).de;
}

/** Follows the setting; another language needs the page anew. */
export function followLanguage(setting: string): void {
  const wanted = languageOf(setting, navigator.languages);
  if (wanted === language) return;
  remember('language', wanted);
  // Where nothing can be remembered, the page stays as it is instead of starting over for ever.
  if (recall('language', isLanguage) !== wanted) return;
  window.location.reload();
}
