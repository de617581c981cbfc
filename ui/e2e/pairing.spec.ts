// Verify, between two real nodes with a page each: the same words on both, a yes from both, and every
// way it can end otherwise.
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { axeFindings, beside, expect, go, test } from './fixtures';
import { fixedAddress, REPOSITORY, Segue } from './segue';

/** Reaches the other one by address and begins to compare. */
async function verifyByAddress(page: Page, other: Segue): Promise<void> {
  await go(page, 'people', 'empty');
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-input').fill('connect by');
  await page.keyboard.press('Enter');
  await page.getByTestId('connect-address').fill(await other.place());
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('connect-found')).toBeVisible();
  await page.getByTestId('connect-verify').click();
  await expect(page.getByTestId('pair-words')).toBeVisible();
}

async function code(page: Page): Promise<{ words: string[]; digits: string }> {
  return {
    words: await page.getByTestId('pair-words').getByRole('listitem').allInnerTexts(),
    digits: await page.getByTestId('pair-digits').innerText(),
  };
}

/** The heading has the focus; neither answer does. */
async function nothingIsChosen(page: Page): Promise<void> {
  await expect(page.getByTestId('pair').getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.getByTestId('pair-match')).not.toBeFocused();
  await expect(page.getByTestId('pair-differ')).not.toBeFocused();
}

test.describe('two pages', () => {
  let kim: Segue;
  test.beforeEach(() => {
    kim = new Segue();
  });
  test.afterEach(() => kim.remove());

  test('both show the same words and digits, and both must say yes', async ({ app, segue, watch }) => {
    const other = await beside(app, watch, kim, 'Kim');
    await verifyByAddress(other, segue);
    const toast = app.getByTestId('toast').filter({ hasText: 'Someone new wants to pair' });
    await expect(toast).toContainText('“Kim”, not verified.');
    // The layer opens only by an act of the person.
    await expect(app.getByRole('dialog')).toHaveCount(0);
    await app.getByTestId('pairing-compare').click();
    await expect(app.getByTestId('pair-words')).toBeVisible();

    const [ours, theirs] = [await code(app), await code(other)];
    expect(ours).toEqual(theirs);
    expect(ours.words).toHaveLength(4);
    expect(ours.digits).toMatch(/^[\d\s-]{13,}$/);
    await nothingIsChosen(app);
    await nothingIsChosen(other);
    const weight = (page: Page, id: string) =>
      page.getByTestId(id).evaluate((button) => {
        const { backgroundColor, borderTopColor, color, fontWeight, height, width } = getComputedStyle(button);
        return { backgroundColor, borderTopColor, color, fontWeight, height, width };
      });
    expect(await weight(app, 'pair-match')).toEqual(await weight(app, 'pair-differ'));

    await app.getByTestId('pair-match').click();
    await expect(app.getByTestId('pair-waiting')).toBeVisible();
    await expect(app.getByRole('heading', { name: 'Waiting for Kim' })).toBeVisible();
    await expect(other.getByTestId('pair-they')).toBeVisible();
    const standings = async (of: Segue) =>
      (await of.json<{ people: { standing: string }[] }>('people')).people.map((one) => one.standing);
    expect(await standings(segue)).not.toContain('verified');
    expect(await standings(kim)).not.toContain('verified');

    await other.getByTestId('pair-match').click();
    await expect(app.getByRole('heading', { name: 'You and Kim are verified' })).toBeVisible();
    await expect(other.getByRole('heading', { name: /are verified$/ })).toBeVisible();
    for (const page of [app, other]) {
      await page.getByTestId('pair-done').click();
      await go(page, 'people', 'empty');
      await page.getByTestId('people-row').first().click();
      await expect(page.getByTestId('people-standing')).toHaveText(/^Verified on .*\d{4}.* by pairing$/);
      await expect(page.getByTestId('people-pane').getByTestId('people-mark')).toHaveText('Verified');
    }
    expect(await standings(segue)).toEqual(['verified']);
    expect(await standings(kim)).toEqual(['verified']);
  });

  test('words that differ stop both, and nobody is verified', async ({ app, segue, watch }) => {
    const other = await beside(app, watch, kim, 'Kim');
    await verifyByAddress(other, segue);
    await app.getByTestId('pairing-compare').click();
    await app.getByTestId('pair-differ').click();
    for (const page of [app, other]) {
      await expect(page.getByRole('heading', { name: 'The words don’t match. Stop here.' })).toBeFocused();
      await expect(page.getByTestId('pair-end')).toContainText('Nothing was shared.');
      await expect(page.getByTestId('pair-again')).toHaveCount(0);
      await page.getByTestId('pair-done').click();
      await go(page, 'people', 'empty');
      await expect(page.getByTestId('people-mark').first()).toHaveText('Not verified');
    }
  });

  test('Esc leaves without an answer, and the other one is told', async ({ app, segue, watch }) => {
    const other = await beside(app, watch, kim, 'Kim');
    await verifyByAddress(other, segue);
    await app.getByTestId('pairing-compare').click();
    await expect(app.getByTestId('pair-words')).toBeVisible();
    await expect(app.getByTestId('pair')).toContainText('Esc closes this without an answer.');
    await app.keyboard.press('Escape');
    await expect(app.getByRole('dialog')).toHaveCount(0);
    await expect(other.getByTestId('pair-end')).toContainText('Nothing was shared.');
    await expect(other.getByTestId('pair-again')).toBeVisible();
    await expect(app.getByTestId('toast').filter({ hasText: 'wants to pair' })).toHaveCount(0);
  });

  test('a request is ignored from the toast, which stays until then', async ({ app, segue, watch }) => {
    const other = await beside(app, watch, kim, 'Kim');
    await verifyByAddress(other, segue);
    await expect(app.getByTestId('pairing-ignore')).toBeVisible();
    await go(app, 'people', 'empty');
    await expect(app.getByTestId('people-group-needsYou')).toContainText('Wants to pair');
    await app.getByTestId('pairing-ignore').click();
    await expect(other.getByTestId('pair-end')).toBeVisible();
    await expect(app.getByTestId('pairing-ignore')).toHaveCount(0);
    await expect(app.getByTestId('people-group-needsYou')).toHaveCount(0);
  });

  test('who asks is blocked from the toast', async ({ app, segue, watch }) => {
    const other = await beside(app, watch, kim, 'Kim');
    await verifyByAddress(other, segue);
    await app.getByTestId('pairing-block').click();
    await expect(app.getByTestId('toast').filter({ hasText: 'Kim is blocked' })).toBeVisible();
    await go(app, 'people', 'empty');
    const fold = app.getByTestId('people-blocked-fold');
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await fold.focus();
    await app.keyboard.press('Enter');
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(app.getByTestId('people-group-blocked')).toContainText('Kim');
  });

  test('the code can be typed instead, and a slip confirms nothing', async ({ app, segue, watch }) => {
    const other = await beside(app, watch, kim, 'Kim');
    await verifyByAddress(other, segue);
    await app.getByTestId('pairing-compare').click();
    const { words } = await code(other);
    await app.getByText('Type the code instead').click();
    await app.getByTestId('pair-check').click();
    await expect(app.getByTestId('pair-code-error')).toContainText('first');
    await app.getByTestId('pair-code').fill('not these words ever');
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('pair-code-error')).toContainText('Nothing was confirmed.');
    await expect(app.getByTestId('pair-match')).toBeVisible();
    await app.getByTestId('pair-code').fill(words.join(' '));
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('pair-waiting')).toBeVisible();
  });
});

