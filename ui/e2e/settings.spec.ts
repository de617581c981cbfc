// Settings: every section, live, resettable; what is imported by itself; rules that are tried and used.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeFindings, expect, go, test } from './fixtures';
import { Claude, codex, idOf, rich } from './samples';
import type { Segue } from './segue';
import { REPOSITORY } from './segue';

const SECTIONS = ['you', 'receiving', 'sending', 'platforms', 'network', 'appearance', 'shortcuts', 'window', 'identity', 'data', 'about'];
const file = (segue: Segue) => readFileSync(join(segue.profile, 'settings.toml'), 'utf8');
const section = (page: Page, id: string) => page.getByTestId(`settings-section-${id}`);

test('each section is one step away, and the address keeps it', async ({ app }) => {
  await go(app, 'settings');
  for (const id of SECTIONS) {
    await app.getByTestId(`settings-to-${id}`).click();
    await expect(section(app, id).getByRole('heading', { level: 2 })).toBeFocused();
    await expect(section(app, id)).toBeInViewport();
    expect(app.url()).toContain(`#/settings/${id}`);
  }
  await app.getByTestId('settings-to-network').click();
  await expect(app.getByTestId('settings-to-network')).toHaveAttribute('aria-current', 'true');
  await app.reload();
  await expect(section(app, 'network').getByRole('heading', { level: 2 })).toBeFocused();

  await app.setViewportSize({ width: 720, height: 560 });
  await app.getByTestId('settings-sections').selectOption('data');
  await expect(section(app, 'data').getByRole('heading', { level: 2 })).toBeFocused();
});

test('typing filters the settings', async ({ app }) => {
  await go(app, 'settings');
  await app.keyboard.press('Control+f');
  const filter = app.getByTestId('settings-filter');
  await expect(filter).toBeFocused();
  await app.keyboard.type('theme');
  await expect(app.getByTestId('settings-theme-dark')).toBeVisible();
  await expect(app.getByTestId('settings-density-compact')).toBeHidden();
  await expect(section(app, 'network')).toBeHidden();
  await expect(app.locator('[role=status]')).toHaveText('1 setting');
  await filter.fill('nothing like it');
  await expect(app.getByTestId('settings-no-match')).toContainText('nothing like it');
  await app.keyboard.press('Escape');
  await expect(filter).toHaveValue('');
  await expect(section(app, 'network')).toBeVisible();
  await filter.fill('sprache');
  await expect(app.getByTestId('settings-language-de')).toBeVisible();
});

test('every section with settings resets, and changes apply at once', async ({ app, segue }) => {
  await go(app, 'settings');
  const change: Record<string, () => Promise<unknown>> = {
    receiving: () => app.getByTestId('settings-visibility-hidden').check(),
    sending: () => app.getByTestId('settings-history-summary').check(),
    network: () => app.getByTestId('settings-discovery').uncheck(),
    appearance: () => app.getByTestId('settings-theme-dark').check(),
    shortcuts: () => app.getByTestId('settings-single-letters').uncheck(),
    data: () => app.getByTestId('settings-log-debug').check(),
  };
  for (const [id, act] of Object.entries(change)) {
    await expect(app.getByTestId(`settings-reset-${id}`)).toHaveCount(0);
    await act();
    await expect(app.getByTestId(`settings-reset-${id}`)).toBeVisible();
  }
  for (const word of ['hidden', 'summary', 'discovery = false', 'dark', 'single_letters = false', 'debug']) {
    expect(file(segue)).toContain(word);
  }
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const id of Object.keys(change)) await app.getByTestId(`settings-reset-${id}`).click();
  for (const id of Object.keys(change)) await expect(app.getByTestId(`settings-reset-${id}`)).toHaveCount(0);
  for (const word of ['hidden', 'summary', 'dark', 'debug']) expect(file(segue)).not.toContain(word);
  await expect(app.getByTestId('settings-visibility-visible')).toBeChecked();
});

