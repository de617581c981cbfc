// The Library with real sessions of agents on disk: long lists, search, filters, keys, damaged files,
// growing ones, and dragging a conversation onto a person.
import type { Page } from '@playwright/test';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, expect, go, restarted, test } from './fixtures';
import { Claude, codex, crowd as many, idOf, rich } from './samples';
import { REPOSITORY, Segue } from './segue';

const pictures = join(REPOSITORY, 'screenshots/browser');
const START = Date.parse('2026-10-01T09:00:00Z');

const rows = (app: Page) => app.getByTestId('library-row');
const titled = (app: Page, title: string | RegExp) => rows(app).filter({ hasText: title });

async function open(app: Page): Promise<void> {
  await go(app, 'library');
  await expect(rows(app).first()).toBeVisible();
}

/** Everything the polite voice says from now on. */
async function listen(app: Page): Promise<() => Promise<string[]>> {
  await app.evaluate(() => {
    const region = document.querySelector('[role=status]');
    const heard: string[] = [];
    Object.assign(window, { heard });
    if (!region) return;
    new MutationObserver(() => heard.push(region.textContent?.trim() ?? '')).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return () => app.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test('without agents the screen says what was looked for', async ({ app }) => {
  await go(app, 'library', 'empty');
  await expect(app.getByTestId('library-empty')).toContainText('No conversations found.');
  await expect(app.getByTestId('library-empty')).toContainText('Claude Code');
  await app.getByRole('button', { name: 'Show agents' }).click();
  await expect(app.locator('#settings-platforms')).toBeFocused();
  await expect(app.locator('#settings-platforms')).toBeInViewport();
  await expect(app.getByTestId('settings-to-platforms')).toHaveAttribute('aria-current', 'true');
});

test('a thousand sessions: few rows in the page, all of them by keys', async ({ segue, app }) => {
  many(segue.home, 1_000);
  await open(app);
  await expect(app.getByTestId('library-count')).toHaveText('1,000 conversations');
  expect(await rows(app).count()).toBeLessThan(100);
  const item = (title: string) => app.getByRole('listitem').filter({ has: app.getByText(title, { exact: true }) });
  await expect(item('Session 1000')).toHaveAttribute('aria-setsize', '1000');
  await expect(item('Session 1000')).toHaveAttribute('aria-posinset', '1');

  await app.keyboard.press('j');
  await expect(titled(app, 'Session 1000')).toBeFocused();
  await app.keyboard.press('j');
  await expect(titled(app, 'Session 999')).toBeFocused();
  await expect(app.getByTestId('library-pane').getByRole('heading', { name: 'Session 999' })).toBeVisible();
  await app.keyboard.press('k');
  await expect(titled(app, 'Session 1000')).toBeFocused();
  await app.keyboard.press('PageDown');
  await expect(titled(app, 'Session 1000')).not.toBeFocused();

  await app.keyboard.press('End');
  await expect(rows(app).filter({ hasText: /^CC.*Session 1\D/ })).toBeFocused();
  await expect(item('Session 1')).toHaveAttribute('aria-posinset', '1000');
  expect(await rows(app).count()).toBeLessThan(100);

  // Scrolled far away, the one with the focus is still there.
  await app.getByTestId('library-list').evaluate((list) => list.parentElement?.scrollTo(0, 0));
  await expect(titled(app, 'Session 990')).toBeVisible();
  expect(await app.evaluate(() => document.activeElement?.textContent)).toContain('Session 1');
  await app.keyboard.press('Home');
  await expect(titled(app, 'Session 1000')).toBeFocused();

  await app.keyboard.press('Enter');
  await expect(app.getByTestId('library-pane').getByRole('heading', { name: 'Session 1000' })).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(titled(app, 'Session 1000')).toBeFocused();
});

test('ten thousand sessions: few rows in the page, the last by one key, one found by a word', async ({ segue, app, watch }) => {
  test.setTimeout(420_000);
  many(segue.home, 10_000);
  const newest = START + 20_000 * 60_000;
  new Claude(idOf(20_000), '/work/needle', newest).ask('Where is the quokka?').answer('Here.').title('The rare one').write(segue.home);
  await restarted(app, segue, watch);
  await open(app);
  await expect(app.getByTestId('library-count')).toHaveText('10,001 conversations', { timeout: 120_000 });
  expect(await rows(app).count()).toBeLessThan(100);
  await rows(app).first().focus();
  await app.keyboard.press('End');
  const focused = app.getByRole('listitem').filter({ has: app.locator('[data-testid="library-row"]:focus') });
  await expect(focused).toHaveAttribute('aria-posinset', '10001');
  await expect(focused).toHaveAttribute('aria-setsize', '10001');
  await expect(focused).toContainText(/Session 1\D/);
  await expect(app.getByTestId('library-pane').getByRole('heading', { name: 'Session 1', exact: true })).toBeVisible();
  expect(await rows(app).count()).toBeLessThan(100);
  await app.keyboard.press('Home');
  await expect(focused).toContainText('The rare one');

  // Words of a message are found as soon as it was read, while others still are.
  await app.getByTestId('library-search').fill('quokka');
  await expect(app.getByTestId('library-count')).toHaveText('1 conversation', { timeout: 240_000 });
  await expect(rows(app)).toHaveCount(1);
  await expect(app.getByTestId('library-snippet').locator('mark')).toHaveText('quokka');
});

test('search finds words in titles and messages, and says how many', async ({ segue, app }) => {
  rich(1, '/work/web').write(segue.home);
  codex(segue.home, 2, '/work/api', 'How does the retry back off?');
  new Claude(idOf(7), '/work/web').ask('Something else').answer('Yes').title('Unrelated').write(segue.home);
  await open(app);
  const heard = await listen(app);
  await app.keyboard.press('Control+Shift+f');
  await expect(app.getByTestId('library-search')).toBeFocused();
  await app.keyboard.type('retry');
  await expect(rows(app)).toHaveCount(2);
  await expect(app.getByTestId('library-snippet').first().locator('mark').first()).toHaveText(/retry/i);
  await expect(app.getByTestId('library-count')).toHaveText('2 conversations');
  await expect.poll(heard).toContain('2 conversations found');

  await app.getByTestId('library-chip-codex').click();
  await expect(rows(app)).toHaveCount(1);
  await expect(rows(app)).toContainText('How does the retry back off?');
  await expect.poll(heard).toContain('1 conversation found');
  await app.getByTestId('library-chip-codex').click();
  await expect(rows(app)).toHaveCount(2);

  await app.getByTestId('library-project').click();
  await app.getByRole('menuitem', { name: /api/ }).click();
  await expect(rows(app)).toHaveCount(1);
  await app.getByTestId('library-search').fill('flaky');
  await expect(app.getByTestId('library-no-match')).toContainText('No matches for “flaky”.');
  await app.getByRole('button', { name: 'Search all projects' }).click();
  await expect(titled(app, 'Fix flaky login test')).toBeVisible();

  await app.getByTestId('library-search').press('Escape');
  await expect(rows(app)).toHaveCount(3);
  await app.keyboard.press('Control+f');
  await expect(app.getByTestId('library-search')).toBeFocused();
});

test('the date and the way it was handed narrow the list', async ({ segue, app }) => {
  const now = Date.now();
  new Claude(idOf(1), '/work/web', now - 60_000).ask('New').answer('Yes').title('Of today').write(segue.home);
  new Claude(idOf(2), '/work/web', now - 20 * 86_400_000).ask('Old').answer('Yes').title('Of this month').write(segue.home);
  new Claude(idOf(3), '/work/web', now - 90 * 86_400_000).ask('Old').answer('Yes').title('Of long ago').write(segue.home);
  await open(app);
  await expect(rows(app)).toHaveCount(3);
  await app.getByTestId('library-date').click();
  await app.getByRole('menuitem', { name: 'Last 30 days' }).click();
  await expect(rows(app)).toHaveCount(2);
  await app.getByTestId('library-date').click();
  await app.getByRole('menuitem', { name: 'Last 7 days' }).click();
  await expect(rows(app)).toHaveCount(1);
  await expect(rows(app)).toContainText('Of today');
  await app.getByTestId('library-chip-handed').click();
  await expect(app.getByTestId('library-nothing-fits')).toBeVisible();
  await app.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(app)).toHaveCount(3);
});

test('a torn last line is no damage, a torn one in the middle is told', async ({ segue, app }) => {
  const torn = (session: Claude, line: number) => {
    const lines = session.text().trimEnd().split('\n');
    lines[line] = lines[line]?.slice(0, 40) ?? '';
    return `${lines.join('\n')}${line === lines.length - 1 ? '' : '\n'}`;
  };
  const last = new Claude(idOf(1), '/work/web').ask('One').answer('Two').ask('Three').title('Torn at the end').answer('Four');
  last.write(segue.home, torn(last, last.text().trimEnd().split('\n').length - 1));
  const middle = new Claude(idOf(2), '/work/web').title('Torn inside').ask('One').answer('Two').ask('Three').answer('Four');
  middle.write(segue.home, torn(middle, 2));
  await open(app);
  await expect(titled(app, 'Torn inside').getByTestId('library-partly')).toHaveText('partly readable');
  await expect(titled(app, 'Torn at the end').getByTestId('library-partly')).toHaveCount(0);
  await titled(app, 'Torn inside').click();
  await expect(app.getByTestId('library-partly-details')).toContainText('1 damaged record in its file is left out');
});

test('a session that grows changes in its place', async ({ segue, app, watch }) => {
  many(segue.home, 200);
  const session = new Claude(idOf(100), '/work/p0', START + 100 * 60_000).ask('Question 100').answer('Answer').title('Session 100');
  const { file } = session.write(segue.home);
  await restarted(app, segue, watch);
  await open(app);
  await expect(app.getByTestId('library-count')).toHaveText('200 conversations');
  await app.getByTestId('library-list').evaluate((list) => list.parentElement?.scrollTo(0, 120 * 56));
  await titled(app, 'Session 78').click();
  await expect(titled(app, 'Session 78')).toHaveAttribute('aria-current', 'true');
  // How far the index is takes a line above the list until it is done.
  await expect(app.getByTestId('library-indexing')).toHaveCount(0, { timeout: 60_000 });
  const before = await titled(app, 'Session 78').boundingBox();

  const grown = new Claude(idOf(100), '/work/p0', START + 100 * 60_000)
    .ask('Question 100').answer('Answer').ask('More').answer('And more').title('Session 100, grown');
  appendFileSync(file, grown.text().split('\n').slice(2).join('\n'));
  // It is the newest now and stands before all others; what is in sight stays where it is.
  await expect
    .poll(() => app.getByRole('listitem').filter({ has: titled(app, 'Session 78') }).getAttribute('aria-posinset'), { timeout: 60_000 })
    .toBe('123');
  await expect.poll(async () => Math.round((await titled(app, 'Session 78').boundingBox())?.y ?? 0)).toBe(Math.round(before?.y ?? 0));
  await expect(titled(app, 'Session 78')).toHaveAttribute('aria-current', 'true');
  await app.keyboard.press('Home');
  await expect(rows(app).first()).toContainText('Session 100, grown');
});

test('the choice and the place are kept', async ({ segue, app }) => {
  many(segue.home, 300);
  await open(app);
  // Before all of them are found the list is not as long as it is scrolled.
  await expect(app.getByTestId('library-count')).toHaveText('300 conversations');
  await app.getByTestId('library-list').evaluate((list) => list.parentElement?.scrollTo(0, 150 * 56));
  await titled(app, 'Session 147').click();
  await expect(app).toHaveURL(/#\/library\/claude-code/);
  await go(app, 'people', 'empty');
  await go(app, 'library');
  await expect(titled(app, 'Session 147')).toBeInViewport();
  await expect(titled(app, 'Session 147')).toHaveAttribute('aria-current', 'true');
  await expect(app.getByTestId('library-pane').getByRole('heading', { name: 'Session 147' })).toBeVisible();
  await app.reload();
  await expect(app.getByTestId('library-pane').getByRole('heading', { name: 'Session 147' })).toBeVisible();
});

test('a conversation is handed off by S, by its button, and by dropping it on a person', async ({ segue, app }) => {
  const sam = new Segue();
  try {
    await sam.begin('Sam');
    await segue.meet(sam);
    rich(1, '/work/web').write(segue.home);
    await open(app);
    await titled(app, 'Fix flaky login test').click();
    await app.keyboard.press('s');
    const sheet = app.getByRole('dialog');
    await expect(sheet).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await app.getByTestId('library-handoff').click();
    await expect(sheet).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);

    const from = await titled(app, 'Fix flaky login test').boundingBox();
    if (!from) throw new Error('the row is not in sight');
    await app.mouse.move(from.x + 60, from.y + 20);
    await app.mouse.down();
    await app.mouse.move(from.x + 200, from.y + 80, { steps: 5 });
    const person = app.getByTestId('library-drop-person').filter({ hasText: 'Sam' });
    await expect(person).toBeVisible();
    const to = await person.boundingBox();
    if (!to) throw new Error('the person is not in sight');
    await app.mouse.move(to.x + 40, to.y + 20, { steps: 5 });
    await app.screenshot({ path: join(pictures, 'library-drag.png') });
    await app.mouse.up();
    await expect(sheet).toBeVisible();
    await expect(sheet).toContainText('Sam');
    await expect(app.getByTestId('library-drop')).toHaveCount(0);
  } finally {
    await sam.remove();
  }
});

for (const theme of ['light', 'dark'] as const) {
  test(`no accessibility findings in the ${theme} theme`, async ({ segue, app }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    rich(70, '/work/web').write(segue.home);
    codex(segue.home, 2, '/work/api', 'How does the retry back off?');
    many(segue.home, 60);
    await open(app);
    await titled(app, 'Fix flaky login test').click();
    await expect(app.getByTestId('reader-message').first()).toBeVisible();
    expect(await axeFindings(app), 'a conversation').toEqual([]);
    await app.screenshot({ path: join(pictures, `library-${theme}.png`) });
    await app.getByTestId('library-search').fill('retry');
    await expect(app.getByTestId('library-snippet').first()).toBeVisible();
    expect(await axeFindings(app), 'a search').toEqual([]);
    await app.screenshot({ path: join(pictures, `library-search-${theme}.png`) });
    await app.getByTestId('library-search').fill('nothing like it');
    await expect(app.getByTestId('library-no-match')).toBeVisible();
    expect(await axeFindings(app), 'no match').toEqual([]);
  });
}

test('fits a narrow window', async ({ segue, app }) => {
  await app.setViewportSize({ width: 720, height: 560 });
  rich(1, '/work/web').write(segue.home);
  await open(app);
  await titled(app, 'Fix flaky login test').click();
  await expect(app.getByTestId('reader-message').first()).toBeVisible();
  expect(await app.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await app.screenshot({ path: join(pictures, 'library-narrow.png') });
  await app.getByTestId('shell-back').click();
  await expect(titled(app, 'Fix flaky login test')).toBeFocused();
});
