// Where trust must not come from, with real nodes: someone in the middle, another key under a known name, and
// requests that end without two people saying yes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Door } from './door';
import { beside, expect, go, test } from './fixtures';
import { Claude, codex, idOf } from './samples';
import { fixedAddress, Segue } from './segue';

/** Those whom the test starts, ended with it. */
const all: Segue[] = [];
test.afterEach(() => Promise.all(all.splice(0).map((one) => one.remove())));

function someone(listen?: string): Segue {
  const one = new Segue(listen === undefined ? {} : { listen });
  all.push(one);
  return one;
}

const words = (page: Page) => page.getByTestId('pair-words').getByRole('listitem').allInnerTexts();
const standings = async (of: Segue) => (await of.json<{ people: { standing: string }[] }>('people')).people.map((one) => one.standing);

/** Begins to compare, from a page, with whoever is there. */
async function ask(page: Page, place: string): Promise<void> {
  await reach(page, place);
  await page.getByTestId('connect-verify').click();
}

async function reach(page: Page, place: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-input').fill('connect by');
  await page.keyboard.press('Enter');
  await page.getByTestId('connect-address').fill(place);
  await page.keyboard.press('Enter');
}

test('with someone in the middle the two screens show different words, and one no stops it', async ({ app, segue, watch }) => {
  test.setTimeout(120_000);
  const kim = someone();
  const theirs = await beside(app, watch, kim, 'Kim');
  // Says to each of them that it is the other one, with a key of its own.
  const mallory = someone();
  await mallory.begin('Kim');
  const door = await Door.of(mallory);
  const seen = await Promise.all([segue, kim].map(async (one) => door.call('pair', { person: await one.place() })));
  for (const page of [app, theirs]) {
    await page.getByTestId('pairing-compare').click();
    await expect(page.getByTestId('pair-words')).toBeVisible();
  }
  const [here, there] = [await words(app), await words(theirs)];
  expect(here).toHaveLength(4);
  expect(here).not.toEqual(there);
  // Each of them sees what the one in the middle sees: it can't make the two the same.
  expect(seen.map(({ stage }) => (stage.state === 'comparing' ? stage.words : []))).toEqual([here, there]);

  // It says yes to both at once; that is not enough.
  for (const { id } of seen) await door.call('decide_pairing', { pairing: id, matches: true });
  await expect(app.getByTestId('pair-they')).toBeVisible();
  // Typing what the other screen shows confirms nothing.
  await app.getByTestId('pair-type').locator('summary').click();
  await app.getByTestId('pair-code').fill(there.join(' '));
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('pair-code-error')).toContainText('Nothing was confirmed.');
  for (const page of [app, theirs]) {
    await page.getByTestId('pair-differ').click();
    await expect(page.getByRole('heading', { name: 'The words don’t match. Stop here.' })).toBeVisible();
  }
  expect(await standings(segue)).not.toContain('verified');
  expect(await standings(kim)).not.toContain('verified');
  door.close();
});

test('another key stops what is imported by itself, and does not take the order over', async ({ app, segue }) => {
  test.setTimeout(180_000);
  const listen = fixedAddress();
  const [sam, anew] = [someone(listen), someone(listen)];
  const shop = join(segue.home, 'shop');
  mkdirSync(shop);
  codex(segue.home, 1, shop, 'Why is it slow?');
  for (const [at, one] of [sam, anew].entries()) {
    new Claude(idOf(30 + at), '/work/shop').ask('Please look.').answer('I did.').title(`Talk ${at}`).write(one.home);
  }
  const hand = async (from: Segue, number: number) => from.run('send', `claude-code:${idOf(number)}`, '--to', 'Ada', '--task', 'Go on');
  const imports = async () => (await segue.json<{ imports: unknown[] }>('imports')).imports.length;

  await segue.run('settings', 'set', 'name', 'Ada');
  await sam.begin('Sam');
  await segue.meet(sam);
  const added = await segue.run('auto', 'add', 'Sam', '--to', 'codex', '--project', shop);
  expect(added.code, added.stderr).toBe(0);
  await go(app, 'settings');
  const row = app.getByTestId('settings-auto-row');
  await expect(row).toContainText('Sam');
  await expect(app.getByTestId('settings-auto-stopped')).toHaveCount(0);
  const first = await hand(sam, 30);
  expect(first.code, first.stderr).toBe(0);
  await expect(row.locator('td.count')).toHaveText('1', { timeout: 30_000 });

  await sam.kill();
  await anew.begin('Sam');
  await expect(app.getByTestId('settings-auto-stopped')).toContainText('Their key may have changed.', { timeout: 60_000 });
  // As a stranger it can hand over nothing.
  await anew.run('connect', await segue.place());
  expect((await hand(anew, 31)).code).not.toBe(0);
  expect(await imports()).toBe(1);

  // Once verified it can, and waits to be looked at like everyone: the order was for the other key.
  await segue.meet(anew);
  const second = await hand(anew, 31);
  expect(second.code, second.stderr).toBe(0);
  await expect(app.getByTestId('shell-inbox-count')).toContainText('1', { timeout: 30_000 });
  await expect(row.locator('td.count')).toHaveText('1');
  expect(await imports()).toBe(1);
});

