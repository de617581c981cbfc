// Where the focus is after someone left the list by what the person did, and where it stays.
import type { Page } from '@playwright/test';
import { expect, go, test } from './fixtures';
import { Segue } from './segue';

const row = (app: Page, name: string) => app.getByTestId('people-row').filter({ hasText: name });

async function forget(app: Page): Promise<void> {
  await app.getByTestId('people-forget').focus();
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('forget-no')).toBeFocused();
  await app.keyboard.press('Tab');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('forget')).toHaveCount(0);
}

test('after someone is forgotten the next one has the focus, and the heading after the last', async ({ app, segue }) => {
  const all = ['Ann', 'Bea', 'Cid'].map((name) => ({ name, one: new Segue() }));
  try {
    for (const { name, one } of all) {
      await one.begin(name);
      await segue.meet(one);
    }
    for (const { one } of all) await one.kill();
    await go(app, 'people', 'empty');
    await expect(app.getByTestId('people-row')).toHaveCount(3);
    for (const { name } of all) await expect(row(app, name)).toContainText('Offline', { timeout: 60_000 });
    const names = await app.getByTestId('people-name').allTextContents();
    const [first = '', second = '', third = ''] = names.map((name) => name.trim());

    // In the middle: the one below. At the end: the one above.
    await row(app, second).click();
    await forget(app);
    await expect(row(app, second)).toHaveCount(0);
    await expect(row(app, third)).toBeFocused();
    await expect(app.getByTestId('people-pane').getByRole('heading', { level: 2 })).toHaveText(third);
    await forget(app);
    await expect(row(app, first)).toBeFocused();

    // In a narrow window the list comes back.
    await app.setViewportSize({ width: 720, height: 560 });
    await row(app, first).click();
    await forget(app);
    await expect(app.getByTestId('people-empty')).toBeVisible();
    await expect(app.getByRole('heading', { level: 1 })).toBeFocused();
  } finally {
    for (const { one } of all) await one.remove();
  }
});

test('whoever is still here after that keeps the focus, and so does the button that blocks', async ({ app, segue }) => {
  const dana = new Segue();
  try {
    await dana.begin('Dana');
    await segue.meet(dana);
    await go(app, 'people', 'empty');
    await row(app, 'Dana').click();
    await app.getByTestId('people-block').focus();
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('people-unblock')).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('people-block')).toBeFocused();
    await forget(app);
    await expect(app.getByTestId('people-forget')).toHaveCount(0);
    // Either a stranger who is nearby, or nobody: never nowhere.
    const here = app.getByTestId('people-row').or(app.getByRole('heading', { level: 1 }));
    await expect(here.and(app.locator(':focus'))).toHaveCount(1);
  } finally {
    await dana.remove();
  }
});
