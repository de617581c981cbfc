// Handing a conversation off, between real nodes: who, what, how much, what leaves and what does not.
import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, enter, expect, test as base } from './fixtures';
import { AWS, holding, KEY_LINE, listed, openSheet, ready, review, shownHash, TOKEN, withSecrets } from './handing';
import { rich } from './samples';
import { REPOSITORY, Segue } from './segue';

/** A page of Ada's, and Sam, whom she verified. */
const test = base.extend<{ sam: Segue; ada: Page }>({
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
  ada: async ({ page, segue, sam, watch }, use) => {
    await watch.over(page);
    withSecrets(1, join(segue.home, 'app')).write(segue.home);
    rich(2, join(segue.home, 'app')).write(segue.home);
    await segue.run('settings', 'set', 'name', 'Ada');
    await segue.meet(sam);
    await listed(segue, 2);
    await enter(page, segue.link);
    await use(page);
  },
});

const sheet = (page: Page) => page.getByTestId('handoff');
const why = (page: Page) => page.getByTestId('handoff-why-not');
const send = (page: Page) => page.getByTestId('handoff-send');

test('S on what is chosen opens it, with the person, and the task is needed', async ({ ada }) => {
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await expect(sheet(ada)).toHaveAccessibleName('Hand off “Deploy the login form”');
  await expect(ada.getByTestId('handoff-person-check').first()).toBeFocused();
  await expect(send(ada)).toHaveText('Send to Sam');
  await expect(send(ada)).toHaveAttribute('aria-disabled', 'true');
  await expect(send(ada)).toHaveAccessibleDescription('Enter a task.');
  await ada.getByTestId('handoff-next').click();
  await expect(ada.getByTestId('handoff-task-fault')).toHaveText('Enter a task.');
  await expect(ada.getByTestId('handoff-task')).toBeFocused();
  await expect(ada.getByTestId('handoff-payload')).toHaveCount(0);
  await ada.keyboard.type('Check it');
  await expect(why(ada)).toHaveText('Preview it first.');
  await ada.getByTestId('handoff-person-check').first().uncheck();
  await expect(why(ada)).toHaveText('Choose at least one person.');
  await expect(send(ada)).toHaveText('Send');
  await send(ada).click({ force: true });
  await expect(ada.getByTestId('handoff-person-check').first()).toBeFocused();
  await ada.keyboard.press('Space');
  await ada.getByTestId('handoff-task').fill('');
  await send(ada).click({ force: true });
  await expect(ada.getByTestId('handoff-task')).toBeFocused();
});

test('verified people come first; the others say why not, and who is away can still be chosen', async ({ ada, segue, sam }) => {
  const [kim, lou] = [new Segue(), new Segue()];
  try {
    await kim.begin('Kim');
    await segue.meet(kim);
    await lou.run('settings', 'set', 'name', 'Lou');
    const { network } = await segue.json<{ network: { listening: string[] } }>('status');
    const at = network.listening.find((address) => !address.includes('QUIC')) ?? '';
    const asking = lou.run('pair', at);
    await openSheet(ada, 'Sam', 'Deploy the login form');
    const people = ada.getByTestId('handoff-person');
    await expect(people).toHaveCount(3);
    await expect(people.nth(2)).toContainText('Lou');
    await expect(people.nth(2)).toContainText('Not verified, so you can’t hand off to them.');
    await expect(people.nth(2).getByTestId('handoff-person-check')).toHaveAttribute('aria-disabled', 'true');
    await people.nth(2).getByTestId('handoff-person-check').click({ force: true });
    await expect(people.nth(2).getByTestId('handoff-person-check')).not.toBeChecked();
    for (const at of [0, 1]) await expect(people.nth(at).getByTestId('handoff-person-verified')).toHaveText('Verified');
    await kim.kill();
    await expect(people.filter({ hasText: 'Kim' })).toContainText('Delivered when Kim is back');
    await people.filter({ hasText: 'Kim' }).getByTestId('handoff-person-check').check();
    await expect(send(ada)).toHaveText('Send to 2 people');
    expect(await axeFindings(ada)).toEqual([]);
    await people.nth(2).getByTestId('handoff-person-verify').click();
    await expect(sheet(ada)).toHaveCount(0);
    await segue.run('pair', 'Lou', '--ignore');
    await asking;
    void sam;
  } finally {
    await kim.remove();
    await lou.remove();
  }
});

