// What fits where: every size of window and of text, and keys that scroll.
import type { Page } from '@playwright/test';
import { expect, go, SCREENS, test } from './fixtures';
import { Segue } from './segue';

test('the page itself never scrolls, on any screen at any size', async ({ app }) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 720, height: 480 },
    { width: 360, height: 700 },
  ]) {
    await app.setViewportSize(size);
    for (const screen of SCREENS) {
      await go(app, screen);
      const height = () => app.evaluate(() => document.documentElement.scrollHeight);
      await expect.poll(height, `${screen} at ${size.width}`).toBe(size.height);
      if (screen !== 'settings') continue;
      await app.getByTestId('settings-log-debug').evaluate((element) => element.scrollIntoView());
      expect(await app.evaluate(() => [document.documentElement.scrollTop, document.body.scrollTop])).toEqual([0, 0]);
    }
  }
});

test('nothing scrolls sideways, down to a window of 720 at double size', async ({ app }) => {
  for (const size of [
    { width: 720, height: 480 },
    { width: 360, height: 240 },
  ]) {
    await app.setViewportSize(size);
    for (const screen of SCREENS) {
      await go(app, screen);
      await expect.poll(() => sideways(app), `${screen} at ${size.width}`).toEqual([]);
    }
  }
});

test('in a narrow window the list and the reader share a place, with Back', async ({ app }) => {
  await app.setViewportSize({ width: 720, height: 600 });
  await go(app, 'activity');
  const rows = app.getByTestId('activity-row');
  await expect(app.getByTestId('shell-back')).toBeHidden();
  await rows.first().click();
  await expect(app.getByTestId('activity-entry')).toBeVisible();
  await expect(rows.first()).toBeHidden();
  await expect(app.getByRole('heading', { level: 1, name: 'Activity' })).toHaveCount(1);
  await app.getByTestId('shell-back').click();
  await expect(rows.first()).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('activity-entry')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(rows.first()).toBeFocused();
});

test('keys scroll Settings on a fresh load', async ({ app }) => {
  await app.evaluate(() => (window.location.hash = '#/settings'));
  await app.reload();
  await expect(app.getByTestId('settings-section-about')).toHaveCount(1);
  const top = () => app.locator('[data-scroller]').evaluate((element) => element.scrollTop);
  await app.keyboard.press('PageDown');
  await expect.poll(top).toBeGreaterThan(100);
  await app.keyboard.press('Home');
  await expect.poll(top).toBe(0);
  await app.keyboard.press('End');
  await expect(app.getByTestId('settings-section-about')).toBeInViewport();
  await app.keyboard.press('Control+,');
  await expect(app.getByRole('heading', { level: 1 })).toBeFocused();
  await app.keyboard.press('PageDown');
  await expect.poll(top).toBeGreaterThan(100);
});

test('going somewhere leads to its heading, or to what was asked for', async ({ app }) => {
  await app.keyboard.press('Control+k');
  await app.keyboard.type('peo');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { level: 1, name: 'People' })).toBeFocused();
  await go(app, 'library');
  await app.getByTestId('library-choose-folder').click();
  await expect(app.getByRole('heading', { level: 2, name: 'Agents' })).toBeFocused();
  await app.getByTestId('shell-nav-activity').focus();
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused();
});

test('pages of a list turn by keys', async ({ app, segue }) => {
  for (let at = 0; at < 14; at++) {
    const set = await segue.run('settings', 'set', 'name', `Sam ${at}`);
    expect(set.code, set.stderr).toBe(0);
  }
  await go(app, 'activity');
  const rows = app.getByTestId('activity-row');
  // All of them are here, so that none comes in above the one that has the focus.
  await expect(rows.filter({ hasText: 'Setting name is now' })).toHaveCount(14);
  await app.setViewportSize({ width: 1280, height: 480 });
  await app.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await app.keyboard.press('PageDown');
  const at = () => rows.evaluateAll((all) => all.findIndex((row) => row === document.activeElement));
  await expect.poll(at).toBeGreaterThan(2);
  expect(await at()).toBeLessThan(12);
  await app.keyboard.press('PageUp');
  await expect(rows.first()).toBeFocused();
});

