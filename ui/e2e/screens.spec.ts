// The screens show what is real: the journal, the measurements, the settings.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, go, SCREENS, test } from './fixtures';
import { REPOSITORY } from './segue';

test('screens with nothing to show say what is true', async ({ app }) => {
  await expect(app.getByTestId('inbox-empty')).toContainText('Your inbox is empty.');
  await go(app, 'library');
  await expect(app.getByTestId('library-empty')).toContainText('No conversations found.');
  await go(app, 'people');
  await expect(app.getByTestId('people-empty')).toContainText('No one nearby yet.');
});

test('activity is the journal, live, and moves by keys', async ({ app, segue }) => {
  await go(app, 'activity');
  const rows = app.getByTestId('activity-row');
  await expect(rows.filter({ hasText: 'Segue started' })).toHaveCount(1);
  const before = await rows.count();

  const changed = await segue.run('settings', 'set', 'name', 'Ada');
  expect(changed.code, changed.stderr).toBe(0);
  await expect(rows).toHaveCount(before + 1);
  const items = app.getByRole('main').getByRole('listitem');
  await expect(items.first()).toHaveAttribute('aria-posinset', '1');
  await expect(items.first()).toHaveAttribute('aria-setsize', String(before + 1));
  await expect(rows.first().locator('time')).toHaveAttribute('datetime', /^\d{4}-/);
  await expect(rows.first().locator('time')).toHaveAttribute('title', /\d{4}/);

  await app.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await app.keyboard.press('k');
  await expect(rows.first()).toBeFocused();
  await app.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await expect(rows.last()).toHaveAttribute('aria-current', 'true');
  await app.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
  await expect(app.getByRole('main').locator('[data-row][tabindex="0"]')).toHaveCount(1);
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('activity-entry').getByRole('heading')).toBeFocused();
  await expect(app.getByTestId('activity-entry')).not.toContainText('Kind');
  await app.keyboard.press('Escape');
  await expect(rows.first()).toBeFocused();
});

test('diagnostics measures, explains and copies what it shows', async ({ app, segue, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: segue.address });
  await go(app, 'diagnostics');
  const checks = app.getByTestId('diagnostics-check');
  const said = await segue.run('doctor', '--json');
  const measured = JSON.parse(said.stdout) as { checks: { title: string }[] };
  await expect(checks).toHaveCount(measured.checks.length);
  const titles = await checks.locator('.title').allTextContents();
  expect(titles).toEqual(measured.checks.map((check) => check.title));
  for (const row of await checks.all()) await expect(row).toContainText(/OK|Notice|Not working|Info/);

  for (const row of await checks.all()) {
    await expect(row).toHaveAccessibleName(/^(OK|Notice|Not working|Info) /);
  }
  await expect(app.getByTestId('diagnostics-summary')).toContainText(/\d+ OK/);
  const key = checks.filter({ hasText: 'Identity key' });
  await key.click();
  await expect(app.getByTestId('diagnostics-detail')).toContainText('What to do');
  await expect(app.getByTestId('diagnostics-key-action')).toHaveText('Move to keyring');
  await app.getByTestId('diagnostics-run').click();
  await expect(app.getByTestId('diagnostics-run')).toBeEnabled();

  await app.getByTestId('diagnostics-copy').click();
  await expect(app.getByTestId('toast')).toContainText('Report copied.');
  const copied = await app.evaluate(() => navigator.clipboard.readText());
  await expect(app.getByTestId('diagnostics-report')).toHaveText(copied);
  expect(copied).not.toContain(segue.folder);
  const { you } = await segue.status();
  expect(copied).not.toContain(you.name);
});

test('a name set here is everyone’s, and reset brings the made-up one back', async ({ app, segue }) => {
  const { you } = await segue.status();
  await go(app, 'settings');
  const reset = app.getByTestId('settings-reset-you');
  await expect(reset).toHaveCount(0);
  await app.getByTestId('settings-name').fill('Ada Lovelace');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('shell-you-name')).toHaveText('Ada Lovelace');
  expect((await segue.status()).you.name).toBe('Ada Lovelace');

  await reset.click();
  await expect(app.getByRole('heading', { name: 'You', exact: true })).toBeFocused();
  await expect(app.getByTestId('shell-you-name')).toHaveText(you.name);
  await expect(app.getByTestId('settings-name')).toHaveValue('');
  await expect(reset).toHaveCount(0);
});

