// What is imported by itself, with two real nodes: only for someone who is verified, into a chosen app
// and folder, after a clear yes; and not any more once it is revoked.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, enter, expect, go, test } from './fixtures';
import { Claude, codex, idOf } from './samples';
import { REPOSITORY, Segue } from './segue';

test('a verified person, an app, a folder, a yes; revoked, the next one waits', async ({ page, watch }) => {
  const [ada, sam] = [new Segue(), new Segue()];
  try {
    const shop = join(ada.home, 'shop');
    mkdirSync(shop);
    codex(ada.home, 1, shop, 'Why is it slow?');
    for (const number of [3, 4]) {
      new Claude(idOf(number), '/work/shop').ask('Please look.').answer('I did.').title(`Talk ${number}`).write(sam.home);
    }
    await ada.begin('Ada');
    await sam.begin('Sam');
    await watch.over(page);
    await enter(page, ada.link);
    await go(page, 'settings');
    const add = page.getByTestId('settings-auto-add');
    await expect(add).toBeDisabled();
    await expect(add).toHaveAccessibleDescription(/Pair with someone first/);

    await sam.meet(ada);
    await expect(add).toBeEnabled();
    await add.click();
    await expect(page.getByTestId('auto-person')).toBeFocused();
    const yes = page.getByTestId('auto-add');
    await expect(yes).toBeDisabled();
    await page.getByTestId('auto-person').selectOption({ index: 1 });
    await page.getByTestId('auto-platform').selectOption('codex');
    await page.getByTestId('auto-folder').selectOption({ label: shop });
    await expect(page.getByTestId('auto-means')).toContainText('Every new handoff from Sam is imported to Codex');
    await expect(yes).toHaveAccessibleDescription(/Confirm that you want this first/);
    await page.getByTestId('auto-sure').check();
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: join(REPOSITORY, 'screenshots/browser', 'settings-auto-add.png') });
    await yes.click();
    const row = page.getByTestId('settings-auto-row');
    await expect(row).toContainText('Sam');
    await expect(row).toContainText('Codex');
    await expect(row).toContainText(shop);

    await hand(sam, 3);
    await expect(row.locator('td.count')).toHaveText('1', { timeout: 30_000 });
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: join(REPOSITORY, 'screenshots/browser', 'settings-auto.png') });

    await page.getByTestId('settings-auto-revoke').click();
    await expect(page.getByTestId('settings-auto-none')).toBeVisible();
    await hand(sam, 4);
    await expect(page.getByTestId('shell-inbox-count')).toContainText('1', { timeout: 30_000 });
    const { imports } = await ada.json<{ imports: unknown[] }>('imports');
    expect(imports).toHaveLength(1);
  } finally {
    await page.close();
    await ada.remove();
    await sam.remove();
  }
});

async function hand(from: Segue, number: number): Promise<void> {
  const sent = await from.run('send', `claude-code:${idOf(number)}`, '--to', 'Ada', '--task', 'Go on with it');
  expect(sent.code, sent.stderr).toBe(0);
}