test('at double text size no label is cut, and the window stacks', async ({ app }) => {
  await app.setViewportSize({ width: 1280, height: 800 });
  await app.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect(app.locator('html')).toHaveAttribute('data-layout', 'stacked');
  for (const screen of SCREENS) {
    await go(app, screen);
    await expect.poll(() => cut(app), screen).toEqual([]);
  }
  await go(app, 'activity');
  await expect(app.getByRole('separator')).toBeHidden();

  await app.setViewportSize({ width: 720, height: 480 });
  await expect(app.locator('html')).toHaveAttribute('data-layout', 'cramped stacked');
  for (const screen of SCREENS) {
    await go(app, screen);
    await expect.poll(() => sideways(app), screen).toEqual([]);
  }
  await go(app, 'activity');
  await app.getByTestId('activity-row').first().click();
  await expect(app.getByTestId('activity-entry')).toBeVisible();
  await expect(app.getByTestId('activity-row').first()).toBeHidden();
});

test('messages take little of a low window, and the rest is one press away', async ({ app, segue }) => {
  const others = [new Segue(), new Segue(), new Segue()];
  try {
    // Three that stay until the person acts.
    for (const [at, other] of others.entries()) {
      await other.begin(`Dana ${at}`);
      await other.meet(segue);
    }
    const shown = app.getByTestId('toast');
    const rest = app.getByTestId('toast-rest');
    await expect(rest).toHaveText('1 more');
    await expect(shown).toHaveCount(2);
    await app.setViewportSize({ width: 720, height: 560 });
    await expect(rest).toHaveText('2 more');
    await expect(shown).toHaveText(/Dana 2 joined/);
    const height = (of: string) => app.locator(of).evaluate((element) => element.getBoundingClientRect().height);
    const room = async () => (await height('main')) - 1.4 * (await height('#toasts'));
    await expect.poll(room).toBeGreaterThan(0);

    await rest.click();
    await expect(shown).toHaveCount(3);
    await expect(rest).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(room).toBeGreaterThan(0);
    await rest.click();
    await expect(shown).toHaveCount(1);

    // What was folded away comes up and has the focus.
    await shown.getByTestId('toast-dismiss').press('Enter');
    await expect(shown).toHaveText(/Dana 1 joined/);
    await expect(shown.getByTestId('toast-dismiss')).toBeFocused();
    await expect(rest).toHaveText('1 more');
  } finally {
    for (const other of others) await other.remove();
  }
});

test('names keep their emoji and joiners, and lose their disguises', async ({ app, segue }) => {
  const kept = [
    '❤\ufe0f Sam',
    '1\ufe0f\u20e3 Sam',
    '👩🏽\u200d💻 Ada',
    '❤\ufe0f\u200d🔥',
    '👨\u200d👩\u200d👧\u200d👦',
    '🏳\ufe0f\u200d🌈',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'می\u200cخواهم',
    'क्\u200dष',
    'শ্\u200dয',
  ];
  const disguised = [
    ['S\u200bam', 'S[U+200B]am'],
    ['a\u200db', 'a[U+200D]b'],
    ['x\u{e0041}', 'x[U+E0041]'],
    ['1\ufe0f', '1[U+FE0F]'],
  ] as const;
  for (const [name, shown] of [...kept.map((one) => [one, one] as const), ...disguised]) {
    const set = await segue.run('settings', 'set', 'name', name);
    expect(set.code, set.stderr).toBe(0);
    await expect.poll(() => app.getByTestId('shell-you-name').textContent(), name).toBe(shown);
  }
});

test('a name that is too long is refused at its field', async ({ app, segue }) => {
  await go(app, 'settings');
  const field = app.getByTestId('settings-name');
  await field.fill('x'.repeat(41));
  await app.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/^Use 40 characters or fewer/);
  await expect(app.getByTestId('toast')).toHaveCount(0);
  await field.fill('🦀'.repeat(40));
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('settings-name-error')).toHaveCount(0);
  await expect.poll(async () => (await segue.status()).you.name).toBe('🦀'.repeat(40));
  await expect(field).toHaveAttribute('aria-invalid', 'false');
});

/** Labels of the navigation that show less than they say. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('nav .label')]
      .filter((label) => label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight)
      .map((label) => label.textContent),
  );
}

function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main .scroll, nav')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => `${element.tagName}.${element.className}`),
  );
}
