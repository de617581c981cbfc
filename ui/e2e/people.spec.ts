// People, with real nodes: who is here and who is not, as a list and as a radar; invites; names that
// deceive; a key that changes.
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { axeFindings, expect, go, test } from './fixtures';
import { REPOSITORY, Segue } from './segue';

const pictures = join(REPOSITORY, 'screenshots/browser');

/** Lets the page reach another node by address. */
async function connect(app: Page, other: Segue): Promise<void> {
  await app.keyboard.press('Control+k');
  await app.getByTestId('palette-input').fill('connect by');
  await app.keyboard.press('Enter');
  await app.getByTestId('connect-address').fill(await other.place());
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('connect-found')).toBeVisible();
  await app.getByTestId('connect-show').click();
}

const row = (app: Page, name: string) => app.getByTestId('people-row').filter({ hasText: name });

/** Everything the polite voice says from now on. */
async function listen(app: Page): Promise<() => Promise<string[]>> {
  await app.evaluate(() => {
    const region = document.querySelector('[role=status]');
    const heard: string[] = [];
    Object.assign(window, { heard });
    if (!region) return;
    new MutationObserver(() => {
      const text = region.textContent?.trim() ?? '';
      if (text !== '') heard.push(text);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  });
  return () => app.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test('with nobody there the screen says what to do', async ({ app }) => {
  await go(app, 'people', 'empty');
  const empty = app.getByTestId('people-empty');
  await expect(empty).toContainText('No one nearby yet.');
  await expect(empty).toContainText('send an invite, which works without discovery');
  await app.getByTestId('people-invite').click();
  await expect(app.getByTestId('invite')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(app.getByTestId('people-invite')).toBeFocused();
  await app.getByTestId('people-why').click();
  await expect(app.getByTestId('screen-diagnostics')).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`who joins is told at once and can be undone, in the ${theme} theme`, async ({ app, segue }) => {
    const dana = new Segue();
    try {
      await app.emulateMedia({ colorScheme: theme });
      await dana.begin('Dana');
      await dana.meet(segue);
      const toast = app.getByTestId('toast').filter({ hasText: 'Dana joined with your invite and is verified' });
      await expect(toast).toBeVisible();
      expect(await axeFindings(app)).toEqual([]);
      await app.screenshot({ path: join(pictures, `joined-${theme}.png`) });
      await app.getByTestId('joined-undo').click();
      await expect(app.getByText('Dana was removed').first()).toBeVisible();
      const { people } = await segue.json<{ people: unknown[] }>('people');
      expect(people).toEqual([]);
    } finally {
      await dana.remove();
    }
  });
}

test('an invite pasted here connects without discovery', async ({ app }) => {
  const sam = new Segue();
  try {
    await sam.begin('Sam');
    const { ticket } = await sam.json<{ ticket: string }>('invite');
    await go(app, 'people', 'empty');
    await app.getByTestId('people-join').click();
    await expect(app.getByTestId('join-ticket')).toBeFocused();
    await app.getByTestId('join-ticket').fill(ticket.slice(0, 40));
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('join-problem')).toContainText('not a whole invite');
    // With the words that said how to use it.
    await app.getByTestId('join-ticket').fill(`An invite to Segue. Open People and paste this:\n${ticket}\n`);
    await app.getByTestId('join-go').click();
    await expect(app.getByTestId('join-done')).toContainText('You and Sam are verified');
    await app.getByTestId('join-show').click();
    await expect(app.getByTestId('people-pane')).toContainText('Sam');
    await expect(app.getByTestId('people-standing')).toHaveText(/^Verified on .*\d{4} by invite$/);
    await expect(row(app, 'Sam').getByTestId('people-where')).toContainText(/This network · direct, (QUIC|TCP)/);
    await app.getByTestId('people-add').click();
    await app.getByTestId('people-add-join').click();
    await app.getByTestId('join-ticket').fill((await sam.json<{ ticket: string }>('invite')).ticket + 'x');
    await app.getByTestId('join-go').click();
    await expect(app.getByTestId('join-problem')).toBeVisible();
  } finally {
    await sam.remove();
  }
});

test('an invite is made, shown as text and picture, used by someone, and taken back', async ({ app, context, segue }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: segue.address });
  const dana = new Segue();
  try {
    await dana.begin('Dana');
    await go(app, 'people', 'empty');
    await app.getByTestId('people-invite').click();
    await app.getByTestId('invite-lasts-hour').check();
    await app.getByTestId('invite-make').click();
    const ticket = await app.getByTestId('invite-ticket').inputValue();
    expect(ticket).toMatch(/^segue:invite\//);
    await expect(app.getByRole('img', { name: 'QR code of the invite' })).toBeVisible();
    await expect(app.getByTestId('invite-how')).toHaveText(
      'They open People, choose “Join with an invite…” and paste it.',
    );
    await app.getByTestId('invite-copy').click();
    const clipboard = () => app.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toBe(ticket);
    await app.getByTestId('invite-copy-note').click();
    await expect.poll(clipboard).toMatch(/“Join with an invite…” and paste this.*\nsegue:invite\/\S+$/);
    await expect(app.getByTestId('invite-row')).toHaveCount(1);
    expect(await axeFindings(app)).toEqual([]);
    await app.screenshot({ path: join(pictures, 'invite-light.png') });
    expect((await dana.run('join', ticket)).code).toBe(0);
    await expect(app.getByTestId('invite-used')).toBeVisible();
    await expect(app.getByTestId('invite')).toContainText('Dana used this invite');
    await app.getByTestId('invite-another').click();
    await app.getByTestId('invite-make').click();
    const second = await app.getByTestId('invite-ticket').inputValue();
    await app.getByTestId('invite-revoke').click();
    await expect(app.getByTestId('invite-row')).toHaveCount(0);
    expect((await dana.run('join', second)).code).not.toBe(0);
  } finally {
    await dana.remove();
  }
});

test('someone reached by address is a stranger; list and radar show the same people in one order', async ({ app, segue }) => {
  const others = [new Segue(), new Segue(), new Segue()] as const;
  try {
    const [dana, kim, ada] = others;
    await dana.begin('Dana');
    await kim.begin('Kim');
    await ada.begin('Ada');
    await dana.meet(segue);
    await connect(app, kim);
    await connect(app, ada);
    await expect(app.getByTestId('people-row')).toHaveCount(3);
    await expect(row(app, 'Kim')).toContainText('Not verified');
    await expect(row(app, 'Kim').getByTestId('people-where')).toContainText(/This network · direct, (QUIC|TCP)/);
    await expect(row(app, 'Dana')).toContainText('Verified');

    /** What the keys lead through, and what the pane offers for each. */
    const walk = async () => {
      await app.locator('[data-list] [data-row][tabindex="0"]').focus();
      await app.keyboard.press('Home');
      const seen = [];
      for (let at = 0; at < 3; at++) {
        seen.push({
          name: await app.locator('[data-row]:focus').getByTestId('people-name').innerText(),
          offers: await app.getByTestId('people-pane').getByRole('button').allInnerTexts(),
        });
        await app.keyboard.press('ArrowDown');
      }
      return seen;
    };
    const list = await walk();
    expect(list.map((one) => one.name)).toEqual(['Dana', 'Ada', 'Kim']);
    await app.getByTestId('people-view-radar').check();
    await expect(app.getByTestId('people-radar')).toBeVisible();
    expect(await walk()).toEqual(list);
    await expect(app.locator('[data-row][tabindex="0"]')).toHaveCount(1);
    await app.keyboard.press('Home');
    await app.keyboard.press('ArrowRight');
    await expect(app.locator('[data-row]:focus').getByTestId('people-name')).toHaveText('Ada');

    // Verified people are nearer the middle.
    const distance = (name: string) =>
      app.getByTestId('people-spot').filter({ hasText: name }).evaluate((spot) => {
        const stage = spot.closest('[data-testid=people-radar]')?.getBoundingClientRect() ?? new DOMRect();
        const box = (spot.querySelector('svg') ?? spot).getBoundingClientRect();
        const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
        return Math.hypot(box.x + box.width / 2 - middle.x, box.y + box.height / 2 - middle.y);
      });
    await expect.poll(async () => (await distance('Dana')) - (await distance('Kim'))).toBeLessThan(0);

    await app.reload();
    await expect(app.getByTestId('people-radar')).toBeVisible();
    await app.emulateMedia({ reducedMotion: 'reduce' });
    await expect
      .poll(() => app.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length))
      .toBe(0);
  } finally {
    for (const other of others) await other.remove();
  }
});

test('who stops is shown as offline and told of once, politely', async ({ app, segue }) => {
  const dana = new Segue();
  try {
    await dana.begin('Dana');
    await dana.meet(segue);
    await go(app, 'people', 'empty');
    await expect(row(app, 'Dana').getByTestId('people-where')).toContainText('This network');
    const heard = await listen(app);
    await dana.kill();
    await expect(row(app, 'Dana').getByTestId('people-where')).toHaveText(/^Offline, last seen \d\d:\d\d$/, { timeout: 40_000 });
    await expect.poll(heard).toContain('Dana is offline.');
    await dana.serve();
    await expect(row(app, 'Dana').getByTestId('people-where')).toContainText('This network', { timeout: 40_000 });
    await expect.poll(heard).toContain('Dana is online.');
    const all = await heard();
    expect(all.filter((text) => text === 'Dana is offline.')).toHaveLength(1);
    expect(all.filter((text) => text === 'Dana is online.')).toHaveLength(1);
  } finally {
    await dana.remove();
  }
});

test('a person can be renamed, blocked with a way back, and forgotten after a question', async ({ app, segue }) => {
  const dana = new Segue();
  try {
    await dana.begin('Dana');
    await dana.meet(segue);
    await go(app, 'people', 'empty');
    await row(app, 'Dana').click();
    await app.getByTestId('people-nickname').fill('Boss');
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('people-pane').getByRole('heading', { level: 2 })).toHaveText('Boss');
    await expect(app.getByTestId('people-own-name')).toHaveText('Dana');
    await app.getByTestId('people-nickname').fill('');
    await app.keyboard.press('Enter');
    await expect(row(app, 'Dana')).toBeVisible();

    await app.getByTestId('people-block').click();
    await expect(app.getByTestId('people-standing')).toContainText('can’t send you anything');
    await expect(app.getByTestId('people-handoff')).toHaveAttribute('aria-disabled', 'true');
    await expect(app.getByText('This device is blocked. Unblock it first.').first()).toBeVisible();
    await app.getByTestId('people-undo').click();
    await expect(app.getByTestId('people-standing')).toContainText('Verified on');

    await app.getByTestId('people-forget').click();
    await expect(app.getByTestId('forget')).toContainText('until you pair again');
    await expect(app.getByTestId('forget-no')).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(row(app, 'Dana')).toContainText('Verified');
    await app.getByTestId('people-forget').click();
    await app.getByTestId('forget-yes').click();
    await expect(app.getByText('Dana was forgotten').first()).toBeVisible();
    const { people } = await segue.json<{ people: unknown[] }>('people');
    expect(people).toEqual([]);
  } finally {
    await dana.remove();
  }
});