test('the figures follow what is chosen', async ({ ada }) => {
  await openSheet(ada, 'Sam', 'Deploy the login form');
  const figures = ada.getByTestId('handoff-figures');
  await expect(figures).toHaveText(/^9 messages of 9 · about .+ · about .+ tokens$/);
  const seen = [await figures.textContent()];
  for (const [history, count] of [['summary', '3 messages of 9'], ['pointer', '0 messages of 9']] as const) {
    await ada.getByTestId(`handoff-history-${history}`).check();
    await expect(figures).toContainText(count);
    seen.push(await figures.textContent());
  }
  await ada.getByTestId('handoff-history-last').check();
  await ada.getByTestId('handoff-last').fill('2');
  // The first question goes along, so that the rest can be understood.
  await expect(figures).toContainText('3 messages of 9');
  seen.push(await figures.textContent());
  await ada.getByTestId('handoff-history-full').check();
  await ada.getByTestId('handoff-tool-output').uncheck();
  await expect(figures).not.toHaveText(seen[0] ?? '');
  expect(new Set(seen).size).toBe(seen.length);
});

test('three secrets are found, all to be redacted, and a certain one is kept only with a reason', async ({ ada }) => {
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await ada.getByTestId('handoff-task').fill('Write the release notes');
  await review(ada);
  await expect(ada.getByTestId('handoff-found')).toHaveText('3 possible secrets found.');
  const findings = ada.getByTestId('handoff-finding');
  await expect(findings).toHaveCount(3);
  for (const at of [0, 1, 2]) await expect(findings.nth(at).getByTestId('handoff-finding-redact')).toBeChecked();
  await expect(send(ada)).toHaveAttribute('aria-disabled', 'false');
  const about = { redact: 'Removes it where it was found', redact_everywhere: 'Removes every occurrence of this text', keep: 'Sends it unchanged' };
  const token = findings.filter({ hasText: 'GitHub' });
  for (const [choice, text] of Object.entries(about)) {
    await expect(token.getByTestId(`handoff-finding-${choice}`)).toHaveAccessibleDescription(text);
  }

  // By the keyboard alone: each group is one stop, arrows choose in it.
  await ada.getByTestId('handoff-filter-all').focus();
  const reached = new Set<string>();
  for (let tab = 0; tab < 14 && reached.size < 3; tab += 1) {
    await ada.keyboard.press('Tab');
    const id = await ada.evaluate(() =>
      document.activeElement instanceof HTMLInputElement ? document.activeElement.closest('li')?.dataset['finding'] : undefined,
    );
    if (id) reached.add(id);
  }
  expect(reached.size).toBe(3);

  const key = findings.filter({ hasText: 'A private key can’t be kept' });
  await expect(key).toHaveCount(1);
  await expect(key.getByTestId('handoff-finding-keep')).toHaveCount(0);

  const before = await shownHash(ada);
  const aws = findings.filter({ hasText: 'AWS access key' });
  await aws.getByTestId('handoff-finding-redact').focus();
  await ada.keyboard.press('ArrowDown');
  await ada.keyboard.press('ArrowDown');
  await expect(aws.getByTestId('handoff-finding-keep')).toBeChecked();
  await expect(aws.getByTestId('handoff-finding-lacks')).toHaveText('This is certainly a secret. To keep it, give a reason.');
  await expect(send(ada)).toHaveAttribute('aria-disabled', 'true');
  await expect(send(ada)).toHaveAccessibleDescription('Give a reason for keeping 1 certain secret, or remove it.');
  await aws.getByTestId('handoff-finding-reason').fill('It was revoked');
  await expect.poll(() => shownHash(ada)).not.toBe(before);
  await ready(ada);
  await expect(send(ada)).toHaveAttribute('aria-disabled', 'false');
  await ada.getByTestId('handoff-filter-keep').click();
  await expect(findings).toHaveCount(1);
  await ada.getByTestId('handoff-view-bytes').check();
  await expect(ada.getByTestId('handoff-bytes')).toContainText(AWS);
  await expect(ada.getByTestId('handoff-bytes')).not.toContainText(TOKEN);
  await aws.getByTestId('handoff-finding-redact').check();
  await ada.getByTestId('handoff-filter-all').click();
  await ready(ada);
  await expect(ada.getByTestId('handoff-bytes')).toBeVisible();
  await expect(ada.getByTestId('handoff-bytes')).not.toContainText(AWS);
});

test('the wheel goes on with the sheet where a list in it ends', async ({ ada }) => {
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await ada.getByTestId('handoff-task').fill('Write the release notes');
  await review(ada);
  await expect(ada.getByTestId('handoff-finding')).toHaveCount(3);
  for (const over of ['handoff-payload', 'handoff-findings']) {
    const part = ada.getByTestId(over);
    await part.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await part.hover();
    const top = () => part.evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await expect(async () => {
      await ada.mouse.wheel(0, -400);
      expect(await top()).toBeGreaterThan(before);
    }).toPass();
  }
});

