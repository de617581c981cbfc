// The frame around every screen: what it knows of its node, how keys move in it, how it bends.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, go, SCREENS, test } from './fixtures';

test('the name and the status come from the node', async ({ app, segue }) => {
  const { you } = await segue.status();
  await expect(app.getByTestId('shell-you-name')).toHaveText(you.name);
  await expect(app.getByTestId('shell-status')).toHaveText('No one nearby');
  await expect(app.getByTestId('shell-status')).toHaveAccessibleDescription(/Discovery is off/);
  await app.getByTestId('shell-status').click();
  await expect(app.getByTestId('screen-diagnostics')).toBeVisible();
});

test('every screen has its landmarks and one heading', async ({ app }) => {
  for (const screen of SCREENS) {
    await go(app, screen);
    await expect(app.getByRole('navigation')).toHaveCount(1);
    await expect(app.getByRole('main')).toHaveCount(1);
    await expect(app.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(app.getByTestId(`shell-nav-${screen}`)).toHaveAttribute('aria-current', 'page');
    await expect(app).toHaveTitle(/ – Segue$/);
  }
  await expect(app.locator('[role=status]')).toHaveCount(1);
  await expect(app.locator('[role=alert]')).toHaveCount(1);
});

test('the first stop of Tab is the skip link, which leads into the screen', async ({ app }) => {
  await app.keyboard.press('Tab');
  await expect(app.getByTestId('shell-skip')).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.getByRole('main')).toBeFocused();
});

test('the palette opens, teaches, and gives the focus back', async ({ app }) => {
  const status = app.getByTestId('shell-status');
  await status.focus();
  await app.keyboard.press('Control+k');
  await expect(app.getByRole('dialog')).toBeVisible();
  await expect(app.getByTestId('palette-input')).toBeFocused();
  await app.keyboard.type('hand');
  const option = app.getByTestId('palette-option');
  await expect(option).toHaveCount(1);
  await expect(option).toContainText('Hand off…');
  await expect(option).toContainText('Choose a conversation first.');
  await expect(option.locator('kbd')).toHaveText('S');
  await expect(option).toHaveAttribute('aria-disabled', 'true');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('dialog')).toBeVisible();
  await expect(app.getByRole('dialog').locator('[role=status]')).toHaveText(/^Hand off: Choose a conversation first\./);
  await app.keyboard.press('Home');
  await app.keyboard.type('x');
  await expect(app.getByTestId('palette-input')).toHaveValue('xhand');
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await expect(status).toBeFocused();
});

test('the palette runs what is chosen by keys', async ({ app }) => {
  await app.keyboard.press('Control+k');
  await app.keyboard.type('act');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('screen-activity')).toBeVisible();
  await app.getByTestId('shell-palette-button').click();
  await app.getByTestId('palette-input').fill('dark');
  await app.keyboard.press('Enter');
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(app.getByTestId('shell-palette-button')).toBeFocused();
});

