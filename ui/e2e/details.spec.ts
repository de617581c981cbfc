// Small things that are promised everywhere: what the node says in its own language is marked as such, a low window
// keeps room for what matters, how a handoff stands is a sign and a word in the picture, too, and an empty inbox has
// another line each day.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, beside, expect, go, test } from './fixtures';
import { listed, openSheet, review } from './handing';
import { rich } from './samples';
import { REPOSITORY, Segue } from './segue';

test('in German, what the node says is marked as English', async ({ app, segue }) => {
  await segue.run('settings', 'set', 'appearance.language', 'de');
  await expect(app.locator('html')).toHaveAttribute('lang', 'de');
  await expect(app.locator('html')).toHaveAttribute('data-ready', 'true');
  await go(app, 'activity');
  const entry = app.getByTestId('activity-row').filter({ hasText: 'Segue started' });
  await expect(entry.getByText('Segue started')).toHaveAttribute('lang', 'en');
  await entry.click();
  await expect(app.getByTestId('activity-entry').getByRole('heading')).toHaveAttribute('lang', 'en');
  await go(app, 'diagnostics');
  await app.getByTestId('diagnostics-check').first().click();
  await expect(app.getByTestId('diagnostics-found')).toHaveAttribute('lang', 'en');
  await expect(app.getByTestId('diagnostics-detail').getByRole('heading', { level: 2 })).not.toHaveAttribute('lang');
  await expect(app.getByTestId('notice').first().locator('summary [lang=en]')).not.toBeEmpty();
  await go(app, 'settings');
  await app.getByTestId('settings-move-identity').click();
  await expect(app.getByTestId('toast').locator('.muted').first()).toHaveAttribute('lang', 'en');
  await expect(app.getByTestId('toast').locator('.title')).not.toHaveAttribute('lang');
  expect(await axeFindings(app)).toEqual([]);
});

test('in a low window what is done takes one line, and what is not is in sight', async ({ app, segue, watch }) => {
  const kim = new Segue();
  try {
    rich(1, join(segue.home, 'app')).write(segue.home);
    await beside(app, watch, kim, 'Kim');
    await segue.meet(kim);
    await listed(segue, 1);
    await app.setViewportSize({ width: 1000, height: 560 });
    await openSheet(app, 'Kim', 'Fix flaky login test');
    await app.getByTestId('handoff-task').fill('Go on with it');
    await review(app);
    await app.getByTestId('handoff-send').click();
    const panel = app.getByTestId('progress');
    const toggle = app.getByTestId('progress-toggle');
    await expect(toggle).toHaveText('Handed off');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(app.getByTestId('progress-line')).toHaveCount(0);
    await expect.poll(async () => (await panel.boundingBox())?.height).toBeLessThan(40);
    await toggle.click();
    await expect(app.getByTestId('progress-line')).toContainText('Delivered to Kim.');
    await toggle.click();
    await expect(app.getByTestId('progress-line')).toHaveCount(0);

    // What wants something comes up by itself, in a window that is low from the start, too.
    await app.reload();
    await expect(app.locator('html')).toHaveAttribute('data-ready', 'true');
    const [offer] = (await kim.json<{ handoffs: { id: string }[] }>('inbox')).handoffs;
    await kim.run('ask', offer?.id ?? '', 'Which branch?');
    await expect(app.getByTestId('progress-line')).toContainText('Kim requested changes.');
    await app.setViewportSize({ width: 1280, height: 800 });
    await expect(app.getByTestId('progress-line')).toHaveCount(1);
  } finally {
    await kim.remove();
  }
});

test('in the picture a handoff has a sign and a word, and a new one is drawn', async ({ app, segue }) => {
  test.setTimeout(120_000);
  const kim = new Segue();
  const hand = async (task: string) =>
    (await segue.json<{ handoffs: { id: string }[] }>('send', id, '--to', 'Kim', '--task', task, '--yes')).handoffs[0]?.id ?? '';
  mkdirSync(join(segue.home, 'work'), { recursive: true });
  const { id } = rich(1, join(segue.home, 'work')).write(segue.home);
  try {
    await segue.run('settings', 'set', 'name', 'Ada');
    await kim.begin('Kim');
    await kim.meet(segue);
    const first = await hand('Go on with it');
    expect((await kim.run('dismiss', first, '--reason', 'Not my area')).code).toBe(0);
    await app.getByTestId('shell-nav-activity').click();
    await app.getByTestId('activity-view-versions').check();
    const standing = app.getByTestId('activity-standing');
    await expect(standing).toHaveText('Dismissed', { timeout: 40_000 });
    await expect(standing.locator('path').first()).toBeAttached();

    const second = await hand('Then look at it');
    const folder = join(kim.home, 'app');
    mkdirSync(folder, { recursive: true });
    const imported = await kim.run('import', second, '--to', 'claude-code', '--project', folder);
    expect(imported.code, imported.stderr).toBe(0);
    await expect(app.getByTestId('activity-edge')).toHaveCount(1, { timeout: 40_000 });
    await expect(app.getByTestId('activity-edge')).toHaveClass(/drawn/);
    await expect(standing.filter({ hasText: 'Imported' })).toHaveCount(1);
    // What was dismissed before stays in the picture.
    await expect(standing.filter({ hasText: 'Dismissed' })).toHaveCount(1);
    await expect(app.getByTestId('activity-graph').locator('title').filter({ hasText: 'Ada (you)' })).toHaveCount(1);
    expect(await axeFindings(app)).toEqual([]);
    await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', 'versions-standing.png') });

    await segue.run('settings', 'set', 'appearance.language', 'de');
    await expect(app.locator('html')).toHaveAttribute('lang', 'de');
    await expect(app.getByTestId('activity-graph').locator('title').filter({ hasText: 'Ada (Sie)' })).toHaveCount(1);
    await app.getByTestId('activity-shape-table').check();
    await expect(app.getByTestId('activity-table')).toContainText('Ada (Sie)');
    await expect(app.getByTestId('activity-table')).not.toContainText('(you)');
  } finally {
    await kim.remove();
  }
});

test('an empty inbox has a line for the day', async ({ app }) => {
  const lines = new Set<string>();
  for (let day = 2; day < 9; day++) {
    await app.clock.setFixedTime(new Date(2026, 10, day, 12));
    await app.reload();
    await expect(app.getByTestId('inbox-today')).not.toBeEmpty();
    lines.add(await app.getByTestId('inbox-today').innerText());
  }
  expect(lines.size).toBe(7);
});
