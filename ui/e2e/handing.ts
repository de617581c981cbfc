// What the tests of handing something off share: a conversation with secrets in it, and the way to the
// sheet that a person takes.
import type { Page } from '@playwright/test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './fixtures';
import { Claude, idOf } from './samples';
import type { Segue } from './segue';

// Put together here, so that no file of this project holds what looks like a secret.
export const AWS = ['AKIA', 'Q3EGRWX7', 'ZT5MPLNV'].join('');
export const TOKEN = ['ghp_', 'w8Kd02mZbQ5tVxR1', 'cY7nLp4sHj9fGe3uAo6i'].join('');
export const KEY_LINE = 'MIIEowIBAAKCAQEAq3z7Vw9Lr2Tn5Xk8Bd1Hs4Yp6Gm0Jf3Ce7Uo9Qa2Iv5Zt8Rw';
export const PRIVATE_KEY = [
  ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '),
  ...Array.from({ length: 12 }, (_, at) => KEY_LINE.slice(at) + KEY_LINE.slice(0, at)),
  ['-----END RSA', 'PRIVATE KEY-----'].join(' '),
].join('\n');

/** Talks about a login and leaves three secrets behind. */
export function withSecrets(number: number, cwd: string): Claude {
  return new Claude(idOf(number), cwd)
    .ask('Deploy the login form, please.')
    .call('Bash', { command: 'cat .env' }, `AWS_ACCESS_KEY_ID=${AWS}\n`)
    .answer('I found the access key.')
    .call('Read', { file_path: `${cwd}/deploy.pem` }, PRIVATE_KEY)
    .answer(`The token for the upload is ${TOKEN} and works.`)
    .ask('Good. Now write it down.')
    .answer('It is written down.')
    .title('Deploy the login form');
}

/** Many long messages: about as many megabytes as are asked for, of text that does not shrink. */
export function long(number: number, cwd: string, megabytes: number): Claude {
  const session = new Claude(idOf(number), cwd);
  let seed = 1;
  const word = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed.toString(36).slice(0, 5);
  };
  for (let at = 0; at < megabytes * 10; at += 1) {
    const text = Array.from({ length: 18_000 }, word).join(' ');
    if (at % 2 === 0) session.ask(`${at} ${text}`);
    else session.answer(`${at} ${text}`);
  }
  return session.title('A long conversation');
}

/** Waits until so many conversations can be searched. */
export async function listed(segue: Segue, count: number): Promise<void> {
  const searchable = async () => (await segue.json<{ indexing: { searchable: number } }>('list')).indexing.searchable;
  await expect.poll(searchable).toBe(count);
}

/** Opens Hand off for the conversation of this title, and chooses a person unless a draft did. */
export async function openSheet(page: Page, person: string, title: string): Promise<void> {
  await page.keyboard.press('Control+2');
  await page.getByTestId('library-row').filter({ hasText: title }).click();
  await expect(page.getByTestId('library-pane')).toContainText(title);
  await page.keyboard.press('s');
  await expect(page.getByTestId('handoff')).toBeVisible();
  await page.getByTestId('handoff-person').filter({ hasText: person }).getByTestId('handoff-person-check').check();
}

/** Shows what leaves, and waits until it is ready. */
export async function review(page: Page): Promise<void> {
  await page.getByTestId('handoff-next').click();
  await ready(page);
}

export async function ready(page: Page): Promise<void> {
  await expect(page.getByTestId('handoff-preparing')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByTestId('handoff-payload')).toBeVisible();
}

/** The hash of what would be sent, as shown. */
export async function shownHash(page: Page): Promise<string> {
  return (await page.getByTestId('handoff-hash').getAttribute('title')) ?? '';
}

/** Every file under a folder that holds one of these texts. */
export function holding(folder: string, texts: string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .filter((file) => {
      const bytes = readFileSync(file);
      return texts.some((text) => bytes.includes(text));
    });
}