test('keys lead to every main screen and to the sheet of keys', async ({ app }) => {
  const places = { '2': 'library', '3': 'people', '4': 'activity', '5': 'diagnostics', '1': 'inbox', ',': 'settings' };
  for (const [key, screen] of Object.entries(places)) {
    await app.keyboard.press(`Control+${key}`);
    await expect(app.getByTestId(`screen-${screen}`)).toBeVisible();
    await expect(app.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await app.keyboard.press('?');
  const sheet = app.getByTestId('shortcuts-sheet');
  await expect(sheet).toBeVisible();
  await expect(sheet).toContainText('Next item');
  await expect(sheet).not.toContainText('Hand off…');
  await expect(sheet).not.toContainText('Zoom');
  await app.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test('a letter that cannot act says why, and none acts while typing or switched off', async ({ app }) => {
  await app.keyboard.press('s');
  await expect(app.getByTestId('toast')).toContainText('Choose a conversation first.');
  await app.keyboard.press('F6');
  await expect(app.getByTestId('toast-dismiss')).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('toast')).toHaveCount(0);

  await go(app, 'settings');
  await app.getByTestId('settings-name').pressSequentially('s?');
  await expect(app.getByTestId('toast')).toHaveCount(0);
  await app.keyboard.press('Escape');
  await expect(app.getByTestId('settings-name')).toHaveValue('');

  await app.getByTestId('settings-single-letters').uncheck();
  await expect(app.getByTestId('settings-reset-shortcuts')).toBeEnabled();
  await app.keyboard.press('s');
  await app.keyboard.press('?');
  await expect(app.getByTestId('toast')).toHaveCount(0);
  await expect(app.getByRole('dialog')).toHaveCount(0);
});

test('the theme is written to disk and is there after a reload', async ({ app, segue }) => {
  const file = join(segue.profile, 'settings.toml');
  await go(app, 'settings');
  await app.getByTestId('settings-theme-dark').check();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/theme\s*=\s*"dark"/);
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('data-ready', 'true');
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(app.getByTestId('settings-theme-dark')).toBeChecked();
  await app.getByTestId('settings-theme-light').check();
  await expect(app.locator('html')).toHaveCSS('color-scheme', 'light');
});

test('the system’s colours are followed live', async ({ app }) => {
  await app.emulateMedia({ colorScheme: 'dark' });
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await app.emulateMedia({ colorScheme: 'light' });
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a change made in the file on disk reaches the page', async ({ app, segue }) => {
  writeFileSync(
    join(segue.profile, 'settings.toml'),
    'name = "Edited by hand"\n\n[appearance]\ntheme = "dark"\ndensity = "compact"\n',
  );
  await expect(app.getByTestId('shell-you-name')).toHaveText('Edited by hand');
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(app.locator('html')).toHaveAttribute('data-density', 'compact');
});

test('with reduced motion nothing takes time', async ({ app }) => {
  await app.emulateMedia({ reducedMotion: 'reduce' });
  await app.keyboard.press('Control+k');
  await expect(app.getByRole('dialog')).toBeVisible();
  await expect.poll(() => longestMotion(app)).toBeLessThan(0.02);
  await app.keyboard.press('Escape');

  await app.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => longestMotion(app)).toBeGreaterThan(0.02);
  await go(app, 'settings');
  await app.getByTestId('settings-reduce-effects').check();
  await expect(app.locator('html')).toHaveAttribute('data-effects', 'reduced');
  await expect.poll(() => longestMotion(app)).toBeLessThan(0.02);
});

test('the navigation and the list keep the widths a person gave them', async ({ app }) => {
  await app.getByTestId('shell-nav-toggle').click();
  await expect(app.getByRole('navigation')).toHaveCSS('width', '56px');
  await go(app, 'activity');
  const separator = app.getByRole('separator');
  await separator.focus();
  await expect(separator).toHaveAttribute('aria-valuenow', '340');
  await app.keyboard.press('ArrowRight');
  await expect(separator).toHaveAttribute('aria-valuenow', '356');
  await app.keyboard.press('Home');
  await expect(separator).toHaveAttribute('aria-valuenow', '340');
  await app.keyboard.press('End');
  await expect(separator).toHaveAttribute('aria-valuenow', '480');
  await app.reload();
  await expect(app.getByTestId('activity-row').first()).toBeVisible();
  await expect(app.getByRole('separator')).toHaveAttribute('aria-valuenow', '480');
  await app.getByRole('separator').dblclick();
  await expect(app.getByRole('separator')).toHaveAttribute('aria-valuenow', '340');
  await app.getByRole('separator').press('End');
  await app.getByRole('separator').press('Enter');
  await expect(app.getByRole('separator')).toHaveAttribute('aria-valuenow', '340');
  await expect(app.getByRole('navigation')).toHaveCSS('width', '56px');
});

/** The longest transition or animation of any element, in seconds. */
async function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seconds = (text: string) =>
      text.split(',').map((part) => parseFloat(part) * (part.trim().endsWith('ms') ? 0.001 : 1));
    let longest = 0;
    for (const element of document.querySelectorAll('*')) {
      for (const pseudo of [null, '::before', '::after', '::backdrop']) {
        const style = getComputedStyle(element, pseudo);
        longest = Math.max(longest, ...seconds(style.transitionDuration), ...seconds(style.animationDuration));
      }
    }
    return longest;
  });
}
