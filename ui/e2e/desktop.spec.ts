// The page as the desktop window shows it, with a stand-in for the app's commands: what only the
// desktop has, and states of the node that are hard to bring about.
import type { Page } from '@playwright/test';
import { axeFindings, expect, test, type Watch } from './fixtures';

type Answers = Record<string, unknown>;

const appearance = { theme: 'system', density: 'comfortable', reduce_effects: true };
const settings = {
  values: {
    name: '',
    appearance,
    shortcuts: { single_letters: true },
    window: { keep_running: false },
    log: { level: 'info' },
  },
  changed: [],
  file: '/home/sam/settings.toml',
  problems: [],
  about: {},
};
const identity = {
  state: 'unavailable',
  home: 'keyring',
  reason: 'The keyring is locked.',
  hint: 'Unlock it, then try again.',
};
const status = {
  version: '0.1.0',
  you: { name: 'Wise Mango', name_is_generated: true, seed: '0011223344556677', device_id: 'abc' },
  identity,
  network: { state: 'off', reason: 'no_identity' },
  host: { surface: 'desktop', pid: 1, since: '2026-01-01T00:00:00Z' },
  attached: [],
  profile: '/home/sam',
  notices: [
    { id: 'identity_unavailable', severity: 'problem', title: 'Key gone', detail: 'The keyring is locked.' },
  ],
};
const check = (id: string, outcome: string, action: string | null = null) => ({
  id,
  title: `Check ${id}`,
  outcome,
  detail: 'Found.',
  action,
});
const doctor = {
  checks: [check('identity', 'fail', 'Unlock it.'), check('network', 'note'), check('space', 'pass')],
  report: 'well',
};
const answers: Answers = {
  status,
  settings,
  doctor,
  journal: { entries: [], total: 0 },
  retry_identity: { ...status, identity: { state: 'ready', home: 'keyring', why_file: null }, notices: [] },
};

async function openDesktop(page: Page, watch: Watch, address: string, hash = ''): Promise<void> {
  await watch.over(page);
  await page.addInitScript((replies: Answers) => {
    let next = 1;
    Object.assign(window, {
      __TAURI_INTERNALS__: {
        transformCallback: () => next++,
        invoke: async (command: string, payload: { request?: { method: string } }) => {
          if (command !== 'call' || !payload.request) return null;
          const { method } = payload.request;
          return { method, result: replies[method] };
        },
      },
    });
  }, answers);
  await page.goto(address + hash);
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
}

test('the desktop zooms by keys, remembers, and bends', async ({ page, segue, watch }) => {
  await openDesktop(page, watch, segue.address, '#/diagnostics');
  const zoom = () => page.evaluate(() => document.documentElement.style.getPropertyValue('zoom'));
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'wide');
  await page.keyboard.press('Control+=');
  await page.keyboard.press('Control++');
  expect(await zoom()).toBe('1.25');
  await expect(page.locator('[role=status]')).toHaveText('Zoom 125%');
  for (let at = 0; at < 6; at++) await page.keyboard.press('Control+=');
  expect(await zoom()).toBe('2');
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'stacked');
  await expect(page.getByRole('separator')).toBeHidden();
  const { width, height, header } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
    header: document.querySelector('header')?.getBoundingClientRect().right ?? 0,
  }));
  expect(width).toBeLessThanOrEqual(1280);
  expect(height).toBeLessThanOrEqual(800);
  expect([640, 1280]).toContain(Math.round(header));

  await page.keyboard.press('Control+k');
  const box = await page.getByTestId('palette').boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 1280).toBe(true);
  expect((box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= 800).toBe(true);
  await page.keyboard.type('zoom');
  await expect(page.getByTestId('palette-option')).toHaveCount(3);
  await expect(page.getByTestId('palette-option').first()).toContainText('Already at the largest size.');
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
  expect(await zoom()).toBe('2');
  await page.keyboard.press('Control+0');
  expect(await zoom()).toBe('1');
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'wide');
  for (let at = 0; at < 4; at++) await page.keyboard.press('Control+-');
  expect(await zoom()).toBe('0.8');
});

test('a key that is gone is said once in Settings, with a way to try again', async ({ page, segue, watch }) => {
  await openDesktop(page, watch, segue.address, '#/settings');
  const section = page.getByTestId('settings-section-identity');
  expect((await section.innerText()).match(/keyring/g)).toHaveLength(1);
  await expect(page.getByTestId('shell-status')).toHaveText(/Key unavailable\s*·\s*1 problem/);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByTestId('settings-retry-identity').click();
  await expect(page.getByTestId('toast')).toContainText('available again');
  await expect(page.getByTestId('settings-move-identity')).toHaveText('Move to a file');
});

test('diagnostics counts like the command line, and offers the button', async ({ page, segue, watch }) => {
  await openDesktop(page, watch, segue.address, '#/diagnostics');
  await expect(page.getByTestId('diagnostics-summary')).toContainText('1 not working, 1 fine, 1 note');
  const rows = page.getByTestId('diagnostics-check');
  await expect(rows.nth(1)).toHaveAccessibleName(/^Note /);
  await rows.first().click();
  await expect(page.getByTestId('diagnostics-key-action')).toHaveText('Try again');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByTestId('diagnostics-key-action').click();
  await expect(page.getByTestId('toast')).toContainText('available again');
});