test('everything is done with the keyboard only', async ({ app, segue }) => {
  const dana = new Segue();
  try {
    await dana.begin('Dana');
    await dana.meet(segue);
    await app.keyboard.press('Control+3');
    await expect(app.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(row(app, 'Dana')).toBeVisible();
    await app.keyboard.press('j');
    await expect(row(app, 'Dana')).toBeFocused();
    await expect(app.getByTestId('people-pane')).toBeVisible();
    // Verify makes no sense for someone verified, and says so.
    await app.keyboard.press('v');
    await expect(app.getByTestId('toast').filter({ hasText: 'You’re already verified with each other.' })).toBeVisible();
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('people-pane').getByRole('heading', { level: 2 })).toBeFocused();
    await app.keyboard.press('Tab');
    await expect(app.getByTestId('people-handoff')).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('pick-search')).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(app.getByTestId('people-handoff')).toBeFocused();
    for (const next of ['people-block', 'people-forget', 'people-nickname']) {
      await app.keyboard.press('Tab');
      await expect(app.getByTestId(next)).toBeFocused();
    }
    await app.getByTestId('people-diagnose').focus();
    await app.keyboard.press('Enter');
    await expect(app.getByTestId('screen-diagnostics')).toBeVisible();
    const { you } = await dana.status();
    expect(new URL(app.url()).hash).toContain(you.device_id);
  } finally {
    await dana.remove();
  }
});

