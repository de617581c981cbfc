// What came from one agent and goes on in another, or leaves as a file and comes back, with two real nodes: the choices
// beside the likely one, and the same content wherever it is shown.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { beside } from './fixtures';
import { listed, long, openSheet, review as showWhatLeaves } from './handing';
import { expect, handOver, hashes, inboxIsRead, openOffer, openReview, project, SAID, test, TITLE } from './receiving';
import { codex, rich } from './samples';
import { Segue } from './segue';

const entry = (page: Page, name: string) => page.getByRole('menuitem', { name });

test('where the sender’s agent is missing another one takes it, and the missing one says why it can’t', async ({ app, sam, segue }) => {
  const shop = join(segue.home, 'shop');
  mkdirSync(shop);
  codex(segue.home, 1, shop, 'Why is it slow?');
  await handOver(sam);
  await openReview(app);
  await expect(app.getByTestId('review-import')).toHaveText('Import to Codex');
  await expect(app.getByTestId('review-import')).toBeEnabled();
  await app.getByTestId('review-import-more').click();
  const missing = entry(app, 'Import to Claude Code');
  await expect(missing).toHaveAttribute('aria-disabled', 'true');
  await expect(missing).toContainText('Claude Code isn’t set up on this computer. Install it, choose another agent, or download the file.');
  await missing.click({ force: true });
  await expect(app.getByTestId('import-dialog')).toHaveCount(0);
  for (const name of ['Import to Codex', 'Choose project folder…']) await expect(entry(app, name)).not.toHaveAttribute('aria-disabled', 'true');

  const agent = join(segue.home, '.codex');
  const before = hashes(agent);
  await entry(app, 'Import to Codex').click();
  const dialog = app.getByTestId('import-dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Import to Codex');
  await expect(dialog.getByTestId('import-agent').locator('option', { hasText: 'Claude Code' })).toBeDisabled();
  await expect(dialog.getByTestId('import-run')).toBeEnabled();
  await dialog.getByTestId('import-title').fill('The login test, from Sam');
  await expect(dialog.getByTestId('import-run')).toBeEnabled();
  const planned = await dialog.getByTestId('import-changes').locator('code').allInnerTexts();
  expect(hashes(agent), 'working it out writes nothing').toEqual(before);
  await app.keyboard.press('Control+Enter');
  await expect(app.getByTestId('import-says')).toHaveText('Imported to Codex.');
  await expect(app.getByTestId('import-resume')).toContainText('codex resume');
  const after = hashes(agent);
  const written = Object.keys(after).filter((file) => after[file] !== before[file]);
  // Folders are listed, too.
  for (const file of written) expect(planned).toContain(join(agent, file));
  const session = written.find((file) => file.includes('rollout-')) ?? '';
  expect(readFileSync(join(agent, session), 'utf8')).toContain(SAID);
  const titles = async () => (await segue.json<{ conversations: { title: string | null }[] }>('list')).conversations.map((one) => one.title);
  await expect.poll(titles).toContain('The login test, from Sam');
  await app.getByTestId('import-undo').click();
  await expect(app.getByTestId('import-says')).toContainText('Import undone.');
  expect(hashes(agent), 'exactly what was added is gone').toEqual(before);
});

test('what was downloaded opens in the app again, with the same content and the same sender', async ({ app, sam, segue }) => {
  project(segue);
  await handOver(sam);
  await openReview(app);
  await app.getByText('Technical details').click();
  const content = await app.getByTestId('review-fact-hash').innerText();
  await app.keyboard.press('d');
  const saved = app.getByTestId('toast').filter({ hasText: 'Saved “' });
  await expect(saved).toBeVisible();
  const file = /\/\S.*\.a2a\.json/.exec(await saved.innerText())?.[0] ?? '';

  await app.getByTestId('shell-nav-inbox').click();
  await inboxIsRead(app);
  const [chooser] = await Promise.all([app.waitForEvent('filechooser'), app.getByTestId('inbox-open-file').click()]);
  await chooser.setFiles(file);
  await expect(app.getByTestId('inbox-file')).toContainText(TITLE);
  await expect(app.getByTestId('review-from')).toHaveText(/^\s*From\s+Sam\s+Verified/);
  await expect(app.getByTestId('review-verified')).toHaveText('Verified');
  await expect(app.getByTestId('review-caution-not-verified')).toHaveCount(0);
  expect(await app.content(), 'no word of it before Review').not.toContain(SAID);
  await app.keyboard.press('r');
  await expect(app.getByTestId('review-reader')).toContainText(SAID);
  await app.getByText('Technical details').click();
  await expect(app.getByTestId('review-fact-hash')).toHaveText(content);
  await expect(app.getByTestId('review-import')).toBeEnabled();
  await app.keyboard.press('i');
  await expect(app.getByTestId('import-run')).toBeEnabled();
  await app.keyboard.press('Escape');
});