test('a place is shown where it stands', async ({ ada }) => {
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await ada.getByTestId('handoff-task').fill('Write the release notes');
  await review(ada);
  const token = ada.getByTestId('handoff-finding').filter({ hasText: 'GitHub' });
  await token.getByTestId('handoff-finding-show').click();
  await expect(ada.getByTestId('handoff-payload').getByRole('button', { name: /Removed: GitHub token/ })).toBeVisible();
  await expect(ada.getByTestId('handoff-payload')).toContainText('The token for the upload is');
});

test('what arrives is what was shown, byte for byte, and no secret is anywhere at the other one’s', async ({ ada, sam }) => {
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await ada.getByTestId('handoff-task').fill('Write the release notes');
  await ada.getByTestId('handoff-note').fill('The upload works.');
  await review(ada);
  const hash = await shownHash(ada);
  await ada.getByTestId('handoff-hash-all').click();
  await expect(ada.getByTestId('handoff-hash')).toHaveText(hash);
  const content = (await ada.getByTestId('handoff-content-hash').textContent()) ?? '';
  await send(ada).click();
  await expect(sheet(ada)).toHaveCount(0);
  const line = ada.getByTestId('progress-line');
  await expect(line).toContainText('Delivered to Sam. Sam can review it now.');
  await expect(ada.getByTestId('toast')).toHaveCount(0);
  const { handoffs } = await sam.json<{ handoffs: { id: string; task: string }[] }>('inbox');
  expect(handoffs.map((one) => one.task)).toEqual(['Write the release notes']);
  const files = readdirSync(join(sam.profile, 'blobs'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.includes(hash))).toHaveLength(1);
  const detail = await sam.json<{ file: { content_hash: string; bytes: number } }>('review', handoffs[0]?.id ?? '');
  expect(detail.file.content_hash).toBe(content);
  const name = files.find((file) => file.includes(hash)) ?? '';
  expect(readFileSync(join(sam.profile, 'blobs', name)).length).toBe(detail.file.bytes);
  expect(holding(sam.profile, [AWS, TOKEN, KEY_LINE])).toEqual([]);
  await line.getByTestId('progress-view').click();
  await expect(ada.getByTestId('outgoing')).toContainText('Write the release notes');
  await expect(ada.getByTestId('outgoing-hash')).toHaveText(content);
});

test('leaving keeps the draft with its reasons, and it can be discarded', async ({ ada }) => {
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await ada.getByTestId('handoff-task').fill('Half a thought');
  await ada.getByTestId('handoff-history-last').check();
  await ada.getByTestId('handoff-last').fill('7');
  await review(ada);
  const token = ada.getByTestId('handoff-finding').filter({ hasText: 'GitHub' });
  await token.getByTestId('handoff-finding-keep').check();
  await token.getByTestId('handoff-finding-reason').fill('Made up for the docs');
  await ada.keyboard.press('Escape');
  await expect(sheet(ada)).toHaveCount(0);
  await ada.reload();
  await expect(ada.locator('html')).toHaveAttribute('data-ready', 'true');
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await expect(ada.getByTestId('handoff-restored')).toBeVisible();
  await expect(ada.getByTestId('handoff-task')).toHaveValue('Half a thought');
  await expect(ada.getByTestId('handoff-last')).toHaveValue('7');
  await review(ada);
  await expect(token.getByTestId('handoff-finding-reason')).toHaveValue('Made up for the docs');
  const kept = await ada.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const secret of [AWS, TOKEN, KEY_LINE]) expect(kept).not.toContain(secret);
  await ada.getByTestId('handoff-discard').click();
  await expect(ada.getByTestId('handoff-task')).toHaveValue('');
  await ada.keyboard.press('Escape');
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await expect(ada.getByTestId('handoff-restored')).toHaveCount(0);
});

test('every status asks for what it needs, and what is wrong is said at its field', async ({ ada, sam }) => {
  await openSheet(ada, 'Sam', 'Fix flaky login test');
  await ada.getByTestId('handoff-task').fill('Decide about the retry');
  await ada.getByTestId('handoff-status-partial').check();
  await expect(why(ada)).toHaveText('Enter a summary.');
  await ada.getByTestId('handoff-summary').fill('The login test has a retry now');
  await expect(why(ada)).toHaveText('Say what blocks the rest.');
  await ada.getByTestId('handoff-status-blocked').check();
  await ada.getByTestId('handoff-blocker-text').fill('Retry or wait?');
  await expect(why(ada)).toHaveText('Enter at least one option they can choose.');
  await ada.getByTestId('handoff-blocker-options').fill('Retry three times\nWait for the page');
  await ada.getByTestId('handoff-more').locator('summary').click();
  await ada.getByTestId('handoff-objective').fill('A test that can be trusted');
  await ada.getByTestId('handoff-decision-add').click();
  await ada.getByTestId('handoff-decided').fill('No sleep in tests');
  await ada.getByTestId('handoff-rejected').fill('Sleep a second: slow and flaky');
  await ada.getByTestId('handoff-artifact-add').click();
  await ada.getByTestId('handoff-path').fill('/etc/passwd');
  await expect(why(ada)).toHaveText('Enter a path inside the project, such as src/login.ts.');
  await ada.getByTestId('handoff-path').fill('src/none.ts');
  await ada.getByTestId('handoff-next').click();
  await expect(ada.getByTestId('handoff-send')).toHaveAttribute('aria-disabled', 'true');
  await ada.getByTestId('handoff-path').fill('');
  await ready(ada);
  await send(ada).click();
  await expect(ada.getByTestId('progress-line')).toContainText('Delivered to Sam.');
  const { handoffs } = await sam.json<{ handoffs: { options: string[]; status: string }[] }>('inbox');
  expect(handoffs[0]).toMatchObject({ status: 'blocked', options: ['Retry three times', 'Wait for the page'] });
});

