// What others wrote is text, wherever it is shown: every payload in every place, with real nodes. Nothing runs,
// nothing is fetched, no element appears, and what hides or turns text around is written out.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { go, restarted } from './fixtures';
import { calm, guard, harm, pathed, PAYLOADS, type Payload, sessions } from './hostile';
import { expect, inboxIsRead, test } from './receiving';
import { Claude, idOf } from './samples';
import { Segue } from './segue';

/** Those that a name can be. */
const NAMED = PAYLOADS.filter((one): one is Payload & { name: string } => one.name !== null);

/** The row among these in which exactly this text is. */
const holding = (rows: Locator, text: string) => rows.filter({ hasText: text });

test('the guard notices what gets through', async ({ app, watch }) => {
  watch.expected.push(/forbidden: /, /Content Security Policy/, /404/);
  await guard(app);
  expect(await harm(app)).toEqual([]);
  for (const { text } of PAYLOADS.filter(({ text }) => text.startsWith('<'))) {
    const before = (await harm(app)).length;
    await app.evaluate((html) => document.body.insertAdjacentHTML('beforeend', `<p>${html}</p>`), text);
    await expect.poll(async () => (await harm(app)).length, text).toBeGreaterThan(before);
  }
  await app.evaluate((text) => document.body.append(text), 'safe\u202Egpj.exe');
  expect((await harm(app)).at(-1)).toContain('hidden characters');
});

test('names that strangers announce, and nicknames', async ({ app, segue, sam }) => {
  test.setTimeout(240_000);
  const mallory = new Segue();
  try {
    await guard(app);
    await mallory.begin('Mallory');
    await segue.run('connect', await mallory.place());
    await go(app, 'people', 'empty');
    const stranger = app.getByTestId('people-group-notVerified').getByTestId('people-row');
    await stranger.click();
    for (const payload of NAMED) {
      await mallory.run('settings', 'set', 'name', payload.text);
      await expect(stranger.getByTestId('people-name'), payload.what).toHaveText(payload.name, { timeout: 30_000 });
      await expect(app.getByTestId('people-pane').getByRole('heading').first()).toContainText(payload.name);
    }
    await calm(app);

    const friend = app.getByTestId('people-group-verified').getByTestId('people-row');
    await friend.click();
    const who = (await sam.status()).you.device_id;
    for (const payload of NAMED) {
      const done = await segue.run('nickname', who, payload.text);
      expect(done.code, done.stderr).toBe(0);
      await expect(friend.getByTestId('people-name'), payload.what).toHaveText(payload.name);
    }
    await calm(app);
  } finally {
    await mallory.remove();
  }
});

test('titles, project folders and messages in the Library', async ({ app, segue, watch }) => {
  test.setTimeout(180_000);
  sessions(segue.home, 500);
  await restarted(app, segue, watch);
  await guard(app);
  await go(app, 'library', 'empty');
  const rows = app.getByTestId('library-row');
  await expect(rows).toHaveCount(PAYLOADS.length, { timeout: 30_000 });
  for (const { shown, what } of PAYLOADS) {
    const row = holding(rows, shown);
    await expect(row, what).toHaveCount(1);
    // Once as the title, once as the folder.
    await expect(row).toContainText(pathed(shown));
    await row.click();
    await expect(app.getByTestId('library-pane').getByRole('heading').first()).toHaveText(shown);
    const reader = app.getByTestId('reader');
    await expect(reader.getByTestId('reader-code').first()).toContainText(shown);
    await app.keyboard.press('t');
    await expect(reader.getByTestId('reader-tool-input').first()).toContainText(shown);
    await expect(reader.getByTestId('reader-tool-output').first()).toContainText(shown);
    await calm(app);
  }
  await app.getByTestId('library-project').click();
  for (const { shown } of PAYLOADS) await expect(app.getByRole('menu')).toContainText(pathed(shown));
  await calm(app);
});

