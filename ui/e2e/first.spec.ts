// What is there at once: the frame before anything was answered, and rows before all of them can be searched.
import type { WebSocketRoute } from '@playwright/test';
import { expect, go, restarted, test } from './fixtures';
import { crowd } from './samples';

test('the frame is painted while the node has not answered anything', async ({ page, segue, watch }) => {
  crowd(segue.home, 1_000);
  await watch.over(page);
  const held: (() => void)[] = [];
  let holds = true;
  await page.routeWebSocket(/\/ws$/, (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (holds) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await page.goto(segue.link);
  await expect(page.getByRole('navigation')).toBeVisible();
  for (const screen of ['inbox', 'library', 'people', 'activity']) await expect(page.getByTestId(`shell-nav-${screen}`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByTestId('shell-status')).toHaveText('Connecting…');
  await page.keyboard.press('Control+k');
  await expect(page.getByTestId('palette-input')).toBeFocused();
  await page.keyboard.press('Escape');
  // Also where everything has to be asked for.
  await page.getByTestId('shell-nav-library').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await expect(page.getByTestId('library-row')).toHaveCount(0);
  expect(held.length).toBeGreaterThan(0);

  holds = false;
  for (const send of held) send();
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
  await expect(page.getByTestId('library-row').first()).toBeVisible();
});

test('how far the index is can be seen and grows, while rows are there already', async ({ app, segue, watch }) => {
  test.setTimeout(180_000);
  crowd(segue.home, 3_000);
  await app.addInitScript(() => {
    const seen = { values: [] as number[], words: [] as string[], rows: false };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const bar = document.querySelector('[data-testid=library-index-bar]');
      const now = bar?.closest('[role=progressbar]') ?? bar?.querySelector('[role=progressbar]') ?? bar;
      const value = now?.getAttribute('aria-valuenow');
      if (value === null || value === undefined) return;
      if (seen.values.at(-1) !== Number(value)) seen.values.push(Number(value));
      const words = document.querySelector('[data-testid=library-indexing]')?.textContent?.trim() ?? '';
      if (!seen.words.includes(words)) seen.words.push(words);
      seen.rows ||= document.querySelector('[data-testid=library-row]') !== null;
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await restarted(app, segue, watch);
  await go(app, 'library');
  await expect(app.getByTestId('library-row').first()).toBeVisible();
  await expect(app.getByTestId('library-count')).toHaveText('3,000 conversations', { timeout: 60_000 });
  await expect(app.getByTestId('library-indexing')).toHaveCount(0, { timeout: 120_000 });
  const seen = await app.evaluate(() => (window as unknown as { seen: { values: number[]; words: string[]; rows: boolean } }).seen);
  expect(seen.values.length, 'it was seen to grow').toBeGreaterThan(1);
  expect([...seen.values].sort((a, b) => a - b)).toEqual(seen.values);
  expect(seen.words.some((text) => /^Indexed [\d,]+ of [\d,]+/.test(text)), seen.words.join('\n')).toBe(true);
  expect(seen.rows, 'rows before the end').toBe(true);
});