test('the one who hands over and the one who gets it are shown the same hash', async ({ app, segue, watch }) => {
  const kim = new Segue();
  try {
    rich(1, join(segue.home, 'app')).write(segue.home);
    const theirs = await beside(app, watch, kim, 'Kim');
    await segue.meet(kim);
    await listed(segue, 1);
    await openSheet(app, 'Kim', TITLE);
    await app.getByTestId('handoff-task').fill('Go on with it');
    await showWhatLeaves(app);
    await app.getByTestId('handoff-hash-all').click();
    const content = await app.getByTestId('handoff-content-hash').innerText();
    expect(content).toMatch(/^blake3:[0-9a-f]{64}$/);
    const whole = await app.getByTestId('handoff-hash').innerText();
    expect(whole).toMatch(/^[0-9a-f]{64}$/);
    await app.getByTestId('handoff-send').click();
    await expect(app.getByTestId('progress-line')).toContainText('Delivered to Kim.');
    await openOffer(theirs, TITLE);
    await theirs.getByText('Technical details').click();
    await expect(theirs.getByTestId('review-fact-hash')).toContainText(content);
    await expect(theirs.getByTestId('review-fact-file-hash')).toContainText(whole);
    await app.getByTestId('progress-view').click();
    await expect(app.getByTestId('outgoing-hash')).toHaveText(content);
  } finally {
    await kim.remove();
  }
});

test('what they do not take is said to have not arrived, also where there is little room', async ({ app, segue, sam }) => {
  test.setTimeout(120_000);
  expect((await sam.run('settings', 'set', 'handoffs.quota_mb', '1')).code).toBe(0);
  long(3, join(segue.home, 'app'), 3).write(segue.home);
  await listed(segue, 1);
  await openSheet(app, 'Sam', 'A long conversation');
  await app.getByTestId('handoff-task').fill('Go on with it');
  await showWhatLeaves(app);
  await app.setViewportSize({ width: 1000, height: 560 });
  await app.getByTestId('handoff-send').click();
  const line = app.getByTestId('progress-line');
  await expect(line).toHaveAttribute('data-stage', 'failed', { timeout: 60_000 });
  await expect(line).toContainText('It didn’t reach Sam.');
  await expect(line).toContainText('larger than they take');
  await expect(app.getByTestId('progress-toggle')).toHaveText('1 handoff didn’t arrive');
  await expect(app.getByTestId('progress-toggle')).toHaveAttribute('aria-expanded', 'true');
  await expect(app.locator('[role=alert]')).toContainText('It didn’t reach Sam');
  expect((await sam.json<{ handoffs: unknown[] }>('inbox', '--all')).handoffs).toEqual([]);
});

test('a file of someone verified is theirs by the name they have here', async ({ app, segue, sam }) => {
  project(segue);
  const file = join(sam.home, 'talk.a2a.json');
  const name = rich(1, join(sam.home, 'work')).write(sam.home).id;
  expect((await sam.run('export', name, '--output', file, '--yes')).code).toBe(0);
  const { you } = await sam.status();
  expect((await segue.run('nickname', you.device_id, 'Sam from work')).code).toBe(0);
  await inboxIsRead(app);
  const [chooser] = await Promise.all([app.waitForEvent('filechooser'), app.getByTestId('inbox-open-file').click()]);
  await chooser.setFiles(file);
  await expect(app.getByTestId('review-from')).toHaveText(/^\s*From\s+Sam from work\s+Verified/);
});
