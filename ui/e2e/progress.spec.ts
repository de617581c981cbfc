// What is on its way, between real nodes: a long conversation, taken back, lost in the middle, waiting for
// someone who is away, and asked about.
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { axeFindings, enter, expect, test as base } from './fixtures';
import { listed, long, openSheet, ready, review } from './handing';
import { rich } from './samples';
import { REPOSITORY, Segue } from './segue';

const test = base.extend<{ sam: Segue; ada: Page; size: number }>({
  /** Megabytes of the long conversation. */
  size: [5, { option: true }],
  // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
  sam: async ({}, use) => {
    const sam = new Segue();
    try {
      await sam.begin('Sam');
      await use(sam);
    } finally {
      await sam.remove();
    }
  },
  ada: async ({ page, segue, sam, watch, size }, use) => {
    await watch.over(page);
    rich(2, join(segue.home, 'app')).write(segue.home);
    long(3, join(segue.home, 'app'), size).write(segue.home);
    await segue.run('settings', 'set', 'name', 'Ada');
    await segue.meet(sam);
    await listed(segue, 2);
    await enter(page, segue.link);
    await use(page);
  },
});

const line = (page: Page) => page.getByTestId('progress-line');
const inbox = async (segue: Segue, ...more: string[]) =>
  (await segue.json<{ handoffs: { id: string; state: string; receipt: string }[] }>('inbox', ...more)).handoffs;

async function handOff(page: Page, title: string): Promise<void> {
  await openSheet(page, 'Sam', title);
  await page.getByTestId('handoff-task').fill('Go on with it');
  await review(page);
  await expect(page.getByTestId('handoff-send')).toHaveAttribute('aria-disabled', 'false');
  await page.getByTestId('handoff-send').click();
  await expect(page.getByTestId('handoff')).toHaveCount(0);
  await expect(line(page)).toHaveCount(1);
  await expect(page.getByTestId('toast')).toHaveCount(0);
}

