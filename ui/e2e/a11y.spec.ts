// Every screen and every floating layer, in both themes, against an accessibility checker.
import { axeFindings, expect, go, SCREENS, test } from './fixtures';

for (const theme of ['light', 'dark'] as const) {
  test(`no findings in the ${theme} theme`, async ({ app }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(app.locator('html')).toHaveAttribute('data-theme', theme);
    for (const screen of SCREENS) {
      await go(app, screen);
      expect(await axeFindings(app), screen).toEqual([]);
    }

    await go(app, 'activity');
    await app.getByTestId('activity-row').first().click();
    await expect(app.getByTestId('activity-entry')).toBeVisible();
    expect(await axeFindings(app), 'an entry').toEqual([]);

    await go(app, 'diagnostics');
    await app.getByTestId('diagnostics-check').first().click();
    await expect(app.getByTestId('diagnostics-detail')).toBeVisible();
    expect(await axeFindings(app), 'a check').toEqual([]);

    await app.keyboard.press('Control+k');
    await expect(app.getByTestId('palette-input')).toBeFocused();
    expect(await axeFindings(app), 'palette').toEqual([]);
    await app.keyboard.type('nothing like it');
    await expect(app.getByTestId('palette-option')).toHaveCount(0);
    expect(await axeFindings(app), 'empty palette').toEqual([]);
    await app.keyboard.press('Escape');

    await app.keyboard.press('?');
    await expect(app.getByTestId('shortcuts-sheet')).toBeVisible();
    expect(await axeFindings(app), 'sheet').toEqual([]);
    await app.keyboard.press('Escape');

    await app.keyboard.press('s');
    await expect(app.getByTestId('toast')).toBeVisible();
    expect(await axeFindings(app), 'toast').toEqual([]);
  });
}

test('no findings in a window of 720 at double size', async ({ app }) => {
  await app.setViewportSize({ width: 360, height: 400 });
  for (const screen of SCREENS) {
    await go(app, screen);
    expect(await axeFindings(app), screen).toEqual([]);
  }
});
