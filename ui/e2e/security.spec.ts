// Who is let in, what the page may do, and what it says when its server is gone.
import { enter, expect, go, SCREENS, test } from './fixtures';

test('the link works once, and its token leaves the address bar', async ({ app, segue, browser, watch }) => {
  expect(app.url()).not.toContain('token');
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('data-ready', 'true');

  const other = await browser.newContext();
  const page = await other.newPage();
  await watch.over(page);
  await page.goto(segue.link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You need a new link');
  await expect(page.getByTestId('refused-message')).toContainText(/used/);
  await expect(page.getByRole('listitem').first()).toBeVisible();
  expect(page.url()).not.toContain('token');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await other.close();
});

for (const [what, fragment, words] of [
  ['a wrong token', '#token=00000000000000000000000000000000', /already used/],
  ['no token', '', /^The address alone isn’t enough\. Open the full link from the terminal where Segue runs\.$/],
] as const) {
  test(`${what} is refused in words, once`, async ({ page, segue, watch }) => {
    await watch.over(page);
    await page.goto(segue.address + fragment);
    await expect(page.getByTestId('refused-message')).toHaveText(words);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.locator('[role=alert]')).toContainText(words.source.startsWith('^') ? 'Open the full link' : words);
    expect(watch.requests.filter((url) => url.startsWith('ws:'))).toHaveLength(1);
  });
}

test('a part of the page that is lost on the way is loaded once more', async ({ page, segue, watch }) => {
  watch.expected.push(/net::ERR_FAILED/);
  await watch.over(page);
  let asked = 0;
  await page.route(/\/assets\/start-/, (route) => (asked++ === 0 ? route.abort('failed') : route.continue()));
  await enter(page, segue.link);
  expect(asked).toBeGreaterThan(1);
  await expect(page.getByTestId('shell-status')).toHaveText('No one nearby');
});

test('the page keeps its own rules on every screen', async ({ app, watch }) => {
  const policy = (await app.request.get(app.url())).headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  for (const screen of SCREENS) await go(app, screen);
  expect(await app.locator('style').count()).toBe(0);
  expect(watch.complaints).toEqual([]);

  // The rules are in force, and a breach would be noticed.
  watch.expected.push(/forbidden: style-src-attr/, /inline style/);
  await app.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>'));
  await expect.poll(() => watch.complaints.join()).toContain('forbidden: style-src-attr');
});

test('a server that dies is said to be gone, and a new one needs a new link', async ({ app, segue, watch }) => {
  // The browser itself writes each failed try to reach the server into the console: refused once it
  // is dead, reset or closed when the try was under way as it died.
  watch.expected.push(/WebSocket connection to .* failed/, /net::ERR_(CONNECTION|EMPTY|SOCKET)_/);
  const port = segue.port;
  await go(app, 'settings');
  // All screens are fetched by then.
  await expect(app.locator('html')).toHaveAttribute('data-loaded', 'true');
  await segue.kill();
  await expect(app.getByTestId('shell-status')).toContainText('Reconnecting…');
  await expect(app.locator('[role=alert]')).toContainText('Connection lost');
  await expect(app.getByTestId('settings-offline')).toBeVisible();
  await expect(app.getByTestId('shell-you-name')).not.toBeEmpty();

  await expect(app.getByTestId('settings-theme-dark')).toBeDisabled();
  await expect(app.getByTestId('settings-theme-dark')).toHaveAccessibleDescription(/isn’t responding/);
  await go(app, 'diagnostics', 'empty');
  await expect(app.getByTestId('diagnostics-offline')).toContainText('isn’t responding');
  await expect(app.getByTestId('diagnostics-summary')).not.toContainText('Checking');
  for (const id of ['diagnostics-run', 'diagnostics-copy']) {
    await expect(app.getByTestId(id)).toBeDisabled();
    await expect(app.getByTestId(id)).toHaveAccessibleDescription(/isn’t responding/);
  }
  const banner = app.getByTestId('shell-banner');
  await expect(banner).toHaveText('If you restarted Segue in a terminal, open its new link.');
  await expect(app.getByTestId('shell-status')).toHaveAccessibleDescription(/open its new link/);
  await expect(app.locator('[role=alert]')).toContainText('open its new link');

  await segue.serve(port);
  await expect(app.getByTestId('refused-message')).toHaveText(
    'This link has expired because Segue was restarted. Open the new link from the terminal where Segue runs.',
  );
  await enter(app, segue.link);
  await expect(app.getByTestId('shell-status')).toHaveText('No one nearby');
});
