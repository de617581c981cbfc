// The inbox with two real nodes: what arrives is told once, listed with what matters, and none of its words is
// in the page before the person asks for them.
import { join } from 'node:path';
import { axeFindings } from './fixtures';
import { enter, expect, handOver, openOffer, sample, SAID, test, TITLE } from './receiving';
import { REPOSITORY } from './segue';

test('an empty inbox says so and offers what to do', async ({ app }) => {
  await expect(app.getByTestId('inbox-empty')).toContainText('Your inbox is empty.');
  await expect(app.getByTestId('inbox-open-file')).toHaveText('Open a file…');
  await app.getByRole('button', { name: 'Invite someone' }).click();
  await expect(app.getByRole('dialog')).toBeVisible();
});

test('what arrives is told, counted and spoken once, and stays until acted on', async ({ app, sam }) => {
  await app.evaluate(() => {
    const spoken: string[] = [];
    (window as unknown as { spoken: string[] }).spoken = spoken;
    const region = document.querySelector('[role=status]');
    if (region) new MutationObserver(() => spoken.push(region.textContent ?? '')).observe(region, { childList: true, characterData: true, subtree: true });
  });
  await handOver(sam);
  const toast = app.getByTestId('toast').filter({ hasText: 'handed you' });
  await expect(toast).toContainText(`Sam handed you “${TITLE}”`);
  await expect(toast).toContainText('10 messages, from Claude Code');
  await expect(app.getByTestId('shell-inbox-count')).toContainText('1');
  const spoken = async () => {
    const all = await app.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
    return all.filter((text) => text.includes('handed you'));
  };
  await expect.poll(async () => (await spoken()).length).toBeGreaterThan(0);
  expect(await app.content()).not.toContain(SAID);

  // A note that comes later goes by itself; this stays.
  await app.keyboard.press('s');
  const note = app.getByTestId('toast').filter({ hasText: 'Choose a conversation first.' });
  await expect(note).toBeVisible();
  await expect(note).toHaveCount(0);
  await expect(toast).toHaveCount(1);
  const about = await spoken();
  expect(about).toHaveLength(1);
  expect(about[0]).toMatch(/Verified, 10 messages, [\d.]+ kB\./);
  await app.keyboard.press('F6');
  await toast.getByTestId('toast-review').click();
  await expect(app.getByTestId('review')).toBeVisible();
  await expect(toast).toHaveCount(0);
  await expect(app.getByTestId('review-reader')).toContainText(SAID);
});

test('a row says who, verified, what, how much and how it stands', async ({ app, sam }) => {
  await handOver(sam, sample(sam), '--priority', 'high', '--task', 'Fix it');
  const row = app.getByTestId('inbox-row');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Sam');
  await expect(row).toContainText('Verified');
  await expect(row).toContainText(TITLE);
  await expect(row).toContainText('10 messages');
  await expect(row).toContainText('kB');
  await expect(row).toContainText('High priority');
  await expect(row.getByTestId('inbox-state')).toHaveText('Waiting');
  await expect(row).toContainText('New');
  await expect(app.getByTestId('inbox-count')).toHaveText('1 waiting');
  await expect(app.locator('main li').first()).toHaveAttribute('aria-setsize', '1');

  await app.keyboard.press('j');
  await expect(row).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('review-title')).toBeFocused();
  await app.keyboard.press('r');
  await expect(app.getByTestId('review')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await expect(row.getByTestId('inbox-state')).toHaveText('Opened');
  await expect(row).not.toContainText('New');
});

test('what ended is folded away, and the address names what is shown', async ({ app, segue, sam }) => {
  const id = await handOver(sam);
  await openOffer(app);
  expect(await app.evaluate(() => window.location.hash)).toBe(`#/inbox/${id}`);
  await sam.run('cancel', id);
  await expect(app.getByTestId('review-caution-withdrawn')).toContainText('Sam cancelled it');
  await expect(app.getByTestId('review-state')).toHaveText('Cancelled');
  await expect(app.getByTestId('review-import')).toBeDisabled();
  await expect(app.getByTestId('review-import')).toHaveAccessibleDescription('This handoff is finished.');
  await app.keyboard.press('Escape');

  await app.goto('about:blank');
  const { link } = segue;
  await app.goto(`${link.split('#')[0]}#/inbox/${id}`);
  await expect(app.locator('html')).toHaveAttribute('data-ready', 'true');
  await expect(app.getByTestId('review-caution-withdrawn')).toBeVisible();
  await app.getByTestId('inbox-ended').click();
  await expect(app.getByTestId('inbox-row')).toHaveCount(0);
  await app.getByTestId('inbox-ended').click();
  await expect(app.getByTestId('inbox-row').getByTestId('inbox-state')).toHaveText('Cancelled');
});

test('what was handed out is listed under Sent', async ({ page, segue, sam, watch }) => {
  await handOver(sam);
  await watch.over(page);
  await enter(page, sam.link);
  await expect(page.getByTestId('inbox-empty')).toContainText('Your inbox is empty.');
  await page.getByTestId('inbox-tab-sent').check();
  const row = page.getByTestId('inbox-row');
  await expect(row).toContainText('To Ada');
  await expect(row.getByTestId('inbox-state')).toHaveText('Delivered');
  await segue.run('dismiss', (await segue.json<{ handoffs: { id: string }[] }>('inbox')).handoffs[0]?.id ?? '');
  await expect(row).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByTestId('inbox-count')).toHaveText('None open');
  await page.getByTestId('inbox-ended').click();
  await expect(page.getByTestId('inbox-count')).toHaveText('1 sent');
  await expect(row.getByTestId('inbox-state')).toHaveText('Dismissed');
});

for (const theme of ['light', 'dark'] as const) {
  test(`accessible, and pictures, in the ${theme} theme`, async ({ app, sam }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(app.locator('html')).toHaveAttribute('data-theme', theme);
    expect(await axeFindings(app)).toEqual([]);
    const shoot = (name: string) => app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `${name}-${theme}.png`) });
    await shoot('inbox-empty');
    await handOver(sam, sample(sam), '--task', 'Find out why the login test is flaky', '--priority', 'high');
    await handOver(sam);
    await expect(app.getByTestId('inbox-row')).toHaveCount(2);
    await expect(app.getByTestId('toast').filter({ hasText: 'handed you' })).toHaveCount(1);
    expect(await axeFindings(app)).toEqual([]);
    await app.getByTestId('inbox-row').first().click();
    await expect(app.getByTestId('review-fact-messages')).toBeVisible();
    expect(await axeFindings(app)).toEqual([]);
    await shoot('inbox-1280');
    await app.setViewportSize({ width: 720, height: 560 });
    await shoot('inbox-720');
    expect(await app.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
}
