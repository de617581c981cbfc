// Texts that would do harm wherever a page takes them for more than text, and a guard that notices if one did.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { Claude, idOf } from './samples';

export interface Payload {
  what: string;
  text: string;
  /** How it reads when it is shown for what it is. */
  shown: string;
  /** How it reads as a name, out of which is taken what can't be seen; none if no name can be this. */
  name: string | null;
}

/** Shared with the tests of the app's own window. */
const shared = new URL('../../tests/support/hostile/', import.meta.url);

/** None is longer than a name may be, so that each fits into every place. */
export const PAYLOADS = JSON.parse(readFileSync(new URL('payloads.json', shared), 'utf8')) as Payload[];

/** Watches from before the page begins: what is put into it, and what runs. */
export async function guard(page: Page): Promise<void> {
  await page.addInitScript({ path: fileURLToPath(new URL('guard.js', shared)) });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
}

/** What went wrong in a guarded page so far; nothing, if all is well. */
export function harm(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { harmSoFar: () => string[] }).harmSoFar());
}

/** Nothing went wrong in a guarded page so far. */
export async function calm(page: Page): Promise<void> {
  expect(await harm(page), 'what did harm').toEqual([]);
}

/** A path can't have every character. */
export const pathed = (text: string) => text.replaceAll('/', '\u2215');
export const artifact = (text: string) => `out/${pathed(text)}`;

/** Sessions of an agent, one for each payload, with the payload wherever a session has text. */
export function sessions(home: string, first: number): string[] {
  return PAYLOADS.map(({ text }, at) => {
    const cwd = join(home, 'work', pathed(text));
    mkdirSync(join(cwd, 'out'), { recursive: true });
    writeFileSync(join(cwd, artifact(text)), 'x');
    return new Claude(idOf(first + at), cwd)
      .ask(text)
      .think(text)
      .answer(`${text}\n\n\`\`\`${text}\n${text}\n\`\`\`\n\n| ${text} |\n|---|\n| ${text} |`)
      .call(text, { file_path: text, [text]: text }, text)
      .call('Edit', { file_path: `${cwd}/${text}`, old_string: 'a', new_string: text }, text, true)
      .title(text)
      .write(home).id;
  });
}