test('a comparison that loses the other one ends so, and nobody is verified', async ({ app, segue }) => {
  const kim = someone();
  await kim.begin('Kim');
  const door = await Door.of(kim);
  await door.call('pair', { person: await segue.place() });
  await app.getByTestId('pairing-compare').click();
  await app.getByTestId('pair-match').click();
  await expect(app.getByTestId('pair-waiting')).toBeVisible();
  door.close();
  await kim.kill();
  await expect(app.getByRole('heading', { name: 'The connection was lost' })).toBeFocused({ timeout: 60_000 });
  await expect(app.getByTestId('pair-end')).toContainText('Otherwise nothing changed.');
  await expect(app.getByTestId('pair-again')).toBeVisible();
  await app.getByTestId('pair-done').click();
  await go(app, 'people', 'empty');
  await expect(app.getByTestId('people-group-verified')).toHaveCount(0);
});

test('who hides is not found, and nothing is said of them', async ({ app }) => {
  const kim = someone();
  await kim.begin('Kim');
  const hidden = await kim.run('settings', 'set', 'network.visibility', 'hidden');
  expect(hidden.code, hidden.stderr).toBe(0);
  await go(app, 'people', 'empty');
  await reach(app, await kim.place());
  await expect(app.getByTestId('connect-problem')).toContainText('hides from people it does not know');
  await expect(app.getByTestId('connect-verify')).toHaveCount(0);
  await expect(app.getByTestId('connect')).not.toContainText('Kim');
});

test('who was ignored is told, and has to wait before asking again', async ({ app, segue, watch }) => {
  const kim = someone();
  const theirs = await beside(app, watch, kim, 'Kim');
  await ask(theirs, await segue.place());
  await app.getByTestId('pairing-ignore').click();
  await expect(theirs.getByTestId('pair-end')).toContainText('They closed or ignored the request. Nothing was shared.');
  await theirs.getByTestId('pair-again').click();
  await expect(theirs.getByRole('heading', { name: /couldn’t be asked$/ })).toBeFocused();
  await expect(theirs.getByTestId('pair-end')).toContainText(/not answered there\. Try again in \d+ seconds/);
  await expect(theirs.getByTestId('pair-end')).toContainText('send an invite. An invite works without waiting');
  await expect(theirs.getByTestId('pair-invite')).toBeVisible();
  await expect(app.getByTestId('pairing-compare')).toHaveCount(0);
});

test('one request at a time; who comes second is refused, and one that nobody decides expires', async ({ app, segue, watch }) => {
  test.setTimeout(180_000);
  const [kim, lea] = [someone(), someone()];
  const kims = await beside(app, watch, kim, 'Kim');
  const leas = await beside(app, watch, lea, 'Lea');
  // What was ever asked for at once, from before anyone asks.
  await app.evaluate(() => {
    const seen = { most: 0, names: [] as string[] };
    (window as unknown as { seen: typeof seen }).seen = seen;
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('[data-testid=toast]')].filter((one) => one.querySelector('[data-testid=pairing-compare]'));
      seen.most = Math.max(seen.most, shown.length);
      for (const one of shown) {
        const [name] = /“.*?”/.exec(one.textContent ?? '') ?? [''];
        if (!seen.names.includes(name)) seen.names.push(name);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const seen = () => app.evaluate(() => (window as unknown as { seen: { most: number; names: string[] } }).seen);

  const place = await segue.place();
  await Promise.all([ask(kims, place), ask(leas, place)]);
  const request = app.getByTestId('toast').filter({ has: app.getByTestId('pairing-compare') });
  await expect(request).toHaveCount(1);
  const isKim = (await request.innerText()).includes('Kim');
  const [first, second] = isKim ? [kims, leas] : [leas, kims];
  await expect(first.getByTestId('pair-words')).toBeVisible();
  await expect(second.getByRole('heading', { name: /couldn’t be asked$/ })).toBeVisible();
  await expect(second.getByTestId('pair-end')).toContainText('One request at a time is shown there');
  await expect(second.getByTestId('pair-end')).toContainText('send an invite. An invite works without waiting');
  await go(app, 'people', 'empty');
  await expect(app.getByTestId('people-group-needsYou').getByTestId('people-row')).toHaveCount(1);

  // Three minutes are the time that two people have; who asked began to count first.
  (isKim ? kim : lea).later(180);
  await expect(first.getByRole('heading', { name: 'The request expired' })).toBeVisible();
  await expect(first.getByTestId('pair-end')).toContainText('The words are no longer valid. Nothing was shared.');
  await expect(request).toHaveCount(0);
  await expect(app.getByTestId('people-group-needsYou')).toHaveCount(0);
  expect(await standings(segue)).not.toContain('verified');

  // Now it is the other one's turn.
  segue.later(180);
  await second.getByTestId('pair-again').click();
  await expect(second.getByTestId('pair-words')).toBeVisible();
  await expect(request).toContainText(isKim ? 'Lea' : 'Kim');
  expect(await seen()).toEqual({ most: 1, names: isKim ? ['“Kim”', '“Lea”'] : ['“Lea”', '“Kim”'] });
});