for (const theme of ['light', 'dark'] as const) {
  test(`each step of Verify has no findings, in the ${theme} theme`, async ({ app, segue, watch }) => {
    const kim = new Segue();
    try {
      await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const other = await beside(app, watch, kim, 'Kim');
      await verifyByAddress(other, segue);
      expect(await axeFindings(app), 'the request').toEqual([]);
      await app.getByTestId('pairing-compare').click();
      await expect(app.getByTestId('pair-words')).toBeVisible();
      expect(await axeFindings(app), 'comparing').toEqual([]);
      await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `verify-${theme}.png`) });
      await app.getByTestId('pair-match').click();
      await expect(app.getByTestId('pair-waiting')).toBeVisible();
      expect(await axeFindings(app), 'waiting').toEqual([]);
      await other.getByTestId('pair-differ').click();
      await expect(app.getByTestId('pair-end')).toBeVisible();
      expect(await axeFindings(app), 'the end').toEqual([]);
    } finally {
      await kim.remove();
    }
  });
}

test('another key where someone was: an alert, no longer verified, nothing sent, the old pin intact', async ({ app, segue }) => {
  const listen = fixedAddress();
  const sam = new Segue({ listen });
  const anew = new Segue({ listen });
  try {
    await sam.begin('Sam');
    const { ticket } = await sam.json<{ ticket: string }>('invite');
    expect((await segue.run('join', ticket)).code).toBe(0);
    const { you: old } = await sam.status();
    await go(app, 'people', 'empty');
    const row = app.getByTestId('people-row').first();
    await expect(row).toContainText('Verified');
    await sam.kill();

    // The same name at the same place, with a key of its own.
    await anew.begin('Sam');
    await expect(app.getByTestId('people-group-needsYou')).toContainText('Key changed', { timeout: 50_000 });
    await expect(app.locator('[role=alert]')).toContainText('Sam’s key has changed.');
    await row.click();
    await expect(app.getByTestId('people-issue')).toContainText('It can also mean someone is pretending to be Sam.');
    await expect(app.getByTestId('people-pane').getByTestId('people-mark')).toHaveText('Key changed');
    await expect(app.getByTestId('people-handoff')).toHaveAttribute('aria-disabled', 'true');
    await expect(app.getByTestId('people-pane')).toContainText('The key has changed. Pair again first.');
    const { people } = await segue.json<{ people: { device_id: string; standing: string; warning: string | null }[] }>('people');
    expect(people.map((one) => [one.device_id, one.standing])).toEqual([[old.device_id, 'verified']]);
    expect(people[0]?.warning).toContain('Nothing is sent to it');

    // The new device is a stranger with a teammate's name until the words were compared.
    await expect(app.getByTestId('people-compare')).toHaveAttribute('aria-disabled', 'true');
    await app.keyboard.press('Control+k');
    await app.getByTestId('palette-input').fill('connect by');
    await app.keyboard.press('Enter');
    await app.getByTestId('connect-address').fill(listen);
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('connect-found')).toContainText('Unknown device is at this address');
    await expect(app.getByTestId('connect-warning')).toBeVisible();
    await app.keyboard.press('Escape');
    const stranger = app.getByTestId('people-group-notVerified').getByTestId('people-row');
    await expect(stranger.getByTestId('people-name')).toHaveText('Unknown device');
    await expect(stranger).toContainText('Uses the name “Sam”');
    await expect(stranger.getByTestId('people-mark')).toHaveText('Uses a verified person’s name');
    expect(await axeFindings(app)).toEqual([]);
    await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', 'key-changed-light.png') });

    await app.getByTestId('people-compare').click();
    await expect(app.getByTestId('pair-words')).toBeVisible();
    await expect(app.getByTestId('pair-warning')).toContainText('its key isn’t the one you verified');
    await expect(app.getByRole('heading', { name: 'Pair with the other person' })).toBeVisible();
    const words = await app.getByTestId('pair-words').getByRole('listitem').allInnerTexts();
    await app.getByTestId('pair-match').click();
    const [asking] = await anew.json<{ short: string }[]>('pair');
    const said = await anew.run('pair', asking?.short ?? '', '--confirm', words.join(' '));
    expect(said.code, said.stderr).toBe(0);
    await expect(app.getByRole('heading', { name: 'You and Sam are verified' })).toBeVisible();
    await app.getByTestId('pair-forget-old').click();
    await app.getByTestId('forget-yes').click();
    await expect(app.getByTestId('people-row')).toHaveCount(1);
    await expect(app.getByTestId('people-mark').first()).toHaveText('Verified');
  } finally {
    await sam.remove();
    await anew.remove();
  }
});

