// Someone on the same link appears by themselves: the node, its page and the browser run on one
// computer of a small network, the other node on another.
import { chromium } from '@playwright/test';
import { enter, expect, go, test, Watch } from './fixtures';
import { Lan, missing } from './lan';
import { Segue } from './segue';

test('another node on the same link appears, and is not verified', async ({ launchOptions }) => {
  const reason = missing();
  test.skip(reason !== null, reason ?? '');
  const lan = await Lan.begin();
  const [a, b] = lan.names;
  // Only here: outside a namespace of its own nothing may look for others.
  const open = { SEGUE_DISCOVERY: undefined, SEGUE_LISTEN: undefined };
  const here = new Segue({ within: lan.within(a), env: open });
  const there = new Segue({ within: lan.within(b), env: open });
  const executablePath = lan.wrapped(a, launchOptions.executablePath ?? '/usr/bin/chromium');
  const browser = await chromium.launch({ ...launchOptions, executablePath });
  const watch = new Watch();
  try {
    await here.begin('Ada');
    const page = await browser.newPage();
    await watch.over(page);
    await enter(page, here.link);
    await go(page, 'people', 'empty');
    await there.begin('Dana');
    const row = page.getByTestId('people-row');
    await expect(row.getByTestId('people-name')).toHaveText('Dana', { timeout: 40_000 });
    await expect(row.getByTestId('people-mark')).toHaveText('Not verified');
    await expect(row.getByTestId('people-where')).toContainText(/^This network · direct, (QUIC|TCP)/);
    expect(watch.unexpected()).toEqual([]);
  } finally {
    await browser.close();
    await here.remove();
    await there.remove();
    lan.remove();
  }
});