test('names of files that are chosen or opened, and what is said of those that are no conversation', async ({ app, segue }) => {
  test.setTimeout(120_000);
  await guard(app);
  const named = (text: string) => `${pathed(text)}.a2a.json`;
  // What a browser hands over is kept under a name that every system takes.
  const plain = (text: string) => named(text).replaceAll(/["<>|:*?]/g, '-');
  const rows = app.getByTestId('inbox-file');
  for (const { text, shown, what } of PAYLOADS) {
    const content = JSON.stringify({ kind: text, [text]: text });
    await inboxIsRead(app);
    const [chooser] = await Promise.all([app.waitForEvent('filechooser'), app.getByTestId('inbox-open-file').click()]);
    await chooser.setFiles({ name: named(text), mimeType: 'application/json', buffer: Buffer.from(content) });
    await expect(rows.filter({ hasText: plain(shown) }).first(), what).toBeVisible();

    const file = join(segue.home, named(text));
    writeFileSync(file, content);
    const opened = await segue.run('open', file);
    expect(opened.code, opened.stderr).toBe(0);
    await expect(rows.first(), what).toContainText(named(shown));
    await expect(app.getByTestId('review-failure')).toBeVisible();
    await calm(app);
  }
});

test('what is said about something that was typed', async ({ app, segue, watch }) => {
  test.setTimeout(120_000);
  new Claude(idOf(700), join(segue.home, 'work')).ask('Hello').answer('Hello').title('Hello').write(segue.home);
  await restarted(app, segue, watch);
  await guard(app);
  await go(app, 'library', 'empty');
  await expect(app.getByTestId('library-row')).toHaveCount(1);
  for (const { text, shown, what } of PAYLOADS) {
    await app.getByTestId('library-search').fill(text);
    await expect(app.getByTestId('library-no-match'), what).toContainText(`No matches for “${shown}”.`);
    await app.keyboard.press('Control+k');
    await app.getByTestId('palette-input').fill(text);
    await expect(app.getByTestId('palette')).not.toContainText('Library');
    await app.keyboard.press('Escape');
    await calm(app);
  }
  await go(app, 'people', 'empty');
  for (const [open, field, problem] of [
    ['people-connect', 'connect-address', 'connect-problem'],
    ['people-join', 'join-ticket', 'join-problem'],
  ] as const) {
    await app.getByTestId(open).click();
    for (const { text, what } of PAYLOADS) {
      await app.getByTestId(field).fill(text);
      await app.keyboard.press('Enter');
      await expect(app.getByTestId(problem), what).toBeVisible();
      await calm(app);
    }
    await app.keyboard.press('Escape');
  }
});

test('names in the graph, the table and the Mermaid text of versions, and in Diagnostics', async ({ app, segue }) => {
  test.setTimeout(240_000);
  const label = NAMED.find(({ what }) => what === 'an end of a label')?.text ?? '';
  const eve = new Segue();
  try {
    await app.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await guard(app);
    await eve.begin(label);
    await eve.meet(segue);
    const { id } = new Claude(idOf(800), join(eve.home, 'work')).ask('Hello').answer('Yes.').title(label).write(eve.home);
    const sent = await eve.run('send', id, '--to', (await segue.status()).you.device_id, '--yes');
    expect(sent.code, sent.stderr).toBe(0);
    const who = (await eve.status()).you.device_id;
    // First the name it gave itself, then each as a nickname.
    for (const [at, { name, text, what }] of NAMED.filter((one) => one.text === label).concat(NAMED).entries()) {
      if (at > 0) expect((await segue.run('nickname', who, text)).code, what).toBe(0);
      await go(app, 'activity');
      await app.getByTestId('activity-view-versions').check();
      await app.getByTestId('activity-shape-graph').check();
      await expect(app.getByTestId('activity-graph').locator('title').first(), what).toHaveText(name);
      await app.getByTestId('activity-shape-table').check();
      await expect(app.getByTestId('activity-table'), what).toContainText(name);
      await app.evaluate(() => navigator.clipboard.writeText(''));
      await app.getByTestId('activity-mermaid').click();
      await expect.poll(() => app.evaluate(() => navigator.clipboard.readText())).toContain('flowchart');
      const mermaid = await app.evaluate(() => navigator.clipboard.readText());
      const lines = mermaid.trim().split('\n').slice(1);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line, what).toMatch(LINE);
      await go(app, 'diagnostics');
      await expect(app.getByTestId('diagnostics-who'), what).toContainText(name);
      await calm(app);
    }
  } finally {
    await eve.remove();
  }
});

/** One line of a Mermaid flowchart: whatever someone wrote is inside of quotes, and ends none. */
const LINE = /^ {4}([vmp]\d+(\(?\["[^"<>]*(<br\/>[^"<>]*)?"\]\)?)?)( (-->|-\.->|-\.-)(\|"[^"<>]*"\|)? ?[vmp]\d+(\(?\["[^"<>]*"\]\)?)?)?$/;