test('theme, density and single letters need no restart', async ({ app }) => {
  await go(app, 'settings');
  await app.getByTestId('settings-density-compact').check();
  await expect(app.locator('html')).toHaveAttribute('data-density', 'compact');
  await app.getByTestId('settings-theme-dark').check();
  await expect(app.locator('html')).toHaveCSS('color-scheme', 'dark');
  await app.getByTestId('settings-single-letters').uncheck();
  await expect(app.getByTestId('settings-reset-shortcuts')).toBeVisible();
  await app.getByRole('heading', { level: 1 }).click();
  await app.keyboard.press('?');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await app.getByTestId('settings-single-letters').check();
  await expect(app.getByTestId('settings-reset-shortcuts')).toHaveCount(0);
  await app.keyboard.press('?');
  await expect(app.getByTestId('shortcuts-sheet')).toBeVisible();
});

test('numbers and addresses are checked at their field', async ({ app, segue }) => {
  await go(app, 'settings');
  const wrong: [string, string, RegExp][] = [
    ['settings-keep-days', '0', /whole number from 1/],
    ['settings-quota', 'much', /whole number/],
    ['settings-port', '70000', /from 0 to 65,535/],
    ['settings-listen', 'laptop', /is not an address and a port/],
  ];
  for (const [id, text, words] of wrong) {
    const field = app.getByTestId(id);
    const before = await field.inputValue();
    await field.fill(text);
    await app.keyboard.press('Enter');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(words);
    await expect(app.locator('[role=alert]')).toContainText(words);
    await app.keyboard.press('Escape');
    await expect(field).toHaveValue(before);
    await expect(app.getByTestId(`${id}-error`)).toHaveCount(0);
  }
  await app.getByTestId('settings-keep-days').fill('7');
  await app.getByTestId('settings-keep-days').blur();
  await expect.poll(() => file(segue)).toContain('keep_days = 7');
  await app.getByTestId('settings-history-last').check();
  await app.getByTestId('settings-last').fill('5');
  await app.keyboard.press('Enter');
  await expect.poll(() => file(segue)).toContain('history = "last:5"');
  await expect(app.getByTestId('settings-addresses')).toContainText('127.0.0.1');
});

test('a rule of one’s own is tried live and then used when a conversation leaves', async ({ app, segue }) => {
  const cwd = join(segue.home, 'shop');
  mkdirSync(cwd);
  const talk = new Claude(idOf(7), cwd).ask('The code is ACME-12345678.').answer('I see.');
  talk.write(segue.home);
  await go(app, 'settings');
  const text = app.getByTestId('settings-try');
  await text.fill('The code is ACME-12345678.');
  await expect(app.getByTestId('settings-try-count')).toHaveText('No secrets found.');

  await app.getByTestId('settings-rule-add').click();
  await expect(app.getByTestId('settings-rule-name')).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('settings-rule-name')).toHaveAccessibleDescription(/Enter a name for the rule/);
  await app.getByTestId('settings-rule-name').fill('acme');
  await app.getByTestId('settings-rule-pattern').fill('ACME-([0-9');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('settings-rule-pattern')).toHaveAttribute('aria-invalid', 'true');
  await expect(app.getByTestId('settings-rule-error')).toContainText('can’t be read'.replace('’', "'"));
  await app.getByTestId('settings-rule-pattern').fill('ACME-[0-9]{8}');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('settings-rule')).toContainText('ACME-[0-9]{8}');
  await expect(app.getByTestId('settings-rule-add')).toBeFocused();

  await expect(app.getByTestId('settings-try-count')).toHaveText('1 secret would be removed');
  await expect(app.getByTestId('settings-try-hit')).toContainText('acme');
  await expect(app.getByTestId('settings-try-text')).toHaveText('The code is [redacted:acme].');

  const out = join(segue.home, 'out.a2a.json');
  const exported = await segue.run('export', `claude-code:${idOf(7)}`, '-o', out);
  expect(exported.code, exported.stderr).toBe(0);
  const left = readFileSync(out, 'utf8');
  expect(left).toContain('redacted:acme');
  expect(left).not.toContain('ACME-12345678');

  await app.getByTestId('settings-allow-pattern').fill('ACME-1.*');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('settings-allowed')).toContainText('ACME-1.*');
  await expect(app.getByTestId('settings-try-count')).toHaveText('No secrets found.');
  await app.getByTestId('settings-allow-remove').click();
  await app.getByTestId('settings-rule-edit').click();
  await app.getByTestId('settings-rule-pattern').fill('ACME-[0-9]{4}');
  await app.getByTestId('settings-rule-save').click();
  await expect(app.getByTestId('settings-try-text')).toHaveText('The code is [redacted:acme]5678.');
  await app.getByTestId('settings-rule-remove').click();
  await expect(app.getByTestId('settings-rules-none')).toBeVisible();
});

