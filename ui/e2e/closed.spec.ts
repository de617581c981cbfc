// Why someone can't be seen, where something really stands in the way: two computers on one cable, of
// which one does not look for others, or lets nobody in. The page and its browser are on the first.
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { axeFindings, enter, expect, go, test as base, Watch } from './fixtures';
import { Lan, missing } from './lan';
import { REPOSITORY, Segue } from './segue';

interface Two {
  lan: Lan;
  ada: Segue;
  dana: Segue;
  page: Page;
  /** Starts the second node, which does not look for anyone if that is said. */
  there: (env?: NodeJS.ProcessEnv) => Promise<void>;
}

const test = base.extend<{ two: Two }>({
  two: async ({ launchOptions }, use) => {
    const reason = missing();
    test.skip(reason !== null, reason ?? '');
    const lan = await Lan.begin();
    const [a, b] = lan.names;
    // Only here: outside a namespace of its own nothing may look for others.
    const env: NodeJS.ProcessEnv = { SEGUE_DISCOVERY: undefined, SEGUE_LISTEN: undefined };
    const theirs = { ...env };
    const ada = new Segue({ within: lan.within(a), env });
    const dana = new Segue({ within: lan.within(b), env: theirs });
    const executablePath = lan.wrapped(a, launchOptions.executablePath ?? '/usr/bin/chromium');
    const watch = new Watch();
    let browser: Browser | null = null;
    try {
      browser = await chromium.launch({ ...launchOptions, executablePath });
      await ada.begin('Ada');
      const page = await browser.newPage();
      await watch.over(page);
      await enter(page, ada.link);
      const there = async (more: NodeJS.ProcessEnv = {}) => {
        Object.assign(theirs, more);
        await dana.begin('Dana');
      };
      await use({ lan, ada, dana, page, there });
      expect(watch.unexpected()).toEqual([]);
    } finally {
      await browser?.close();
      await ada.remove();
      await dana.remove();
      lan.remove();
    }
  },
});

const row = (page: Page, id: string) => page.locator(`[data-row=${id}]`);

async function measured(page: Page): Promise<void> {
  await expect(page.getByTestId('diagnostics-next')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByTestId('diagnostics-summary')).toContainText(/\d+ OK/);
}

async function again(page: Page): Promise<void> {
  await page.getByTestId('diagnostics-run').click();
  await measured(page);
}

/** Every result is words, and each that is not fine has one thing to do, in words and as a button. */
async function eachHasWords(page: Page): Promise<void> {
  for (const one of await page.getByTestId('diagnostics-check').all()) {
    await one.click();
    const detail = page.getByTestId('diagnostics-detail');
    await expect(page.getByTestId('diagnostics-found')).not.toBeEmpty();
    const fine = await detail.getByText('Nothing to do.').count();
    await expect(detail.getByRole('button')).toHaveCount(fine === 1 ? 0 : 1);
    if (fine === 0) await expect(page.getByTestId('diagnostics-action')).not.toBeEmpty();
  }
}

test('one who does not look for others gives no answer to multicast; an invitation is the way', async ({ two }) => {
  const { ada, dana, page, there } = two;
  await there({ SEGUE_DISCOVERY: 'off' });
  await go(page, 'diagnostics');
  await measured(page);
  await row(page, 'people').click();
  await expect(page.getByTestId('diagnostics-found')).toContainText('No answer to multicast');
  await expect(page.getByTestId('diagnostics-act')).toHaveText('Create an invite');
  await page.getByTestId('diagnostics-act').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await eachHasWords(page);

  // Known by an invitation they answer; gone, they are missed by name.
  await dana.meet(ada);
  const { you } = await dana.status();
  await page.getByTestId('diagnostics-who').selectOption(you.device_id);
  await expect(row(page, 'person')).toContainText('Dana answered', { timeout: 60_000 });
  await measured(page);
  for (const id of ['inbound', 'outbound', 'version', 'clock']) await expect(row(page, id)).toContainText('OK');
  await dana.kill();
  await expect(async () => {
    await again(page);
    await expect(row(page, 'person')).toContainText('is known, but not seen', { timeout: 1000 });
  }).toPass({ timeout: 90_000 });
  await row(page, 'person').click();
  await expect(page.getByTestId('diagnostics-found')).toContainText('No answer to multicast came from them');
  await expect(page.getByTestId('diagnostics-act')).toHaveText('Create an invite');
});

test('a port that is closed is told from both sides, and that it is open again', async ({ two }) => {
  const { lan, ada, dana, page, there } = two;
  await there();
  await dana.meet(ada);
  const [a, b] = lan.names;
  lan.shut(a);
  lan.shut(b);
  const { you } = await dana.status();
  await go(page, 'diagnostics');
  await measured(page);
  await page.getByTestId('diagnostics-who').selectOption(you.device_id);
  await expect(row(page, 'person')).toContainText('Dana answered', { timeout: 60_000 });
  await measured(page);
  await row(page, 'inbound').click();
  const detail = page.getByTestId('diagnostics-detail');
  await expect(detail).toContainText('Not working');
  await expect(detail).toContainText("Dana can't get through to this computer at");
  await expect(page.getByTestId('diagnostics-action')).toContainText('firewall');
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: join(REPOSITORY, 'screenshots/browser', 'diagnostics-closed.png') });
  await row(page, 'outbound').click();
  await expect(detail).toContainText('Not working');
  await expect(detail).toContainText("This computer can't get through to Dana");
  await eachHasWords(page);
  // The command line says the same, and the report names nobody.
  const said = await ada.run('doctor', '--person', 'Dana');
  expect(said.stdout).toContain("FAIL  Reaching them: This computer can't get through to Dana");
  await page.getByTestId('diagnostics-copy').click();
  const report = page.getByTestId('diagnostics-report');
  await expect(report).toContainText("Reaching you: <person> can't get through");
  for (const secret of ['Dana', 'Ada', you.device_id, ada.home]) await expect(report).not.toContainText(secret);

  lan.open(a);
  // They do not try all the time.
  await expect(async () => {
    await again(page);
    await expect(row(page, 'inbound')).toContainText('Dana gets through', { timeout: 1000 });
  }).toPass({ timeout: 90_000 });
  await expect(row(page, 'outbound')).toContainText('Not working');
});
