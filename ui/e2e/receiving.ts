// Two people on two real nodes: Ada, whose page is looked at, and Sam, who hands her conversations.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { enter, expect, test as base, Watch } from './fixtures';
import { Claude, idOf, rich } from './samples';
import { Segue } from './segue';

export { expect, Watch, enter };

export const TITLE = 'Fix flaky login test';
/** A sentence that stands in the messages and nowhere else. */
export const SAID = 'Please find out why.';

interface Two {
  sam: Segue;
}

/** Everything that a test of the inbox starts from: the two know each other. */
export const test = base.extend<Two>({
  sam: async ({ segue }, use) => {
    const sam = new Segue();
    try {
      await segue.run('settings', 'set', 'name', 'Ada');
      await sam.begin('Sam');
      await sam.meet(segue);
      await use(sam);
    } finally {
      await sam.remove();
    }
  },
});

let number = 0;

/** A conversation that Sam has, in a project folder of his. */
export function sample(sam: Segue, make: (id: number, cwd: string) => Claude = rich): string {
  const cwd = join(sam.home, 'work', 'shop');
  mkdirSync(join(cwd, 'src'), { recursive: true });
  writeFileSync(join(cwd, 'src', 'login.test.ts'), 'await login();\n');
  number += 1;
  return make(number, cwd).write(sam.home).id;
}

/** Ada has the same project, and an agent that was used in it. */
export function project(segue: Segue): string {
  const cwd = join(segue.home, 'code', 'shop');
  mkdirSync(cwd, { recursive: true });
  new Claude(idOf(9_000), cwd).ask('What is this project?').answer('A shop.').title('About the shop').write(segue.home);
  return cwd;
}

export interface Sent {
  handoffs: { id: string }[];
}

/** Sam hands a conversation to Ada on the command line; the answer is the task's id. */
export async function handOver(sam: Segue, conversation = sample(sam), ...more: string[]): Promise<string> {
  const sent = await sam.json<Sent>('send', conversation, '--to', 'Ada', '--yes', ...more);
  const id = sent.handoffs[0]?.id;
  if (!id) throw new Error('nothing was handed over');
  return id;
}

/** Every file under a folder with the hash of its bytes. */
export function hashes(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (at: string) => {
    for (const name of readdirSync(at).sort()) {
      const path = join(at, name);
      if (statSync(path).isDirectory()) walk(path);
      else found[relative(folder, path)] = createHash('sha256').update(readFileSync(path)).digest('hex');
    }
  };
  walk(folder);
  return found;
}

/** Waits until the inbox says what is in it: before that it is drawn otherwise, with other buttons. */
export async function inboxIsRead(app: Page): Promise<void> {
  await expect(app.getByTestId('inbox-empty').or(app.getByTestId('inbox-file')).or(app.getByTestId('inbox-row')).first()).toBeVisible();
  await expect(app.getByTestId('screen-inbox')).not.toContainText('Connecting…');
}

/** Opens the pane of the only handoff. */
export async function openOffer(app: Page, title = TITLE): Promise<void> {
  await app.getByTestId('shell-nav-inbox').click();
  await app.getByTestId('inbox-row').filter({ hasText: title }).first().click();
  await expect(app.getByTestId('review-offer')).toBeVisible();
}

/** Opens Review of the only handoff. */
export async function openReview(app: Page, title = TITLE): Promise<void> {
  await openOffer(app, title);
  await app.getByTestId('review-open').click();
  await expect(app.getByTestId('review')).toBeVisible();
}
