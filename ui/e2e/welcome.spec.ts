// The first steps of a fresh profile: three questions with answers that are fine already, seen once.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeFindings, enter, expect, go, test } from './fixtures';
import { codex, rich } from './samples';
import { REPOSITORY, Segue } from './segue';

const fresh = test.extend<{ first: Page }>({
  // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
  segue: async ({}, use) => {
    const segue = new Segue({ welcomed: false });
    rich(1, '/work/shop').write(segue.home);
    rich(2, '/work/shop').write(segue.home);
    codex(segue.home, 1, '/work/api', 'Why is it slow?');
    try {
      await segue.serve();
      await use(segue);
    } finally {
      await segue.remove();
    }
  },
  first: async ({ page, segue, watch }, use) => {
    await watch.over(page);
    await enter(page, segue.link);
    await expect(page.getByTestId('welcome')).toBeVisible();
    await use(page);
  },
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

fresh('a fresh profile begins with the name, which is there already and may not be empty', async ({ first, segue }) => {
  const { you } = await segue.status();
  await expect(heading(first, 'Who are you?')).toBeFocused();
  await expect(first.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(first.getByRole('navigation')).toHaveCount(0);
  const name = first.getByTestId('welcome-name');
  await expect(name).toHaveValue(you.name);
  expect(you.name).not.toBe('');
  await expect(first.getByTestId('welcome-seen')).toContainText('People on this network see this name');

  const next = first.getByTestId('welcome-next');
  await name.fill('   ');
  await expect(next).toBeDisabled();
  await expect(next).toHaveAccessibleDescription(/Type a name to continue/);
  await next.click({ force: true });
  await expect(heading(first, 'Who are you?')).toBeVisible();
  await expect(first.locator('[role=alert]')).toContainText('Type a name to continue');
  await name.fill('x'.repeat(41));
  await expect(next).toHaveAccessibleDescription(/40 characters or fewer/);
  await name.fill('Ada');
  await expect(next).toBeEnabled();
  await first.keyboard.press('Enter');
  await expect(heading(first, 'Where do you work?')).toBeFocused();
  expect((await segue.status()).you.name).toBe('Ada');
});

fresh('the apps that are here are counted, and the others are said to be missing', async ({ first, segue }) => {
  await first.keyboard.press('Enter');
  await expect(heading(first, 'Where do you work?')).toBeFocused();
  const claude = first.getByTestId('platform-claude-code');
  await expect(claude).toContainText('2 conversations');
  await expect(claude).toContainText(join(segue.home, '.claude'));
  await expect(first.getByTestId('platform-codex')).toContainText('1 conversation');
  await expect(first.getByTestId('platform-gemini-cli')).toContainText('Not found');
  await expect(first.getByTestId('platform-gemini-cli').getByRole('switch')).toHaveCount(0);
  const folder = first.getByTestId('platform-gemini-cli-folder');
  await expect(folder).toBeDisabled();
  await expect(folder).toHaveAccessibleDescription(/desktop app/);

  await claude.getByRole('switch').uncheck();
  await expect(claude).toContainText('Off. Its conversations aren’t listed');
  await expect.poll(async () => (await segue.run('settings', '--json')).stdout).toMatch(/"off":\s*\[\s*"claude-code"/);
  await first.getByTestId('welcome-back').click();
  await expect(heading(first, 'Who are you?')).toBeFocused();
});

fresh('who is seen and what happens without a window have quiet defaults; it ends in the Library, once', async ({ first, segue }) => {
  await first.keyboard.press('Enter');
  await expect(heading(first, 'Where do you work?')).toBeFocused();
  await first.keyboard.press('Enter');
  await expect(heading(first, 'Who can reach you?')).toBeFocused();
  await expect(first.getByTestId('welcome-visible')).toBeChecked();
  await expect(first.getByTestId('welcome-always')).toContainText('Verified people can always hand you something');
  for (const id of ['welcome-keep', 'welcome-autostart']) {
    await expect(first.getByTestId(id)).not.toBeChecked();
    await expect(first.getByTestId(id)).toHaveAccessibleDescription(/desktop app/);
  }
  await first.getByTestId('welcome-teammates').check();
  await expect.poll(async () => (await segue.run('settings', '--json')).stdout).toContain('"teammates"');

  await heading(first, 'Who can reach you?').focus();
  await first.keyboard.press('Enter');
  await expect(first.getByTestId('screen-library')).toBeVisible();
  await expect(first.getByRole('heading', { level: 1 })).toBeFocused();
  await first.reload();
  await expect(first.locator('html')).toHaveAttribute('data-ready', 'true');
  await expect(first.getByTestId('screen-library')).toBeVisible();
  await expect(first.getByTestId('welcome')).toHaveCount(0);
});

fresh('skipping ends all of it and changes nothing', async ({ first, segue }) => {
  const { you } = await segue.status();
  await first.getByTestId('welcome-name').fill('Not this one');
  await first.getByTestId('welcome-skip').click();
  await expect(first.getByTestId('screen-library')).toBeVisible();
  expect((await segue.status()).you.name).toBe(you.name);
  await go(first, 'settings');
  await first.reload();
  await expect(first.getByTestId('screen-settings')).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  fresh(`no findings and no sideways scroll in the ${theme} theme`, async ({ first }) => {
    await first.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(first.locator('html')).toHaveAttribute('data-theme', theme);
    for (const step of ['who', 'where', 'reach']) {
      for (const size of [
        { width: 1280, height: 800 },
        { width: 720, height: 560 },
        { width: 360, height: 400 },
      ]) {
        await first.setViewportSize(size);
        if (step === 'where') await expect(first.getByTestId('welcome-platforms')).toBeVisible();
        expect(await axeFindings(first), `${step} at ${size.width}`).toEqual([]);
        const wide = await first.getByTestId('welcome').evaluate((main) => main.scrollWidth - main.clientWidth);
        expect(wide, `${step} at ${size.width}`).toBe(0);
        await first.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `welcome-${step}-${theme}-${size.width}.png`) });
      }
      if (step !== 'reach') await first.getByTestId('welcome-next').click();
    }
  });
}