test('a name is text and nothing else', async ({ app }) => {
  await go(app, 'settings');
  await app.getByTestId('settings-name').fill('<b>Sam</b>');
  await app.getByTestId('settings-name').blur();
  await expect(app.getByTestId('shell-you-name')).toHaveText('<b>Sam</b>');
  await expect(app.getByTestId('shell-you-name').locator('b')).toHaveCount(0);
});

test('settings apply at once, each section resets, and a problem on disk is shown', async ({ app, segue }) => {
  const file = join(segue.profile, 'settings.toml');
  await go(app, 'settings');
  await app.getByTestId('settings-density-compact').check();
  await expect(app.locator('html')).toHaveAttribute('data-density', 'compact');
  await app.getByTestId('settings-log-debug').check();
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/level\s*=\s*"debug"/);
  await app.getByTestId('settings-reset-appearance').click();
  await expect(app.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await app.getByTestId('settings-reset-data').click();
  await expect(app.getByTestId('settings-log-info')).toBeChecked();

  await expect(app.getByTestId('settings-keep-running')).toBeDisabled();
  await expect(app.getByTestId('settings-keep-running')).toHaveAccessibleDescription(/desktop app/);
  await app.getByTestId('settings-keep-running').focus();
  await expect(app.getByTestId('settings-keep-running')).toBeFocused();
  const keeps = await app.getByTestId('settings-keep-running').isChecked();
  await app.keyboard.press('Space');
  expect(await app.getByTestId('settings-keep-running').isChecked()).toBe(keeps);
  await expect(app.getByTestId('settings-profile')).toHaveText(segue.profile);
  await expect(app.getByTestId('settings-why-file')).toBeVisible();
  await expect(app.getByTestId('settings-version')).toHaveText((await segue.status()).version);
  await expect(app.getByTestId('notice').first()).toBeVisible();

  writeFileSync(file, 'colour = "red"\n');
  await expect(app.getByTestId('settings-problems')).toContainText('colour');
  await expect(app.getByTestId('settings-problems')).toContainText(`Correct the line in settings.toml: ${file}`);
  await expect(app.getByTestId('shell-status')).toContainText('1 problem');
});

test('a refused change says why and shows what is true', async ({ app }) => {
  await go(app, 'settings');
  await app.getByTestId('settings-move-identity').click();
  const toast = app.getByTestId('toast');
  await expect(toast).toContainText('The key was not moved');
  expect((await toast.innerText()).match(/The key was not moved/gi)).toHaveLength(1);
  await expect(app.locator('[role=alert]')).toContainText('The key was not moved');
  await toast.getByTestId('toast-dismiss').click();
  await expect(toast).toHaveCount(0);
});

for (const theme of ['light', 'dark'] as const) {
  test(`pictures of every screen in the ${theme} theme`, async ({ app }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(app.locator('html')).toHaveAttribute('data-theme', theme);
    for (const size of [
      { width: 1280, height: 800 },
      { width: 720, height: 600 },
    ]) {
      await app.setViewportSize(size);
      const shoot = (name: string) =>
        app.screenshot({
          path: join(REPOSITORY, 'screenshots/browser', `${name}-${theme}-${size.width}.png`),
        });
      for (const screen of SCREENS) {
        await go(app, screen);
        if (size.width === 1280 && screen === 'activity') await app.getByTestId('activity-row').first().click();
        await shoot(screen);
      }
      await app.keyboard.press('Control+k');
      await expect(app.getByTestId('palette-input')).toBeFocused();
      await shoot('palette');
      await app.keyboard.press('Escape');
      await app.getByTestId('settings-show-shortcuts').click();
      await expect(app.getByTestId('shortcuts-sheet')).toBeVisible();
      await shoot('shortcuts');
      await app.keyboard.press('Escape');
    }
  });
}
