// Another language, at once and back; long words break no screen.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeFindings, enter, expect, go, SCREENS, test } from './fixtures';
import { REPOSITORY, Segue } from './segue';

async function speak(page: Page, language: 'de' | 'en' | 'system'): Promise<void> {
  await go(page, 'settings');
  await page.getByTestId(`settings-language-${language}`).check();
}

test('Deutsch and back, without a restart', async ({ app, segue }) => {
  await expect(app.locator('html')).toHaveAttribute('lang', 'en');
  await speak(app, 'de');
  await expect(app.locator('html')).toHaveAttribute('lang', 'de');
  await expect(app.getByTestId('shell-nav-inbox')).toContainText('Eingang');
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Einstellungen');
  await expect(app).toHaveTitle('Einstellungen – Segue');
  await go(app, 'diagnostics');
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Diagnose');
  await expect(app.getByTestId('diagnostics-check').first()).toContainText('Profilordner');
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('lang', 'de');
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Diagnose');
  await app.keyboard.press('Control+k');
  await expect(app.getByRole('dialog')).toBeVisible();
  await app.keyboard.type('einst');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('screen-settings')).toBeVisible();
  expect((await segue.run('settings', '--json')).stdout).toContain('"de"');

  await speak(app, 'system');
  await expect(app.locator('html')).toHaveAttribute('lang', 'en');
  await expect(app.getByTestId('shell-nav-inbox')).toContainText('Inbox');
});

test('a system that speaks German is followed from the first step on', async ({ browser, watch }) => {
  const segue = new Segue({ welcomed: false });
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 720, height: 560 } });
  try {
    await segue.serve();
    const page = await context.newPage();
    await watch.over(page);
    await enter(page, segue.link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wer sind Sie?');
    for (const [at, step] of ['who', 'where', 'reach'].entries()) {
      await expect(page.getByTestId('welcome-step')).toHaveText(`Schritt ${at + 1} von 3`);
      await expect.poll(() => cut(page), step).toEqual([]);
      expect(await axeFindings(page), step).toEqual([]);
      await page.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `welcome-${step}-de-720.png`) });
      await page.getByTestId('welcome-next').click();
    }
    await expect(page.getByTestId('screen-library')).toBeVisible();
    await speak(page, 'en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  } finally {
    await context.close();
    await segue.remove();
  }
});

for (const size of [
  { width: 1280, height: 800 },
  { width: 720, height: 560 },
  { width: 360, height: 640 },
]) {
  test(`German fits in a window of ${size.width}`, async ({ app }) => {
    await speak(app, 'de');
    await expect(app.locator('html')).toHaveAttribute('lang', 'de');
    await app.setViewportSize(size);
    for (const screen of SCREENS) {
      await go(app, screen);
      await expect.poll(() => cut(app), screen).toEqual([]);
      await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `${screen}-de-${size.width}.png`) });
    }
    expect(await axeFindings(app)).toEqual([]);
  });
}

/** What is wider than its place: scrollers that go sideways, buttons and labels that lose letters. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main .scroll, nav, nav .label, .button, label, h1, h2')]
      .filter((element) => element.getClientRects().length > 0 && !element.closest('.narrow'))
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName}.${element.className} ${element.textContent?.slice(0, 40)}`),
  );
}
