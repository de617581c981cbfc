// Request changes with two real nodes and their pages: one question, one answer, the same task all along.
import { join } from 'node:path';
import { axeFindings } from './fixtures';
import { enter, expect, handOver, openReview, project, SAID, test, TITLE } from './receiving';
import { REPOSITORY } from './segue';

test('a question, its answer, and the import are one task', async ({ app, sam, segue, browser }) => {
  project(segue);
  const id = await handOver(sam);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  try {
    await enter(theirs, sam.link);
    await theirs.getByTestId('inbox-tab-sent').check();
    const sent = theirs.getByTestId('inbox-row');

    await openReview(app);
    await app.getByTestId('review-requestChanges').click();
    const dialog = app.getByTestId('ask-dialog');
    await expect(dialog.getByTestId('ask-text')).toBeFocused();
    await expect(dialog.getByTestId('ask-send')).toBeDisabled();
    await expect(dialog.getByTestId('ask-send')).toHaveAccessibleDescription('Write what you need first.');
    await dialog.getByRole('button', { name: 'Which branch?' }).click();
    await expect(dialog.getByTestId('ask-text')).toHaveValue('Which branch?');
    await dialog.getByTestId('ask-send').click();

    await expect(app.getByTestId('toast').filter({ hasText: 'Your request is on its way to Sam.' })).toBeVisible();
    await expect(app.getByTestId('review-state')).toHaveText('Waiting for Sam’s answer');
    await expect(app.getByTestId('review').getByText('Waiting')).toHaveCount(1);
    await expect(app.getByTestId('review-caution-waiting')).toContainText('Sam has your request');
    await expect(app.getByTestId('review-moment-asked')).toContainText('Which branch?');
    await expect(sent.getByTestId('inbox-state')).toHaveText('Needs your answer');
    await expect(sent.getByTestId('inbox-state')).toHaveAttribute('title', 'Ada requested changes');

    const answered = await sam.run('answer', id, 'The branch is main.');
    expect(answered.code, answered.stderr).toBe(0);
    await expect(app.getByTestId('review-moment-answered')).toContainText('The branch is main.');
    await expect(app.getByTestId('review-state')).toHaveText('Opened');
    expect(await app.evaluate(() => window.location.hash)).toBe(`#/inbox/${id}`);

    await expect(app.getByTestId('review-import')).toBeEnabled();
    await app.keyboard.press('i');
    await expect(app.getByTestId('import-run')).toBeEnabled();
    await app.keyboard.press('Control+Enter');
    await expect(app.getByTestId('import-says')).toHaveText('Imported to Claude Code.');
    await app.keyboard.press('Escape');
    await expect(app.getByTestId('review-state')).toHaveText('Imported');
    await theirs.getByTestId('inbox-ended').click();
    await expect(sent.getByTestId('inbox-state')).toHaveText('Imported');
  } finally {
    await context.close();
  }
});

test('request changes by the keyboard alone, about a chosen message', async ({ app, sam }) => {
  const id = await handOver(sam);
  await expect(app.getByTestId('toast').filter({ hasText: 'handed you' })).toBeVisible();
  await app.keyboard.press('Control+1');
  await app.keyboard.press('j');
  await app.keyboard.press('r');
  await expect(app.getByTestId('review-reader')).toContainText(SAID);
  await app.keyboard.press(']');
  await app.keyboard.press('q');
  await expect(app.getByTestId('ask-text')).toBeFocused();
  await expect(app.getByTestId('ask-reference')).toContainText('Refers to message');
  await app.keyboard.type('What did you mean here?');
  await app.keyboard.press('Control+Enter');
  await expect(app.getByTestId('ask-dialog')).toHaveCount(0);
  await expect(app.getByTestId('review-moment-asked')).toContainText(/About message \d+ \(“.+”\):\s*What did you mean here\?/);
  await expect.poll(async () => (await sam.run('review', id)).stdout).toContain('What did you mean here?');
});

test('a new answer is told of', async ({ app, sam }) => {
  const id = await handOver(sam);
  await openReview(app);
  await app.keyboard.press('q');
  await app.getByTestId('ask-text').fill('Which branch?');
  await app.getByTestId('ask-send').click();
  await expect(app.getByTestId('review-state')).toHaveText('Waiting for Sam’s answer');
  await app.getByTestId('shell-nav-activity').click();
  await sam.run('answer', id, 'The branch is main.');
  const toast = app.getByTestId('toast').filter({ hasText: 'Sam answered' });
  await expect(toast).toContainText(TITLE);
  await toast.getByTestId('toast-review').click();
  await expect(app.getByTestId('review-moment-answered')).toContainText('The branch is main.');
});

test('one that is dismissed while it waits says only that', async ({ app, sam }) => {
  const id = await handOver(sam);
  await openReview(app);
  await app.keyboard.press('q');
  await app.getByTestId('ask-text').fill('Which branch?');
  await app.getByTestId('ask-send').click();
  await expect(app.getByTestId('review-caution-waiting')).toBeVisible();
  await app.keyboard.press('x');
  await app.getByTestId('dismiss-run').click();
  await expect(app.getByTestId('review-state')).toHaveText('Dismissed');
  await expect(app.getByTestId('review-says')).toHaveText('Sam will be notified in a few seconds');
  await expect(app.getByTestId('review-caution-waiting')).toHaveCount(0);

  // Once it has ended the list is without it; the pane says so.
  await expect.poll(async () => (await sam.run('review', id)).stdout, { timeout: 30_000 }).toContain('dismissed');
  await expect(app.getByTestId('inbox-row')).toHaveCount(0);
  await expect(app.getByTestId('inbox-outside')).toHaveText('Finished');
  await expect(app.getByTestId('review-says')).toHaveText('You dismissed it');
  await app.getByTestId('inbox-ended').click();
  await expect(app.getByTestId('inbox-row')).toHaveCount(1);
  await expect(app.getByTestId('inbox-outside')).toHaveCount(0);
});

for (const theme of ['light', 'dark'] as const) {
  test(`asking is accessible, and a picture, in the ${theme} theme`, async ({ app, sam }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await handOver(sam);
    await openReview(app);
    await app.keyboard.press('q');
    await expect(app.getByTestId('ask-text')).toBeFocused();
    expect(await axeFindings(app)).toEqual([]);
    await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `ask-${theme}.png`) });
  });
}
