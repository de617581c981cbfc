import { codex, rich, Claude, idOf } from './samples';
import { Segue } from './segue';
import { test as base, expect } from '@playwright/test';
import { Watch, enter } from './fixtures';
base('try', async ({ page }) => {
  const segue = new Segue();
  rich(1, '/tmp/work/web').write(segue.home);
  codex(segue.home, 3, '/tmp/work/api', 'How does retry work?');
  for (let i = 10; i < 60; i++) new Claude(idOf(i), '/tmp/work/p' + (i % 4)).ask('Question ' + i + ' about retry').answer('Answer '+i).title('Session ' + i).write(segue.home);
  const big = new Claude(idOf(5), '/tmp/work/big');
  for (let i = 0; i < 1500; i++) big.ask('Question number ' + i).answer('Answer **' + i + '** with some text. '.repeat(1 + (i % 7)));
  big.title('Big one').write(segue.home);
  await segue.serve();
  const watch = new Watch(); await watch.over(page);
  page.on('console', m => console.log('C', m.text()));
  try {
    await enter(page, segue.link);
    await page.getByTestId('shell-nav-library').click();
    await expect(page.getByTestId('library-row').first()).toBeVisible();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: '/tmp/lib1.png' });
    await page.getByTestId('library-row').filter({ hasText: 'flaky' }).click();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: '/tmp/lib2.png' });
    await page.keyboard.press('t');
    await page.waitForTimeout(500);
    await page.screenshot({ path: '/tmp/lib3.png' });
    await page.getByTestId('library-row').filter({ hasText: 'Big one' }).click();
    await page.waitForTimeout(2500);
    await page.getByTestId('reader-end').click();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: '/tmp/lib4.png' });
    await page.getByTestId('library-search').fill('retry');
    await page.waitForTimeout(1500);
    await page.screenshot({ path: '/tmp/lib5.png' });
  } finally { console.log(watch.complaints); await segue.remove(); }
});
