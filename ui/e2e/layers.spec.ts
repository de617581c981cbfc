// Floating layers hold the focus and the voices; messages cover nothing and give the focus back.
import { expect, go, test } from './fixtures';

for (const [layer, key] of [
  ['palette', 'Control+k'],
  ['shortcuts-sheet', '?'],
] as const) {
  test(`the ${layer} holds the focus, and nothing acts behind it`, async ({ app }) => {
    await app.keyboard.press(key);
    const dialog = app.getByTestId(layer);
    await expect(dialog).toBeVisible();
    const holds = () => dialog.evaluate((element) => element.contains(document.activeElement));
    for (const tab of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await app.keyboard.press(tab);
      expect(await holds(), tab).toBe(true);
    }
    // Even with the focus nowhere, the keys of what lies behind are at rest.
    await app.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (const behind of ['Control+3', 's', '?', 'Control+b']) await app.keyboard.press(behind);
    await expect(app.getByTestId('screen-inbox')).toHaveCount(1);
    await expect(app.getByTestId('toast')).toHaveCount(0);
    await expect(app.getByRole('dialog')).toHaveCount(1);
    await app.keyboard.press('Tab');
    expect(await holds()).toBe(true);
    await app.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test(`the voices are heard while the ${layer} is open`, async ({ app }) => {
    await app.keyboard.press(key);
    await expect(app.getByTestId(layer)).toBeVisible();
    for (const role of ['status', 'alert'] as const) {
      await expect(app.locator(`[role=${role}]`)).toHaveCount(1);
      await expect(app.getByTestId(layer).locator(`[role=${role}]`)).toHaveCount(1);
    }
    await app.keyboard.press('Escape');
    for (const role of ['status', 'alert'] as const) {
      await expect(app.locator(`[role=${role}]`)).toHaveCount(1);
      await expect(app.locator(`#app [role=${role}]`)).toHaveCount(1);
    }
  });
}

test('the palette over the sheet gives the focus back to where both were opened from', async ({ app }) => {
  await app.getByTestId('shell-status').focus();
  await app.keyboard.press('?');
  await expect(app.getByTestId('shortcuts-sheet')).toBeVisible();
  await app.keyboard.press('Control+k');
  await expect(app.getByTestId('palette-input')).toBeFocused();
  await app.keyboard.type('sam');
  await expect(app.getByTestId('palette').locator('[role=status]')).toContainText('No commands match');
  await app.keyboard.press('Escape');
  await expect(app.getByTestId('shell-status')).toBeFocused();
});

test('polite words do not stay', async ({ app }) => {
  await go(app, 'settings');
  await app.getByTestId('settings-name').fill('Ada');
  await app.keyboard.press('Enter');
  await expect(app.locator('[role=status]')).toHaveText('Saved.');
  await expect(app.locator('[role=status]')).toHaveText('');
});

test('messages cover nothing, and dismissing one leads on and then back', async ({ app }) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 700 },
  ]) {
    await app.setViewportSize(size);
    await go(app, 'settings');
    await app.getByTestId('settings-move-identity').click();
    const toast = app.getByTestId('toast');
    await expect(toast).toHaveCount(1);
    // Both of one moment, since a message comes up from below.
    const covered = () =>
      app.evaluate(() => {
        const [main, toasts] = ['main', '#toasts'].map((of) => document.querySelector(of)?.getBoundingClientRect());
        return main && toasts ? main.bottom - toasts.top : Infinity;
      });
    await expect.poll(covered).toBeLessThanOrEqual(1);
    await app.getByTestId('toast-dismiss').click();
    await expect(toast).toHaveCount(0);
  }

  await app.getByRole('heading', { level: 1 }).focus();
  await app.keyboard.press('v');
  await app.keyboard.press('r');
  await expect(app.getByTestId('toast')).toHaveCount(2);
  const status = app.getByTestId('shell-status');
  await status.focus();
  await app.keyboard.press('F6');
  await expect(app.getByTestId('toast-dismiss').first()).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('toast')).toHaveCount(1);
  await expect(app.getByTestId('toast-dismiss')).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(app.getByTestId('toast')).toHaveCount(0);
  await expect(status).toBeFocused();
});
