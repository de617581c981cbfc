// What holds for every control on every screen and layer, with something on all of them: large enough to be hit,
// saying why when it can’t be used, still whole when text is set wider, and nothing that scrolls sideways. In both
// languages: German words are longer.
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { join } from 'node:path';
import { go } from './fixtures';
import { listed, openSheet, review, withSecrets } from './handing';
import { expect, handOver, openOffer, project, SAID, sample, test } from './receiving';
import { codex, crowd, rich } from './samples';

/** A window of 720, and one of 1280 and of 720 at double size. */
const NARROW = [
  { width: 720, height: 560 },
  { width: 640, height: 400 },
  { width: 360, height: 400 },
];
const USUAL = { width: 1280, height: 800 };

const OFFER = [
  ...['--task', 'Fix the login test', '--note', 'I got as far as the retry.', '--expect', 'A test that passes', '--priority', 'critical'],
  ...['--status', 'blocked', '--blocker', 'Which database?', '--blocker-type', 'missing-input', '--option', 'SQLite', '--option', 'Postgres'],
];

/** Targets of less than 24 by 24 that have no room around them. */
async function smallTargets(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: typeof axe }).axe.run;
    const { violations } = await run(document, { runOnly: { type: 'rule', values: ['target-size'] } });
    return violations.flatMap((rule) => rule.nodes.map((node) => node.html.slice(0, 160)));
  });
}

/** Controls that can’t be used and do not say why. */
function unexplained(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const text = (id: string) => document.getElementById(id)?.textContent?.trim() ?? '';
    return [...document.querySelectorAll<HTMLElement>(':disabled, [aria-disabled=true]')]
      .filter((one) => one.checkVisibility())
      // What stands in a list says it in its own words.
      .filter((one) => !(one.matches('option, [role=option], [role=menuitem]') && one.textContent.trim().split(/\s+/).length > 3))
      .filter((one) => (one.getAttribute('aria-describedby') ?? '').split(' ').map(text).join('') === '')
      .map((one) => one.outerHTML.slice(0, 160));
  });
}

/** Words that are cut off or stick out when lines, words and letters stand further apart (WCAG 1.4.12). */
async function cutWhenSpaced(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }');
    document.adoptedStyleSheets = [sheet];
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const cut = [...document.querySelectorAll<HTMLElement>('button, a, label, h1, h2, h3, p, dt, dd, legend, summary')]
      .filter((one) => one.checkVisibility() && !one.classList.contains('visually-hidden') && one.clientHeight > 0)
      .filter((one) => {
        const { overflowY, textOverflow, display } = getComputedStyle(one);
        const low = one.scrollHeight > one.clientHeight + 3 && /hidden|clip/.test(overflowY);
        const wide = one.scrollWidth > one.clientWidth + 2 && textOverflow !== 'ellipsis' && display !== 'inline';
        return low || wide;
      })
      .map((one) => `${one.tagName} ${one.textContent.trim().slice(0, 60)}`);
    document.adoptedStyleSheets = [];
    return cut;
  });
}

/** What is wider than its place and does not scroll inside itself, or reaches out of the window. */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const out = root.scrollWidth > root.clientWidth ? ['the page'] : [];
    for (const one of document.querySelectorAll<HTMLElement>('main *, [role=dialog] *, dialog *, #toasts *')) {
      if (!one.checkVisibility() || one.closest('.visually-hidden, svg')) continue;
      const { left, right, width } = one.getBoundingClientRect();
      const inside = one.parentElement?.closest('pre, table, .wide, [data-testid=activity-graph]') ?? null;
      if (width > 1 && inside === null && (right > window.innerWidth + 1 || left < -1)) out.push(`${one.tagName}.${one.className} to ${Math.round(right)}`);
    }
    return out;
  });
}

async function holds(page: Page, where: string): Promise<void> {
  expect(await smallTargets(page), `${where}: targets`).toEqual([]);
  expect(await unexplained(page), `${where}: says why not`).toEqual([]);
  expect(await cutWhenSpaced(page), `${where}: wider text`).toEqual([]);
  for (const size of NARROW) {
    await page.setViewportSize(size);
    await expect.poll(() => sideways(page), `${where} at ${size.width}`).toEqual([]);
    expect(await page.locator('body').innerText(), where).not.toMatch(/\b(accept|akzeptier|annehmen)/i);
  }
  await page.setViewportSize(USUAL);
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'wide');
}