for (const [what, name] of [
  ['a joiner', 'S\u200Dam'],
  ['tags', 'Sam\u{E0041}\u{E0042}'],
  ['a letter of another script', '\u0405am'],
] as const) {
  test(`a name with ${what} does not pass for a teammate's`, async ({ app, segue }) => {
    const [sam, other] = [new Segue(), new Segue()];
    try {
      await sam.begin('Sam');
      await sam.meet(segue);
      await other.begin(name);
      await go(app, 'people', 'empty');
      await app.getByTestId('people-add').click();
      await app.getByTestId('people-add-connect').click();
      await app.getByTestId('connect-address').fill(await other.place());
      await app.keyboard.press('Enter');
      await app.getByTestId('connect-show').click();
      const row = app.getByTestId('people-group-notVerified').getByTestId('people-row');
      await expect(row.getByTestId('people-name')).toHaveText('Unknown device');
      await expect(row.getByTestId('people-mark')).toHaveText('Uses a verified person’s name');
      await expect(app.getByTestId('people-issue')).toContainText('uses a verified person’s name');
      const text = await app.getByRole('main').innerText();
      expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u{e0000}-\u{e007f}]/u);
      // The one who is verified keeps the name.
      const verified = app.getByTestId('people-group-verified').getByTestId('people-row');
      await expect(verified.getByTestId('people-name')).toHaveText('Sam');
    } finally {
      await sam.remove();
      await other.remove();
    }
  });
}