test('apps are shown as they are, switched off and made read only', async ({ app, segue }) => {
  rich(1, '/work/shop').write(segue.home);
  codex(segue.home, 1, '/work/api', 'Why?');
  await go(app, 'settings');
  await app.getByTestId('settings-detect').click();
  const claude = app.getByTestId('platform-claude-code');
  await expect(claude).toContainText('1 conversation');
  await expect(app.getByTestId('platform-opencode')).toContainText('Not found');
  await app.getByTestId('settings-platform-codex-read-only').check();
  await expect.poll(() => file(segue)).toContain('read_only = ["codex"]');
  await app.getByTestId('settings-platform-claude-code').uncheck();
  await expect(claude).toContainText('Off. Its conversations aren’t listed');
  await expect.poll(() => file(segue)).toContain('off = ["claude-code"]');
  await expect.poll(async () => (await segue.run('list', '--json')).stdout).not.toContain('claude-code:');
  await app.getByTestId('settings-reset-platforms').click();
  await expect(app.getByTestId('settings-platform-claude-code')).toBeChecked();
  await expect(claude).not.toContainText('Off. Its conversations aren’t listed');
});

test('what only the desktop app has says so in a browser', async ({ app }) => {
  await go(app, 'settings');
  for (const id of ['settings-keep-running', 'settings-autostart', 'settings-notifications']) {
    await expect(app.getByTestId(id)).toBeDisabled();
    await expect(app.getByTestId(id)).toHaveAccessibleDescription(/desktop app/);
  }
});

test('what it is built from is there, searchable, with licences in full', async ({ app, watch }) => {
  await go(app, 'settings');
  const before = watch.requests.length;
  await app.getByTestId('settings-licences').click();
  await expect(app.getByTestId('licences-count')).toContainText(/\d{3} packages/);
  expect(watch.requests.slice(before).some((url) => url.includes('Licences'))).toBe(true);
  await app.getByTestId('licences-search').fill('libp2p');
  await expect(app.getByTestId('licences-package').first()).toContainText('libp2p');
  await app.getByTestId('licences-search').fill('svelte');
  await expect(app.getByTestId('licences-package')).toHaveCount(1);
  await app.getByTestId('licences-package').click();
  await expect(app.getByTestId('licences-package')).toContainText('Copyright');
  await app.getByTestId('licences-text').filter({ hasText: 'MIT' }).first().click();
  await expect(app.getByTestId('licences-text').first()).toContainText('Permission is hereby granted');
  expect(await axeFindings(app)).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  test(`no findings in any section in the ${theme} theme`, async ({ app }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(app.locator('html')).toHaveAttribute('data-theme', theme);
    await go(app, 'settings');
    await app.getByTestId('settings-rule-add').click();
    await app.getByTestId('settings-try').fill('AKIAIOSFODNN7EXAMPLE');
    await expect(app.getByTestId('settings-try-count')).toBeVisible();
    expect(await axeFindings(app)).toEqual([]);
    for (const id of SECTIONS) {
      await app.getByTestId(`settings-to-${id}`).click();
      await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `settings-${id}-${theme}.png`) });
    }
  });
}