for (const theme of ['light', 'dark'] as const) {
  test(`no findings with people there, in the ${theme} theme`, async ({ app, segue }) => {
    const [dana, kim] = [new Segue(), new Segue()];
    try {
      await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await dana.begin('Dana');
      await kim.begin('Kim');
      await dana.meet(segue);
      await connect(app, kim);
      await expect(app.getByTestId('people-row')).toHaveCount(2);
      await app.getByTestId('toast-dismiss').click();
      for (const [view, name] of [
        ['list', 'Dana'],
        ['radar', 'Kim'],
      ] as const) {
        await app.getByTestId(`people-view-${view}`).check();
        await app.locator('[data-row]').filter({ hasText: name }).click();
        await expect(app.getByTestId('people-pane')).toBeVisible();
        expect(await axeFindings(app), view).toEqual([]);
        await app.screenshot({ path: join(pictures, `people-${view}-${theme}.png`) });
      }
      for (const layer of ['invite', 'join', 'connect'] as const) {
        await app.getByTestId('people-add').click();
        await app.getByTestId(`people-add-${layer}`).click();
        await expect(app.getByTestId(layer)).toBeVisible();
        expect(await axeFindings(app), layer).toEqual([]);
        await app.keyboard.press('Escape');
        await expect(app.getByTestId(layer)).toHaveCount(0);
      }
      // At 200% nothing is lost and nothing scrolls sideways.
      await app.setViewportSize({ width: 360, height: 400 });
      expect(await axeFindings(app), 'narrow').toEqual([]);
      expect(await app.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    } finally {
      await dana.remove();
      await kim.remove();
    }
  });
}
