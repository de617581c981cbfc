// What a reader marks besides words: where the model forgot what came before, changes side by side, and what
// the one who shows a conversation points at.
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { axeFindings, expect, go, test } from './fixtures';
import { listed, openSheet, review, withSecrets } from './handing';
import { Claude, idOf } from './samples';
import { REPOSITORY, Segue } from './segue';

const pictures = join(REPOSITORY, 'screenshots/browser');
const message = (app: Page, number: number) => app.locator(`article[data-number="${number}"]`);

async function read(app: Page, title: string): Promise<void> {
  await go(app, 'library');
  await app.getByTestId('library-row').filter({ hasText: title }).click();
  await expect(app.getByTestId('reader-message').first()).toBeVisible();
}

for (const theme of ['light', 'dark'] as const) {
  test(`where the model forgot what came before, a line says so, in the ${theme} theme`, async ({ segue, app }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    new Claude(idOf(1), '/work/web')
      .ask('Fix the tests')
      .answer('They are fixed.')
      .compact('Summary: the tests were fixed.')
      .answer('Going on.')
      .title('Compacted')
      .write(segue.home);
    await read(app, 'Compacted');
    const line = app.getByTestId('reader-resets');
    await expect(line).toHaveCount(1);
    await expect(line).toHaveText('From here on, the model no longer sees earlier messages.');
    const summary = app.getByTestId('reader-message').filter({ hasText: 'Summary: the tests were fixed.' });
    await expect(summary).toHaveAccessibleDescription('From here on, the model no longer sees earlier messages.');
    // Both of one moment: what stands above the reader may come and go.
    const gap = () =>
      line.evaluate((one) => {
        const all = [...document.querySelectorAll('[data-testid=reader-message]')];
        const other = all.find((message) => message.textContent.includes('Summary: the tests were fixed.'));
        return (other?.getBoundingClientRect().top ?? -Infinity) - one.getBoundingClientRect().bottom;
      });
    await expect.poll(gap).toBeGreaterThanOrEqual(-1);
    await expect(message(app, 2)).toContainText('They are fixed.');
    expect(await axeFindings(app)).toEqual([]);
    await app.screenshot({ path: join(pictures, `reader-resets-${theme}.png`) });
  });

  test(`changes stand in one column or two, as the person likes it, in the ${theme} theme`, async ({ segue, app }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await app.setViewportSize({ width: 1500, height: 900 });
    const edit = { file_path: '/work/web/a.ts', old_string: 'one\ntwo\nthree', new_string: 'one\n2\n2.5\nthree' };
    new Claude(idOf(1), '/work/web').ask('Change it').call('Edit', edit, 'Updated.').title('Changes').write(segue.home);
    await read(app, 'Changes');
    await app.keyboard.press('t');
    const diff = app.getByTestId('reader-diff');
    const split = app.getByTestId('reader-diff-split');
    await expect(split).toHaveAttribute('aria-pressed', 'false');
    await expect(diff.locator('tr.removed')).toHaveCount(1);
    await expect(diff.locator('tr.added')).toHaveCount(2);
    await split.focus();
    await app.keyboard.press('Enter');
    await expect(split).toHaveAttribute('aria-pressed', 'true');
    await expect(split).toBeFocused();
    const cells = (row: number) => diff.locator('tbody tr').nth(row).locator('td.text');
    await expect(cells(0)).toHaveText(['one', 'one']);
    await expect(cells(1)).toHaveText(['two', '2']);
    await expect(cells(1).first()).toHaveClass(/removed/);
    await expect(cells(1).last()).toHaveClass(/added/);
    await expect(cells(2)).toHaveText(['', '2.5']);
    await expect(cells(3)).toHaveText(['three', 'three']);
    await expect(diff.locator('tbody tr').nth(1).locator('.sign')).toHaveText([/−/, /\+/]);
    expect(await axeFindings(app)).toEqual([]);
    await app.screenshot({ path: join(pictures, `reader-split-${theme}.png`) });

    // It is kept, and a narrow window has no room for the choice.
    await app.reload();
    await expect(app.getByTestId('reader-message').first()).toBeVisible();
    await app.keyboard.press('t');
    await expect(diff.locator('table.split')).toBeVisible();
    await app.setViewportSize({ width: 720, height: 700 });
    await expect(split).toBeHidden();
  });
}

test('what was taken out is pointed at, and leads to the decision about it', async ({ segue, app }) => {
  const sam = new Segue();
  try {
    await sam.begin('Sam');
    withSecrets(1, join(segue.home, 'app')).write(segue.home);
    await segue.meet(sam);
    await listed(segue, 1);
    await openSheet(app, 'Sam', 'Deploy the login form');
    await app.getByTestId('handoff-task').fill('Go on');
    await review(app);
    const marks = app.getByTestId('handoff-reader').locator('[data-highlight]');
    await expect(marks.first()).toBeVisible();
    const mark = marks.first();
    await expect(mark).toHaveRole('button');
    const id = (await mark.getAttribute('data-highlight')) ?? '';
    const finding = app.locator(`[data-finding="${id}"]`);
    await expect(mark).toHaveAccessibleName(/: .+/);
    const chosen = finding.locator('input:checked');
    await mark.focus();
    await app.keyboard.press('Enter');
    await expect(chosen).toBeFocused();
    await expect(finding).toBeInViewport();

    // Again, and also when the list leaves it out.
    await mark.click();
    await expect(chosen).toBeFocused();
    await app.getByTestId('handoff-filter-keep').click();
    await expect(finding).toHaveCount(0);
    await mark.click();
    await expect(chosen).toBeFocused();
    await expect(app.getByTestId('handoff-filter-all')).toHaveAttribute('aria-pressed', 'true');
    await app.screenshot({ path: join(pictures, 'reader-highlights.png') });
  } finally {
    await sam.remove();
  }
});
