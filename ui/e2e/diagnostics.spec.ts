// Diagnostics for a person: measured one by one, each result with one thing to do, and a report that
// names nobody. Real nodes on this computer's own address, where no one is looked for.
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeFindings, enter, expect, go, test } from './fixtures';
import { rich } from './samples';
import { REPOSITORY, Segue } from './segue';

const row = (page: Page, id: string) => page.locator(`[data-row=${id}]`);

async function measured(page: Page): Promise<void> {
  await expect(page.getByTestId('diagnostics-next')).toHaveCount(0, { timeout: 40_000 });
  await expect(page.getByTestId('diagnostics-summary')).toContainText(/\d+ OK/);
}

async function device(of: Segue): Promise<string> {
  return (await of.json<{ you: { device_id: string } }>('status')).you.device_id;
}

test('results come one by one, and each that is not fine has one button', async ({ app }) => {
  // Too quick to watch from outside: the page itself notes how many results there were, each time.
  await app.evaluate(() => {
    const seen = new Set<number>();
    const look = () => seen.add(document.querySelectorAll('[data-testid=diagnostics-check]').length);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { seen });
  });
  await go(app, 'diagnostics');
  await measured(app);
  const counts = await app.evaluate(() => [...(window as unknown as { seen: Set<number> }).seen]);
  expect(counts.length, `${counts}`).toBeGreaterThan(3);
  for (const one of await app.getByTestId('diagnostics-check').all()) {
    await one.click();
    const detail = app.getByTestId('diagnostics-detail');
    await expect(detail).toContainText('What to do');
    await expect(app.getByTestId('diagnostics-meaning')).not.toBeEmpty();
    const fine = await detail.getByText('Nothing to do.').count();
    await expect(detail.getByRole('button')).toHaveCount(fine === 1 ? 0 : 1);
  }
});

test('where no one is looked for, an invitation is the way', async ({ app }) => {
  await go(app, 'diagnostics');
  await measured(app);
  await row(app, 'discovery').click();
  await expect(app.getByTestId('diagnostics-found')).toContainText('does not look for people nearby');
  await expect(app.getByTestId('diagnostics-act')).toHaveText('Create an invite');
  await row(app, 'people').click();
  await expect(app.getByTestId('diagnostics-found')).toContainText('Nobody is looked for');
  await app.getByTestId('diagnostics-act').click();
  await expect(app.getByRole('dialog')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(app.getByTestId('diagnostics-act')).toBeFocused();

  await row(app, 'listening').click();
  await expect(app.getByTestId('diagnostics-found')).toContainText('Only this computer itself can connect');
  await app.getByTestId('diagnostics-act').click();
  await expect(app.getByRole('heading', { level: 2, name: 'Network' })).toBeFocused();
});

test('looking that was switched off leads to where it is switched on', async ({ app, segue }) => {
  await segue.run('settings', 'set', 'network.discovery', 'false');
  await go(app, 'diagnostics');
  await measured(app);
  await row(app, 'discovery').click();
  await app.getByTestId('diagnostics-act').click();
  await expect(app.getByTestId('settings-discovery')).toBeInViewport();
  await expect(app.getByTestId('settings-discovery')).not.toBeChecked();
});

test('one person is asked, by name; closed, they do not answer; the report names nobody', async ({ page, watch, context }) => {
  const [ada, sam] = [new Segue(), new Segue()];
  try {
    rich(1, '/work/shop').write(ada.home);
    await ada.begin('Ada Secretname');
    await sam.begin('Sam Hiddenperson');
    await sam.meet(ada);
    const [ours, theirs] = [await device(ada), await device(sam)];
    await watch.over(page);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ada.address });
    await enter(page, ada.link);
    await go(page, 'diagnostics');
    await measured(page);
    await page.getByTestId('diagnostics-who').selectOption(theirs);
    await expect(row(page, 'person')).toContainText('Sam Hiddenperson answered', { timeout: 40_000 });
    expect(page.url()).toContain(theirs);
    await measured(page);
    await expect(page.getByRole('main')).not.toContainText(theirs);

    await sam.kill();
    await page.getByTestId('diagnostics-run').click();
    await expect(row(page, 'person')).toContainText(/Sam Hiddenperson is (known, but not seen|nearby, but did not answer)/, {
      timeout: 60_000,
    });
    await measured(page);
    await row(page, 'person').click();
    await expect(page.getByTestId('diagnostics-detail')).toContainText('Not working');
    await expect(page.getByTestId('diagnostics-act')).toHaveText(/Connect by address|Create an invite/);
    await page.getByTestId('diagnostics-act').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByTestId('diagnostics-copy').click();
    await expect(page.getByTestId('toast')).toContainText('Report copied.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await expect(page.getByTestId('diagnostics-report')).toHaveText(copied);
    expect(copied).toContain('The person you named');
    const secrets = [ada.home, '/work/shop', 'Secretname', 'Hiddenperson', ours, theirs, 'flaky', hostname()];
    if (userInfo().username.length > 2) secrets.push(userInfo().username);
    for (const secret of secrets) expect(copied, secret).not.toMatch(new RegExp(`(?<![\\w])${escaped(secret)}(?![\\w])`));

    await page.getByTestId('diagnostics-who').selectOption('');
    await expect(row(page, 'person')).toHaveCount(0);
    await measured(page);
  } finally {
    await page.close();
    await ada.remove();
    await sam.remove();
  }
});

for (const theme of ['light', 'dark'] as const) {
  test(`no findings on any result in the ${theme} theme`, async ({ app }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(app.locator('html')).toHaveAttribute('data-theme', theme);
    await go(app, 'diagnostics');
    await measured(app);
    expect(await axeFindings(app), 'the report').toEqual([]);
    for (const id of ['discovery', 'people', 'identity', 'database']) {
      await row(app, id).click();
      expect(await axeFindings(app), id).toEqual([]);
    }
    await row(app, 'people').click();
    await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `diagnostics-result-${theme}.png`) });
    await app.setViewportSize({ width: 720, height: 560 });
    await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `diagnostics-result-${theme}-720.png`) });
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
