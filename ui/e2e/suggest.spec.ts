// Hand off suggests what the conversation itself says was decided, rejected or left open.
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { axeFindings, enter, expect, test as base } from './fixtures';
import { listed, openSheet, review } from './handing';
import { Claude, idOf, rich } from './samples';
import { REPOSITORY, Segue } from './segue';

const pictures = join(REPOSITORY, 'screenshots/browser');

const test = base.extend<{ ada: Page }>({
  ada: async ({ page, segue, watch }, use) => {
    const sam = new Segue();
    try {
      await sam.begin('Sam');
      await watch.over(page);
      new Claude(idOf(1), join(segue.home, 'app'))
        .ask('Which database? TODO in the middle of a line is none.')
        .answer('Decision: SQLite, it needs no server\n\nRejected: Postgres, too much to run')
        .call('Bash', { command: 'cat notes' }, 'Decision: of a tool')
        .ask('TODO: back it up every night\n\n<img src=x onerror="window.pwned=1">')
        .answer('Done.\n\n- [ ] try it on \u202eWindows\n- [x] try it on Linux\n\nShould the file be encrypted?')
        .title('Choose a database')
        .write(segue.home);
      rich(2, join(segue.home, 'app')).write(segue.home);
      await segue.meet(sam);
      await listed(segue, 2);
      await enter(page, segue.link);
      await use(page);
    } finally {
      await sam.remove();
    }
  },
});

const offered = (page: Page, kind: string) => page.getByTestId(`handoff-suggest-${kind}-one`);

test('what was said is offered, taken one by one, and goes along', async ({ ada }) => {
  await openSheet(ada, 'Sam', 'Choose a database');
  await expect(offered(ada, 'open')).toHaveCount(0);
  await ada.getByTestId('handoff-more').locator('summary').click();
  await expect(offered(ada, 'open')).toHaveText(['Should the file be encrypted?', 'try it on [U+202E]Windows', 'back it up every night']);
  await expect(offered(ada, 'decided')).toHaveText(['SQLite, it needs no server']);
  await expect(offered(ada, 'rejected')).toHaveText(['Postgres, too much to run']);
  // Nothing is filled in by itself.
  await expect(ada.getByTestId('handoff-questions')).toHaveValue('');
  await expect(ada.getByTestId('handoff-decision')).toHaveCount(0);
  await expect(ada.getByRole('group', { name: /^Suggestions from the conversation for “Open questions”/ })).toBeVisible();

  await offered(ada, 'open').first().focus();
  await ada.keyboard.press('Enter');
  await expect(ada.getByTestId('handoff-questions')).toHaveValue('Should the file be encrypted?');
  await expect(offered(ada, 'open').first()).toBeFocused();
  await ada.keyboard.press('ArrowDown');
  await offered(ada, 'open').nth(1).click();
  await ada.keyboard.press('Enter');
  await expect(ada.getByTestId('handoff-questions')).toHaveValue('Should the file be encrypted?\nback it up every night\ntry it on [U+202E]Windows');
  await expect(ada.getByTestId('handoff-questions')).toBeFocused();
  await expect(ada.getByTestId('handoff-suggest-open')).toHaveCount(0);

  await ada.getByTestId('handoff-task').fill('Set it up');
  await offered(ada, 'rejected').click();
  await expect(ada.getByTestId('handoff-rejected')).toHaveValue('Postgres, too much to run');
  await expect(ada.getByTestId('handoff-why-not')).toHaveText(/Enter the decision/);
  await offered(ada, 'decided').click();
  await expect(ada.getByTestId('handoff-decided')).toHaveValue('SQLite, it needs no server');
  await expect(ada.getByTestId('handoff-decision-add')).toBeFocused();
  // What is taken out again is offered again.
  await ada.getByTestId('handoff-questions').fill('Should the file be encrypted?');
  await expect(offered(ada, 'open')).toHaveCount(2);
  await review(ada);
  await ada.getByTestId('handoff-view-bytes').click();
  const bytes = ada.getByTestId('handoff-bytes');
  await expect(bytes).toContainText(/"decision":\s*"SQLite, it needs no server"/);
  await expect(bytes).toContainText(/"alternatives_considered":\s*\[\s*"Postgres, too much to run"/);
  await expect(bytes).toContainText('Open questions:\\n- Should the file be encrypted?');
  expect(await ada.evaluate(() => 'pwned' in window)).toBe(false);
});

test('nothing is offered where nothing was said', async ({ ada }) => {
  await openSheet(ada, 'Sam', 'Fix flaky login test');
  await ada.getByTestId('handoff-more').locator('summary').click();
  await expect(ada.getByTestId('handoff-questions')).toBeVisible();
  // Much more than the last messages was read by then.
  await ada.getByTestId('handoff-task').fill('Go on');
  await review(ada);
  for (const kind of ['open', 'decided', 'rejected']) await expect(ada.getByTestId(`handoff-suggest-${kind}`)).toHaveCount(0);
});

for (const theme of ['light', 'dark'] as const) {
  test(`suggestions have no accessibility findings in the ${theme} theme`, async ({ ada }) => {
    await ada.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await openSheet(ada, 'Sam', 'Choose a database');
    await ada.getByTestId('handoff-more').locator('summary').click();
    await offered(ada, 'rejected').scrollIntoViewIfNeeded();
    expect(await axeFindings(ada)).toEqual([]);
    await ada.screenshot({ path: join(pictures, `handoff-suggestions-${theme}.png`) });
  });
}