test('the whole way by the keyboard alone', async ({ ada, sam }) => {
  await ada.keyboard.press('Control+2');
  await expect(ada.getByTestId('library-row')).toHaveCount(2);
  await ada.keyboard.press('j');
  await ada.keyboard.press('s');
  await expect(ada.getByTestId('handoff-person-check')).toBeFocused();
  await ada.keyboard.press('Space');
  await ada.keyboard.press('Tab');
  await expect(ada.getByTestId('handoff-task')).toBeFocused();
  await ada.keyboard.type('Go on with it');
  await ada.keyboard.press('Control+Enter');
  await ready(ada);
  await expect(send(ada)).toHaveAttribute('aria-disabled', 'false');
  await ada.keyboard.press('Control+Enter');
  await expect(sheet(ada)).toHaveCount(0);
  await expect(ada.getByTestId('progress-line')).toContainText('Delivered to Sam.');
  await expect.poll(async () => (await sam.json<{ handoffs: unknown[] }>('inbox')).handoffs.length).toBe(1);
});

test('a pointer sends the facts and shows both files', async ({ ada, sam }) => {
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await ada.getByTestId('handoff-task').fill('Look at it when there is time');
  await ada.getByTestId('handoff-history-pointer').check();
  await review(ada);
  await expect(ada.getByTestId('handoff-finding')).toHaveCount(3);
  await ada.getByTestId('handoff-file-full').check();
  await expect(ada.getByTestId('handoff-payload')).toContainText('It is written down.');
  await send(ada).click();
  await expect(ada.getByTestId('progress-line')).toContainText('Delivered to Sam.');
  const { handoffs } = await sam.json<{ handoffs: { full_copy: { messages: number } | null }[] }>('inbox');
  expect(handoffs[0]?.full_copy?.messages).toBe(9);
});

for (const theme of ['light', 'dark'] as const) {
  test(`no findings of the accessibility checker in the ${theme} theme`, async ({ ada }) => {
    await ada.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await openSheet(ada, 'Sam', 'Deploy the login form');
    await ada.getByTestId('handoff-task').fill('Write the release notes');
    await ada.getByTestId('handoff-status-blocked').check();
    await ada.getByTestId('handoff-more').locator('summary').click();
    await ada.getByTestId('handoff-decision-add').click();
    await ada.getByTestId('handoff-artifact-add').click();
    expect(await axeFindings(ada), 'the form').toEqual([]);
    await shot(ada, `handoff-form-${theme}`);
    await ada.getByTestId('handoff-status-success').check();
    await review(ada);
    await expect(ada.getByTestId('handoff-reader')).toBeVisible();
    expect(await axeFindings(ada), 'the review').toEqual([]);
    await shot(ada, `handoff-review-${theme}`);
    await ada.getByTestId('handoff-view-bytes').check();
    expect(await axeFindings(ada), 'the bytes').toEqual([]);
  });
}

test('narrow, and in German', async ({ ada, segue }) => {
  await segue.run('settings', 'set', 'appearance.language', 'de');
  await expect(ada.locator('html')).toHaveAttribute('lang', 'de');
  await expect(ada.locator('html')).toHaveAttribute('data-ready', 'true');
  await openSheet(ada, 'Sam', 'Deploy the login form');
  await expect(sheet(ada)).toHaveAccessibleName('„Deploy the login form“ übergeben');
  await ada.getByTestId('handoff-task').fill('Die Notizen zur Freigabe schreiben');
  await review(ada);
  await expect(ada.getByTestId('handoff-found')).toHaveText('3 mögliche Geheimnisse gefunden.');
  await shot(ada, 'handoff-german');
  await ada.setViewportSize({ width: 720, height: 560 });
  await shot(ada, 'handoff-narrow');
  const wide = await sheet(ada).evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(wide).toBe(false);
});

async function shot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `${name}.png`) });
}
