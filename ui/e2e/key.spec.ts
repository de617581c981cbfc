// A key that can't be reached, with the real node: its record names a keyring, and none runs here.
// Putting the record right is what a person would do; "Try again" then finds the key.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, enter, expect, go, test } from './fixtures';
import type { Segue } from './segue';

/** Makes the profile's record say that the key lives there. */
function keepKeyIn(segue: Segue, home: 'keyring' | 'file'): void {
  const file = join(segue.profile, 'identity.json');
  const record = JSON.parse(readFileSync(file, 'utf8')) as { home: string };
  writeFileSync(file, JSON.stringify({ ...record, home }));
}

test.beforeEach(async ({ page, segue, watch }) => {
  await segue.kill();
  keepKeyIn(segue, 'keyring');
  await segue.serve();
  await watch.over(page);
  await enter(page, segue.link);
});

test('a key that is gone is said once in Settings, with a way to try again', async ({ page, segue }) => {
  await go(page, 'settings');
  const section = page.getByTestId('settings-section-identity');
  await expect(section).toContainText('no keyring runs in this session');
  await expect(page.getByTestId('settings-move-identity')).toHaveCount(0);
  await expect(page.getByTestId('shell-status')).toHaveText(/Key unavailable\s*·\s*1 problem/);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByTestId('settings-retry-identity').click();
  // The first try is over before the key is back, or it would find it.
  await expect(page.getByTestId('toast').filter({ hasText: 'Your identity key is still unavailable' })).toBeVisible();
  await expect(page.getByTestId('shell-status')).toContainText('Key unavailable');

  keepKeyIn(segue, 'file');
  await page.getByTestId('settings-retry-identity').click();
  await expect(page.getByTestId('shell-status')).toContainText('No one nearby');
  await expect(page.getByTestId('settings-move-identity')).toBeVisible();
});

test('diagnostics counts like the command line, and offers the button', async ({ page, segue }) => {
  await go(page, 'diagnostics');
  const { stdout } = await segue.run('doctor');
  const [, fine, , broken] = /(\d+) OK, (\d+) [a-z ]+, (\d+) not working/.exec(stdout) ?? [];
  await expect(page.getByTestId('diagnostics-summary')).toContainText(`${broken} not working`);
  await expect(page.getByTestId('diagnostics-summary')).toContainText(`${fine} OK`);
  await page.locator('[data-row=identity]').click();
  await expect(page.getByTestId('diagnostics-key-action')).toHaveText('Try again');
  expect(await axeFindings(page)).toEqual([]);
  keepKeyIn(segue, 'file');
  await page.getByTestId('diagnostics-key-action').click();
  await expect(page.getByTestId('shell-status')).toContainText('No one nearby');
});

test('once the key is back the network is, too', async ({ page, segue }) => {
  keepKeyIn(segue, 'file');
  await page.getByTestId('shell-status').click();
  await page.locator('[data-row=identity]').click();
  await page.getByTestId('diagnostics-key-action').click();
  await expect(page.getByTestId('shell-status')).toHaveText('No one nearby');
  await page.getByTestId('diagnostics-run').click();
  const listening = page.locator('[data-row=listening]');
  // Tests listen on loopback, which is said.
  await expect(listening).toHaveAccessibleName(/Listening Only this computer itself can connect, at 127/);
});
