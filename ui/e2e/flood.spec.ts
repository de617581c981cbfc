// Many handoffs at once. The nodes are slow on purpose: of one person twenty are taken at once and then one every
// three seconds, so a thousand real ones take minutes whoever sends them. So there are two tests: as many real ones
// as eight people get through, and a thousand that the page is told of within seconds, by frames put into its own
// connection. What the system itself shows is not the page's to do, and in a browser it does none of it.
import type { Page } from '@playwright/test';
import type { FromHost, Handoff } from '../src/bindings/door';
import { Door } from './door';
import { enter, expect } from './fixtures';
import { handOver, test } from './receiving';
import { Claude, idOf } from './samples';
import { Segue } from './segue';

interface Seen {
  /** How many messages about arrivals stood there at once, at most. */
  most: number;
  spoken: string[];
  /** Notices of the system that the page asked for. */
  notices: number;
  /** The longest time in which the page did nothing else, in milliseconds. */
  longest: number;
}

/** Watches from before anything arrives. */
async function watchArrivals(page: Page): Promise<() => Promise<Seen>> {
  await page.evaluate(() => {
    const seen: Seen = { most: 0, spoken: [], notices: 0, longest: 0 };
    (window as unknown as { seen: Seen }).seen = seen;
    window.Notification = function () {
      seen.notices += 1;
    } as unknown as typeof Notification;
    new MutationObserver(() => {
      const told = [...document.querySelectorAll('[data-testid=toast]')].filter((one) => one.textContent?.includes('handed you'));
      seen.most = Math.max(seen.most, told.length);
      const said = document.querySelector('[role=status]')?.textContent?.trim() ?? '';
      if (said.includes('handed you') && seen.spoken.at(-1) !== said) seen.spoken.push(said);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

/** The page does what it is told while things arrive, and afterwards. */
async function isUsable(page: Page): Promise<void> {
  await page.getByTestId('shell-nav-settings').click();
  await expect(page.getByTestId('screen-settings')).toBeVisible();
  await page.getByTestId('shell-nav-inbox').click();
  await expect(page.getByTestId('screen-inbox')).toBeVisible();
}

const told = (page: Page) => page.getByTestId('toast').filter({ hasText: 'handed you' });
const waiting = async (page: Page) => Number.parseInt((await page.getByTestId('inbox-count').innerText()).replaceAll(/\D/g, ''), 10);

/** Goes through the list by keys, as far as it is there. */
async function keysGoThrough(page: Page, all: number): Promise<void> {
  const rows = page.getByTestId('inbox-row');
  // However many there are, a page full of them is mounted.
  expect(await rows.count()).toBeLessThanOrEqual(50);
  await expect(page.locator('main li').first()).toHaveAttribute('aria-setsize', String(all));
  await page.keyboard.press('j');
  await expect(page.locator('[data-testid=inbox-row]:focus')).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await expect(rows.last()).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(rows.first()).toBeFocused();
}

const PEOPLE = 8;
const EACH = 25;

test(`${PEOPLE * EACH} handoffs of ${PEOPLE} people at once are one message, and the inbox stays usable`, async ({ app, segue }) => {
  test.setTimeout(600_000);
  const people = Array.from({ length: PEOPLE }, () => new Segue());
  const doors: Door[] = [];
  try {
    await segue.run('settings', 'set', 'name', 'Ada');
    for (const [at, one] of people.entries()) {
      new Claude(idOf(at + 1), '/work/shop').ask(`Please look, ${at}.`).answer('I did.').title(`Talk ${at}`).write(one.home);
      await one.begin(`Person ${at}`);
      await one.meet(segue);
      doors.push(await Door.of(one));
    }
    const seen = await watchArrivals(app);
    const { you } = await segue.status();
    const hand = async (door: Door, at: number) => {
      for (let number = 0; number < EACH; number++) {
        const { hash } = await door.call('prepare_handoff', {
          ...{ conversation: `claude-code:${idOf(at + 1)}`, choice: {}, decisions: {}, task: `Number ${number}`, attach_diff: false },
        });
        await door.call('send_handoff', { hash, to: [you.device_id] });
      }
    };
    const begun = Date.now();
    let sending = true;
    const sent = Promise.all(doors.map(hand)).finally(() => (sending = false));
    await expect(told(app).first()).toBeVisible({ timeout: 60_000 });
    while (sending) await isUsable(app);
    await sent;

    // What each may hand over at once is here soon; the rest comes at the pace of the node. All of it is awaited, so
    // that the list stands still when keys go through it.
    await expect.poll(() => waiting(app), { timeout: 400_000 }).toBe(PEOPLE * EACH);
    await expect(told(app)).toHaveCount(1);
    const counted = new RegExp(`${PEOPLE} people handed you ([\\d,]+) conversations`);
    await expect(told(app)).toContainText(counted);
    const both = async () => {
      const [, number] = counted.exec(await told(app).innerText()) ?? [];
      return Number(number?.replaceAll(',', '')) - (await waiting(app));
    };
    await expect.poll(both, { timeout: 60_000 }).toBe(0);
    await expect(app.getByTestId('shell-inbox-count')).toContainText(/[1-9]/);
    const { most, notices, longest, spoken } = await seen();
    // Up to three people have a message each before all of them share one.
    expect(most).toBeLessThanOrEqual(3);
    expect(notices).toBe(0);
    // One each for those, then one for all; and none is said anew each time it counts on.
    expect(spoken.length).toBeLessThanOrEqual(8 + Math.ceil((Date.now() - begun) / 30_000));
    const queued = (await doors[0]?.call('outbox', { all: true }))?.handoffs.filter((one) => one.waits !== null).length ?? 0;
    console.log(`${await waiting(app)} here, ${queued} of the first person's wait; ${spoken.length} spoken; longest task ${longest} ms`);
    await told(app).getByTestId('toast-inbox').click();
    await expect(told(app)).toHaveCount(0);
    await app.getByTestId('inbox-row').first().click();
    await expect(app.getByTestId('review-offer')).toBeVisible();
    await app.keyboard.press('Escape');
    await keysGoThrough(app, await waiting(app));
  } finally {
    for (const door of doors) door.close();
    await Promise.all(people.map((one) => one.remove()));
  }
});

test('a thousand that the page hears of within seconds are one message, and the inbox stays usable', async ({ page, segue, sam, watch }) => {
  test.setTimeout(180_000);
  const put: ((frame: FromHost) => void)[] = [];
  const heard: Handoff[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    put[0] = (frame) => socket.send(JSON.stringify(frame));
    server.onMessage((data) => {
      const frame = JSON.parse(String(data)) as FromHost;
      if (frame.frame === 'event' && frame.event.event === 'handoff_arrived') heard.push(frame.event.data);
      socket.send(data);
    });
  });
  await watch.over(page);
  await enter(page, segue.link);
  const seen = await watchArrivals(page);
  await handOver(sam);
  await expect.poll(() => heard.length).toBe(1);
  await expect(told(page)).toHaveCount(1);
  await isUsable(page);
  const { longest: usual } = await seen();

  // The same again and again, as if it were another each time.
  const [real] = heard;
  if (!real || !put[0]) throw new Error('nothing was heard');
  const begun = Date.now();
  for (let number = 1; number < 1_000; number++) {
    const data = { ...real, id: idOf(number), short: idOf(number).slice(0, 8), title: `Talk ${number}` };
    put[0]({ frame: 'event', event: { event: 'handoff_arrived', data } });
    if (number % 100 === 0) await isUsable(page);
  }
  await expect(page.getByTestId('inbox-count')).toHaveText('1,000 waiting', { timeout: 60_000 });
  await expect(told(page)).toContainText('Sam handed you 1,000 conversations');
  const took = Date.now() - begun;
  const { most, spoken, notices, longest } = await seen();
  expect(most).toBe(1);
  expect(notices).toBe(0);
  // The first one, then how many, which is not said anew each time it counts on.
  expect(spoken.length).toBeLessThanOrEqual(2 + Math.ceil(took / 30_000));
  console.log(`1000 within ${took} ms; ${spoken.length} spoken; longest task ${longest} ms, ${usual} ms before`);
  await told(page).getByTestId('toast-inbox').click();
  await expect(told(page)).toHaveCount(0);
  await keysGoThrough(page, 1_000);
  await page.getByTestId('inbox-more').click();
  await expect(page.getByTestId('inbox-row')).toHaveCount(100);
  await page.keyboard.press('Control+k');
  await expect(page.getByTestId('palette-input')).toBeFocused();
});
