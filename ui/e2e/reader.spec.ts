// The Reader with real sessions: long ones, tools, edits, code, links, pictures, search, and content that
// wants to do more than be read.
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { axeFindings, expect, go, restarted, test } from './fixtures';
import { Claude, idOf, rich } from './samples';
import { REPOSITORY } from './segue';

const pictures = join(REPOSITORY, 'screenshots/browser');
const message = (app: Page, number: number) => app.locator(`article[data-number="${number}"]`);
const messages = (app: Page) => app.getByTestId('reader-message');

/** Opens the one conversation there is. */
async function read(app: Page, title: string): Promise<void> {
  await go(app, 'library');
  await app.getByTestId('library-row').filter({ hasText: title }).click();
  await expect(messages(app).first()).toBeVisible();
}

async function fromMenu(app: Page, name: string | RegExp): Promise<void> {
  await app.getByTestId('reader-more').click();
  await app.getByRole('menuitem', { name }).click();
}

test('ten thousand messages: few in the page, every one in reach', async ({ segue, app }) => {
  test.setTimeout(180_000);
  const long = new Claude(idOf(1), '/work/web');
  for (let at = 1; at <= 5_000; at++) {
    long.ask(`Question ${at}`).answer(`Answer ${at}. ${'Some words more. '.repeat(at % 9)}`);
  }
  long.title('A long one').write(segue.home);
  await read(app, 'A long one');
  await expect(message(app, 1)).toContainText('Question 1');
  await expect(message(app, 1)).toHaveAttribute('aria-setsize', '10000');
  await expect(message(app, 1)).toHaveAttribute('aria-posinset', '1');
  expect(await messages(app).count()).toBeLessThan(200);

  await app.getByTestId('reader-end').click();
  await expect(message(app, 10_000)).toBeInViewport();
  await expect(message(app, 10_000)).toContainText('Answer 5000.');
  expect(await messages(app).count()).toBeLessThan(200);

  await fromMenu(app, /Jump to message/);
  await app.getByTestId('reader-jump').fill('10001');
  await expect(app.getByText('Enter a number from 1 to 10,000.')).toBeVisible();
  await app.getByTestId('reader-jump').fill('5000');
  await app.keyboard.press('Enter');
  await expect(message(app, 5_000)).toBeInViewport();
  await expect(message(app, 5_000)).toBeFocused();
  await expect(message(app, 5_000)).toContainText('Answer 2500.');
  await expect(app.getByTestId('reader-place')).toHaveText('Message 5,000 of 10,000');
  expect(await messages(app).count()).toBeLessThan(200);

  // The one with the focus stays while the rest scrolls by; the place is found again later.
  await expect(async () => {
    await app.getByTestId('reader-feed').evaluate((feed) => feed.scrollBy(0, 30_000));
    await expect(message(app, 5_000)).not.toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await expect(message(app, 5_000)).toBeFocused();
  await app.keyboard.press(']');
  await expect(message(app, 5_001)).toBeFocused();
  await expect(message(app, 5_001)).toBeInViewport();
  await go(app, 'people', 'empty');
  await go(app, 'library');
  await expect(message(app, 5_001)).toBeInViewport();
});

test('tools start folded, unfold one by one and all at once', async ({ segue, app }) => {
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`).join('\n');
  rich(1, '/work/web').call('Bash', { command: 'cargo test', description: 'Run it' }, lines, true).write(segue.home);
  await read(app, 'Fix flaky login test');
  const tools = app.getByTestId('reader-tool');
  await expect(tools).toHaveCount(3);
  await expect(tools.first()).toHaveAttribute('aria-expanded', 'false');
  await expect(tools.first()).toContainText('Read');
  await expect(tools.first()).toContainText('login.test.ts');
  await expect(tools.first()).toContainText('done');
  await expect(tools.nth(2)).toContainText('cargo test');
  await expect(tools.nth(2)).toContainText('failed');
  await expect(app.getByText('expect(page).toShow')).toHaveCount(0);

  await tools.first().focus();
  await app.keyboard.press('Enter');
  await expect(tools.first()).toHaveAttribute('aria-expanded', 'true');
  await expect(app.getByTestId('reader-tool-output')).toContainText('expect(page).toShow("Welcome");');
  await app.keyboard.press('Enter');
  await expect(tools.first()).toHaveAttribute('aria-expanded', 'false');

  await app.keyboard.press('t');
  for (const tool of await tools.all()) await expect(tool).toHaveAttribute('aria-expanded', 'true');
  const diff = app.getByTestId('reader-diff');
  await expect(diff).toContainText('/work/web/src/login.test.ts');
  await expect(diff.locator('tr.removed')).toContainText('await login();');
  await expect(diff.locator('tr.removed .sign')).toContainText('−');
  await expect(diff.locator('tr.added')).toContainText('await login({ retry: 3 });');
  await expect(diff.locator('tr.added .sign')).toContainText('+');

  const output = app.getByTestId('reader-tool-output').last();
  await expect(output).toContainText('line 200');
  await expect(output).not.toContainText('line 201');
  await app.getByRole('button', { name: 'Show all 300 lines' }).click();
  await expect(output).toContainText('line 300');
  await app.keyboard.press('t');
  for (const tool of await tools.all()) await expect(tool).toHaveAttribute('aria-expanded', 'false');
  const reasoning = app.getByTestId('reader-reasoning');
  await expect(reasoning).toHaveAttribute('aria-expanded', 'false');
  await reasoning.click();
  await expect(app.locator('.reasoning')).toContainText('The retry probably hides a race.');
});

test('code is copied as it was written', async ({ segue, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = 'const a = "<b>&amp;</b>";\n\n\tif (a)   { /* \u202e */ }\n// ```not the end';
  new Claude(idOf(1), '/work/web')
    .ask('Code?')
    .answer(`Here:\n\n\`\`\`\`ts\n${code}\n\`\`\`\`\n\n\`\`\`\nplain\n\`\`\``)
    .title('Code')
    .write(segue.home);
  await read(app, 'Code');
  const blocks = app.getByTestId('reader-code');
  await expect(blocks.first().getByTestId('reader-code-language')).toHaveText('ts');
  await expect(blocks.nth(1).getByTestId('reader-code-language')).toHaveText('Text');
  await expect(blocks.first().locator('.look-keyword').first()).toHaveText('const');
  await expect(blocks.first()).toContainText('[U+202E]');
  await blocks.first().getByTestId('reader-code-copy').click();
  await expect.poll(() => app.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await message(app, 2).focus();
  await app.keyboard.press('Control+c');
  await expect.poll(() => app.evaluate(() => navigator.clipboard.readText())).toContain('````ts\n');
});

test('a link names its host before it opens anything', async ({ segue, app, context }) => {
  new Claude(idOf(1), '/work/web')
    .ask('Links?')
    .answer('[the bank](https://bank.example@evil.example/path?q=1) and [run](javascript:window.pwned=1) and [file](file:///etc/passwd)')
    .title('Links')
    .write(segue.home);
  await context.route(({ host }) => host === 'evil.example', (route) => route.fulfill({ body: 'elsewhere' }));
  await read(app, 'Links');
  const before = app.url();
  await expect(app.getByTestId('reader-link')).toHaveCount(1);
  await expect(message(app, 2)).toContainText('[run](javascript:window.pwned=1)');
  await app.getByTestId('reader-link').click();
  const dialog = app.getByTestId('reader-link-dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Open evil.example?');
  await expect(app.getByTestId('reader-link-address')).toContainText('bank.example@evil.example');
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(app.url()).toBe(before);

  await app.getByTestId('reader-link').click();
  const opened = context.waitForEvent('page');
  await app.getByTestId('reader-link-open').click();
  const other = await opened;
  await expect(other.locator('body')).toHaveText('elsewhere');
  expect(new URL(other.url()).host).toBe('evil.example');
  await other.close();
  expect(app.url()).toBe(before);
});

test('a picture is shown on request, and only one that is in the conversation', async ({ segue, app, watch }) => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=1"/>').toString('base64');
  new Claude(idOf(1), '/work/web')
    .picture('Look at this', 'image/png', png)
    .picture('And this', 'image/svg+xml', svg)
    .answer('![far](https://evil.example/pixel.png)')
    .title('Pictures')
    .write(segue.home);
  await read(app, 'Pictures');
  await expect(app.locator('article img')).toHaveCount(0);
  await expect(app.getByTestId('reader-image-note')).toContainText('Image, not loaded');
  await message(app, 1).getByTestId('reader-picture-show').click();
  await expect(message(app, 1).locator('img')).toHaveAttribute('src', `data:image/png;base64,${png}`);
  const second = message(app, 2).getByTestId('reader-picture-show');
  if ((await second.count()) > 0) {
    await second.click();
    await expect(message(app, 2)).toContainText('Segue doesn’t show');
  }
  await expect(message(app, 2).locator('img')).toHaveCount(0);
  expect(await app.evaluate(() => 'pwned' in window)).toBe(false);
  expect(watch.requests.filter((url) => url.includes('evil.example'))).toEqual([]);
});

/** What an attacker might write, each marked so that it can be found again. */
const HOSTILE = [
  '<img src=x onerror="window.pwned=1">',
  '<script>window.pwned=1</script>',
  '<svg onload="window.pwned=1"><animate onbegin="window.pwned=1"/></svg>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<a href="javascript:window.pwned=1">x</a>',
  '[x](javascript:window.pwned=1)',
  '![x](data:image/svg+xml,<svg onload=window.pwned=1>)',
  '<style>*{display:none}</style>',
  '"><input autofocus onfocus=window.pwned=1>',
  '{@html "<b>"} {{constructor.constructor("window.pwned=1")()}} ${window.pwned=1}',
  '</textarea></script><script>window.pwned=1</script>',
];

test('hostile content in every field does nothing and is seen', async ({ segue, app, watch }) => {
  const session = new Claude(idOf(1), '/work/<img src=x onerror=window.pwned=1>');
  session.ask(HOSTILE.join('\n\n'));
  for (const text of HOSTILE) {
    session.answer(`${text}\n\n- ${text}\n\n> ${text}\n\n| a |\n|---|\n| ${text.replaceAll('|', '')} |\n\n\`\`\`${text.replaceAll('`', '')}\n${text}\n\`\`\``);
    session.think(text);
    session.call(text, { file_path: `/work/${text}`, [text]: text }, text);
    session.call('Edit', { file_path: `/work/${text}`, old_string: text, new_string: `${text} new` }, text);
  }
  session.call('Read', { file_path: '/work/invoice\u202egpj.exe' }, 'zero\u200bwidth');
  session.title(`<img src=x onerror=window.pwned=1>\u202e title`).write(segue.home);
  await go(app, 'library');
  await app.getByTestId('library-row').click();
  await expect(messages(app).first()).toBeVisible();
  await expect(app.getByTestId('library-pane').getByRole('heading', { level: 2 })).toContainText('<img src=x onerror=window.pwned=1>[U+202E] title');
  await app.keyboard.press('t');
  for (const text of HOSTILE.slice(0, 4)) await expect(message(app, 1)).toContainText(text);
  await fromMenu(app, 'Read as one document');
  const page = app.getByTestId('reader-document');
  await expect(page).toContainText('All messages are loaded.');
  for (const text of HOSTILE) await expect(page).toContainText(text.slice(0, 12));
  await expect(page).toContainText('invoice[U+202E]gpj.exe');
  await expect(page).toContainText('zero[U+200B]width');
  await expect(page.locator('img, iframe, svg[onload], style, script, input, object, embed, a')).toHaveCount(0);
  expect(await app.evaluate(() => 'pwned' in window)).toBe(false);
  expect(watch.requests.filter((url) => !url.includes(new URL(segue.address).host))).toEqual([]);
  await fromMenu(app, 'Back to messages');
  await app.getByTestId('reader-end').click();
  await expect(app.getByTestId('reader-tool').last()).toContainText('invoice[U+202E]gpj.exe');
});

test('search unfolds what hides a place and goes through all of them', async ({ segue, app }) => {
  const long = rich(1, '/work/web');
  for (let at = 0; at < 300; at++) long.ask(`Filler ${at}`).answer('Nothing of interest');
  long.call('Bash', { command: 'true' }, 'a needle in the output').answer('The **needle** was there, a Needle.').write(segue.home);
  await read(app, 'Fix flaky login test');
  await message(app, 1).focus();
  await app.keyboard.press('Control+f');
  await expect(app.getByTestId('reader-find')).toBeFocused();
  await app.keyboard.type('needle');
  await expect(app.getByTestId('reader-find-count')).toHaveText('1 of 3');
  await expect(app.locator('mark.now')).toBeInViewport();
  await expect(app.getByTestId('reader-tool-output').locator('mark')).toHaveText('needle');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('reader-find-count')).toHaveText('2 of 3');
  await expect(app.locator('strong mark.now')).toBeInViewport();
  await app.keyboard.press('Enter');
  await expect(app.locator('mark.now')).toHaveText('Needle');
  await app.keyboard.press('Shift+Enter');
  await expect(app.getByTestId('reader-find-count')).toHaveText('2 of 3');
  await app.getByTestId('reader-find').fill('nowhere to be found');
  await expect(app.getByTestId('reader-find-count')).toHaveText('No matches');
  await app.keyboard.press('Escape');
  await expect(app.getByTestId('reader-find')).toHaveCount(0);
  await expect(app.locator('mark')).toHaveCount(0);
});

test('the outline lists what the person said and goes there', async ({ segue, app }) => {
  await app.setViewportSize({ width: 1600, height: 900 });
  const long = new Claude(idOf(1), '/work/web');
  for (let at = 1; at <= 400; at++) long.ask(`Question ${at}`).answer(`Answer ${at}`);
  long.title('Outlined').write(segue.home);
  await read(app, 'Outlined');
  const turns = app.getByTestId('reader-outline-turn');
  await expect(turns.first()).toContainText('Question 1');
  expect(await turns.count()).toBeLessThan(100);
  await turns.first().focus();
  await app.keyboard.press('End');
  await expect(turns.filter({ hasText: 'Question 400' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(message(app, 799)).toBeFocused();
  await app.keyboard.press('{');
  await expect(message(app, 797)).toBeFocused();
  await app.keyboard.press('[');
  await expect(message(app, 796)).toBeFocused();
  await app.keyboard.press('}');
  await expect(message(app, 797)).toBeFocused();
  await app.getByTestId('reader-outline-toggle').click();
  await expect(app.getByTestId('reader-outline')).toHaveCount(0);

  await app.setViewportSize({ width: 1000, height: 700 });
  await app.getByTestId('reader-outline-toggle').click();
  await turns.first().click();
  await expect(app.getByTestId('reader-outline')).toHaveCount(0);
});

test('a conversation that grows is read on', async ({ segue, app, watch }) => {
  const session = new Claude(idOf(1), '/work/web').ask('First').answer('Second').title('Growing');
  session.write(segue.home);
  await restarted(app, segue, watch);
  await read(app, 'Growing');
  await expect(messages(app)).toHaveCount(2);
  session.ask('Third').write(segue.home, undefined, Date.now());
  await expect(messages(app)).toHaveCount(3, { timeout: 60_000 });
  await expect(message(app, 3)).toContainText('Third');
});

for (const theme of ['light', 'dark'] as const) {
  test(`no accessibility findings in the ${theme} theme`, async ({ segue, app }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await app.setViewportSize({ width: 1500, height: 900 });
    rich(1, '/work/web').answer('# Heading\n\n1. One\n2. Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n[link](https://example.org)').write(segue.home);
    await read(app, 'Fix flaky login test');
    await app.screenshot({ path: join(pictures, `reader-${theme}.png`) });
    await app.keyboard.press('t');
    await expect(app.getByTestId('reader-diff')).toBeVisible();
    expect(await axeFindings(app), 'messages').toEqual([]);
    await app.screenshot({ path: join(pictures, `reader-tools-${theme}.png`) });
    await message(app, 1).focus();
    await app.keyboard.press('Control+f');
    await expect(app.getByTestId('reader-find')).toBeFocused();
    await app.keyboard.type('retry');
    await expect(app.getByTestId('reader-find-count')).toContainText('of');
    expect(await axeFindings(app), 'search').toEqual([]);
    await app.keyboard.press('Escape');
    await fromMenu(app, 'Read as one document');
    await expect(app.getByTestId('reader-document')).toContainText('All messages are loaded.');
    expect(await axeFindings(app), 'document').toEqual([]);
  });
}