/** Writes down what the bar and the polite voice said, as it changes. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { values: [] as number[], said: [] as string[] };
    (window as unknown as { seen: typeof seen }).seen = seen;
    new MutationObserver(() => {
      const now = document.querySelector('[data-testid=progress-bar]')?.getAttribute('aria-valuenow');
      if (now !== null && now !== undefined && seen.values.at(-1) !== Number(now)) seen.values.push(Number(now));
      const text = document.querySelector('[role=status]')?.textContent?.trim() ?? '';
      if (text !== '' && seen.said.at(-1) !== text) seen.said.push(text);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

const recorded = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { values: number[]; said: string[] } }).seen);

test.describe('a long one', () => {
  test.use({ size: 12 });
  test.setTimeout(180_000);

  test('the bar grows, the voice says little, and it arrives', async ({ ada, sam }) => {
    await record(ada);
    await openSheet(ada, 'Sam', 'A long conversation');
    await ada.getByTestId('handoff-task').fill('Go on with it');
    await ada.getByTestId('handoff-next').click();
    await ready(ada);
    await expect(ada.getByTestId('handoff-send')).toHaveAttribute('aria-disabled', 'false', { timeout: 60_000 });
    const usual = sam.slow();
    await ada.getByTestId('handoff-send').click();
    await expect(ada.getByTestId('handoff')).toHaveCount(0, { timeout: 60_000 });
    await expect(line(ada)).toContainText('Delivered to Sam. Sam can review it now.', { timeout: 90_000 });
    usual();
    const { values, said } = await recorded(ada);
    expect(values.length).toBeGreaterThan(1);
    expect([...values].sort((a, b) => a - b)).toEqual(values);
    const aboutSam = said.filter((text) => /Sending to|Delivered to/.test(text));
    expect(aboutSam.length).toBeGreaterThan(0);
    expect(aboutSam.length).toBeLessThanOrEqual(5);
    await expect.poll(async () => (await inbox(sam)).length).toBe(1);
  });

  test('cancel stops it, and the page of the other one shows that', async ({ ada, sam, watch }) => {
    const theirs = await ada.context().newPage();
    await watch.over(theirs, []);
    await enter(theirs, sam.link);
    await handOffLong(ada, sam);
    await expect(ada.getByTestId('progress-cancel')).toHaveAccessibleDescription(/Sam’s computer is asked to drop it|Sam won’t get it/);
    await ada.getByTestId('progress-cancel').click();
    await expect(line(ada)).toHaveAttribute('data-stage', /withdrawing|cancelled/);
    sam.go();
    await expect(line(ada)).toContainText('Cancelled. Sam won’t get it.', { timeout: 60_000 });
    await expect.poll(async () => (await inbox(sam, '--all')).map((one) => one.state), { timeout: 60_000 }).toEqual(['canceled']);
    // Nothing waits there any more; what ended says how.
    await expect(theirs.getByTestId('shell-inbox-count')).toHaveCount(0);
    await theirs.getByTestId('inbox-ended').click();
    const row = theirs.getByTestId('inbox-row');
    await expect(row.getByTestId('inbox-state')).toHaveText('Cancelled');
    await row.click();
    await expect(theirs.getByTestId('review-caution-withdrawn')).toContainText('Ada cancelled it');
    await expect(theirs.getByTestId('review-import')).toBeDisabled();
  });

  test('who is gone in the middle may have it, and later has it once', async ({ ada, sam }) => {
    await sam.keepAddress();
    await handOffLong(ada, sam);
    await sam.kill();
    await expect(line(ada)).toHaveAttribute('data-stage', 'lost', { timeout: 60_000 });
    await expect(line(ada)).toContainText('The connection was lost after sending. Sam may already have it. Trying again won’t create a second copy.');
    expect(await axeFindings(ada)).toEqual([]);
    await shot(ada, 'progress-lost');
    await sam.serve();
    await ada.getByTestId('progress-again').click();
    await expect(line(ada)).toContainText('Delivered to Sam.', { timeout: 90_000 });
    await expect.poll(async () => (await inbox(sam, '--all')).length).toBe(1);
  });
});

/** Hands the long one off, and stops the other one in the middle of it. */
async function handOffLong(page: Page, sam: Segue): Promise<void> {
  await openSheet(page, 'Sam', 'A long conversation');
  await page.getByTestId('handoff-task').fill('Go on with it');
  await page.getByTestId('handoff-next').click();
  await ready(page);
  await expect(page.getByTestId('handoff-send')).toHaveAttribute('aria-disabled', 'false', { timeout: 60_000 });
  const usual = sam.slow();
  // Stopped by the page itself: on a quick computer all of it could be there before a look from outside.
  await page.exposeFunction('itMoves', () => {
    usual();
    sam.stop();
  });
  await page.evaluate(() => {
    const look = new MutationObserver(() => {
      if (!document.querySelector('[data-testid=progress-bar]')) return;
      look.disconnect();
      (window as unknown as { itMoves: () => void }).itMoves();
    });
    look.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByTestId('handoff-send').click();
  await expect(page.getByTestId('progress-bar')).toBeVisible({ timeout: 60_000 });
}

test('who is away gets it later, and it can be saved meanwhile', async ({ ada, sam }) => {
  test.setTimeout(120_000);
  await sam.keepAddress();
  await sam.kill();
  await handOff(ada, 'Fix flaky login test');
  await expect(line(ada)).toHaveAttribute('data-stage', 'offline');
  await expect(line(ada)).toContainText(/Sam is offline\. Last seen .+\. Segue delivers it when Sam is back and Segue is open on both computers\./);
  expect(await axeFindings(ada)).toEqual([]);
  await shot(ada, 'progress-away');
  await ada.getByTestId('progress-save').click();
  await expect(ada.getByTestId('toast').filter({ hasText: '.a2a.json' }).first()).toBeVisible();
  await ada.getByTestId('progress-keep').click();
  await expect(line(ada)).toHaveCount(0);
  await sam.serve();
  await expect(line(ada)).toContainText('Delivered to Sam.', { timeout: 60_000 });
  await ada.getByTestId('progress-hide').click();
  await expect(ada.getByTestId('progress')).toHaveCount(0);
});

test('a question comes back, is answered with words and with more, and stays the same task', async ({ ada, sam }) => {
  await handOff(ada, 'Fix flaky login test');
  await expect(line(ada)).toContainText('Delivered to Sam.');
  const [offer] = await inbox(sam);
  const id = offer?.id ?? '';
  await sam.run('ask', id, 'About message 1 (“The login test”):\nWhich branch?\n```sh\ngit branch\n```');
  await expect(line(ada)).toContainText('Sam requested changes.');
  await expect(line(ada)).toContainText('(“The login test”): Which branch? git branch');
  await ada.getByTestId('progress-answer').click();
  await expect(ada.getByTestId('answer-question')).toContainText('Which branch?');
  await expect(ada.getByTestId('answer-place')).toContainText('The login test is flaky.');
  await expect(ada.getByTestId('answer-send')).toHaveAccessibleDescription('Write an answer first.');
  expect(await axeFindings(ada)).toEqual([]);
  await ada.getByTestId('answer-text').fill('main');
  await ada.keyboard.press('Control+Enter');
  await expect(ada.getByTestId('answer-dialog')).toHaveCount(0);
  const told = async () => (await sam.json<{ story: { what: string; text: string | null }[] }>('review', id)).story;
  await expect.poll(async () => (await told()).filter((one) => one.what === 'answered').map((one) => one.text)).toEqual(['main']);

  await sam.run('ask', id, 'Please send the last part again.');
  await expect(line(ada)).toHaveAttribute('data-stage', 'question');
  await ada.getByTestId('progress-answer').click();
  await ada.getByTestId('answer-more').click();
  await expect(ada.getByTestId('handoff')).toHaveAccessibleName('Answer Sam with more messages');
  await ada.getByTestId('handoff-answer').fill('Here it is');
  await ada.getByTestId('handoff-history-last').check();
  await ada.getByTestId('handoff-last').fill('3');
  await review(ada);
  await ada.getByTestId('handoff-send').click();
  await expect(ada.getByTestId('handoff')).toHaveCount(0);
  await expect.poll(async () => (await told()).filter((one) => one.what === 'answered').length).toBe(2);
  expect((await inbox(sam, '--all')).map((one) => one.id)).toEqual([id]);
});

test('the page of what was handed off tells its story and takes it back', async ({ ada, sam }) => {
  await handOff(ada, 'Fix flaky login test');
  await expect(line(ada)).toContainText('Delivered to Sam.');
  await ada.getByTestId('progress-view').click();
  const page = ada.getByTestId('outgoing');
  await expect(page).toContainText('Go on with it');
  await ada.getByTestId('outgoing-sent').locator('summary').click();
  await expect(ada.getByTestId('outgoing-reader')).toContainText('The login test is flaky.');
  for (const theme of ['light', 'dark'] as const) {
    await ada.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(ada.locator('html')).toHaveAttribute('data-theme', theme);
    expect(await axeFindings(ada), theme).toEqual([]);
    await shot(ada, `outgoing-${theme}`);
  }
  await ada.getByTestId('outgoing-cancel').click();
  await expect(page).toContainText('If you cancel, Sam’s computer is asked to drop it. Anything Sam already did stays.');
  await ada.getByTestId('outgoing-cancel-yes').click();
  await expect(page).toHaveAttribute('data-stage', 'cancelled');
  await expect.poll(async () => (await inbox(sam, '--all')).map((one) => one.state)).toEqual(['canceled']);
});

async function shot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `${name}.png`) });
}