for (const language of ['en', 'de'] as const) {
  test(`every control keeps the rules, in ${language === 'en' ? 'English' : 'German'}`, async ({ app, segue, sam }) => {
    test.setTimeout(300_000);
    const shop = project(segue);
    withSecrets(801, shop).write(segue.home);
    rich(802, shop).write(segue.home);
    codex(segue.home, 3, join(segue.home, 'api'), 'How does the retry back off when the upstream service with a long name does not answer at all?');
    crowd(segue.home, 40);
    await segue.run('settings', 'set', 'appearance.language', language);
    await expect(app.locator('html')).toHaveAttribute('lang', language);
    await expect(app.locator('html')).toHaveAttribute('data-ready', 'true');
    await listed(segue, 44);

    await go(app, 'library');
    await app.getByTestId('library-row').filter({ hasText: 'Fix flaky login' }).click();
    await expect(app.getByTestId('reader-message').first()).toBeVisible();
    await app.keyboard.press('t');
    await expect(app.getByTestId('reader-diff')).toBeVisible();
    await holds(app, 'Library');

    await openSheet(app, 'Sam', 'Deploy the login form');
    await holds(app, 'Hand off, empty');
    await app.getByTestId('handoff-task').fill('Write the release notes');
    await app.getByTestId('handoff-status-blocked').check();
    await app.getByTestId('handoff-more').locator('summary').click();
    await app.getByTestId('handoff-decision-add').click();
    await app.getByTestId('handoff-artifact-add').click();
    await holds(app, 'Hand off, everything unfolded');
    await app.getByTestId('handoff-status-success').check();
    await review(app);
    await expect(app.getByTestId('handoff-finding')).toHaveCount(3);
    await holds(app, 'Hand off, what leaves');
    await app.getByTestId('handoff-send').click();
    await expect(app.getByTestId('progress-line')).toHaveAttribute('data-stage', /delivered|waiting|sent|done/);
    await holds(app, 'Progress');

    await handOver(sam, sample(sam), ...OFFER);
    await openOffer(app);
    await holds(app, 'an offer');
    await app.getByTestId('review-open').click();
    await expect(app.getByTestId('review-reader')).toContainText(SAID);
    await holds(app, 'Review');
    for (const [key, layer] of [['q', 'ask-dialog'], ['x', 'dismiss-dialog'], ['i', 'import-dialog']] as const) {
      if (key === 'i') await expect(app.getByTestId('review-import')).toBeEnabled();
      await app.keyboard.press(key);
      await expect(app.getByTestId(layer)).toBeVisible();
      if (layer === 'import-dialog') await expect(app.getByTestId('import-run')).toBeEnabled();
      await holds(app, layer);
      if (layer !== 'import-dialog') await app.keyboard.press('Escape');
    }
    await app.getByTestId('import-run').click();
    await expect(app.getByTestId('import-resume')).toBeVisible();
    await holds(app, 'imported');
    await app.keyboard.press('Escape');

    await go(app, 'people', 'empty');
    await app.getByTestId('people-row').click();
    await app.getByTestId('people-details').locator('summary').click();
    await holds(app, 'People');
    await app.getByTestId('people-view-radar').check();
    await holds(app, 'Radar');
    for (const layer of ['invite', 'join', 'connect']) {
      await app.getByTestId('people-add').click();
      await app.getByTestId(`people-add-${layer}`).click();
      await expect(app.getByTestId(layer)).toBeVisible();
      await holds(app, layer);
      await app.keyboard.press('Escape');
    }

    await go(app, 'activity');
    await app.getByTestId('activity-row').first().click();
    await holds(app, 'Activity');
    await app.getByTestId('activity-view-versions').check();
    await expect(app.getByTestId('activity-version').first()).toBeVisible();
    await holds(app, 'Versions');
    await app.getByTestId('activity-shape-table').check();
    await holds(app, 'Versions as a table');
    await go(app, 'diagnostics');
    await app.getByTestId('diagnostics-check').first().click();
    await expect(app.getByTestId('diagnostics-next')).toHaveCount(0, { timeout: 40_000 });
    await holds(app, 'Diagnostics');
    await go(app, 'settings');
    await holds(app, 'Settings');
    await app.keyboard.press('Control+k');
    await expect(app.getByTestId('palette-input')).toBeFocused();
    await holds(app, 'the palette');
  });
}
