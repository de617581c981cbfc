// What every test gets: the real program with a fresh profile, a page that was let in, and a watch
// over the page. A test fails when the page complained: an error in the console, an exception, a
// rejected promise, a breach of the page's rules, a request to anywhere else.
import { expect, test as base, type Page } from '@playwright/test';
import axe from 'axe-core';
import { Segue } from './segue';

export { expect };

export const SCREENS = ['inbox', 'library', 'people', 'activity', 'diagnostics', 'settings'] as const;
export type Screen = (typeof SCREENS)[number];

/** What a page did that it should not have. */
export class Watch {
  readonly complaints: string[] = [];
  readonly requests: string[] = [];
  /** Complaints the test brings about on purpose. */
  readonly expected: RegExp[] = [];

  /** Watches a page; where its requests go is noted in `requests`. */
  async over(page: Page, requests = this.requests): Promise<void> {
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(`exception: ${error.message}`));
    page.on('request', (request) => requests.push(request.url()));
    page.on('websocket', (socket) => requests.push(socket.url()));
    await page.addInitScript(() => {
      const complain = (text: string) => console.error(text);
      window.addEventListener('unhandledrejection', (event) => complain(`rejected: ${event.reason}`));
      document.addEventListener('securitypolicyviolation', (event) =>
        complain(`forbidden: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      );
    });
  }

  unexpected(): string[] {
    return this.complaints.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
  }
}

interface Fixtures {
  segue: Segue;
  watch: Watch;
  /** A page that the link let in, ready to use. */
  app: Page;
}

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
  segue: async ({}, use) => {
    const segue = new Segue();
    try {
      await segue.serve();
      await use(segue);
    } finally {
      await segue.remove();
    }
  },

  // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
  watch: async ({}, use) => {
    const watch = new Watch();
    await use(watch);
    expect(watch.unexpected(), 'the page complained').toEqual([]);
  },

  app: async ({ page, segue, watch }, use) => {
    await watch.over(page);
    await enter(page, segue.link);
    await use(page);
    for (const url of watch.requests) {
      expect(new URL(url).host, 'a request left for another place').toBe(new URL(segue.address).host);
    }
  },
});

/** Opens the link and waits until the page shows its node. */
export async function enter(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
}

/** Another person who serves, with a page of their own beside this one. */
export async function beside(app: Page, watch: Watch, segue: Segue, name: string): Promise<Page> {
  await segue.begin(name);
  const page = await app.context().newPage();
  // A page whose server is gone complains.
  segue.beforeRemoval(() => page.close());
  await watch.over(page, []);
  await enter(page, segue.link);
  return page;
}

/** Starts the node again where it was: what was written meanwhile was there from the beginning. */
export async function restarted(page: Page, segue: Segue, watch: Watch): Promise<void> {
  watch.expected.push(/WebSocket connection/);
  const { port } = segue;
  await page.goto('about:blank');
  await segue.kill();
  await segue.serve(port);
  await enter(page, segue.link);
}

/** Goes to a screen by its entry in the navigation, and waits for what it shows. */
export async function go(page: Page, screen: Screen, rows: 'rows' | 'empty' = 'rows'): Promise<void> {
  await page.getByTestId(`shell-nav-${screen}`).click();
  await expect(page.getByTestId(`screen-${screen}`)).toBeVisible();
  // The frame is there before what is in it, and only that hears keys.
  await expect(page.getByTestId(`screen-${screen}`).locator('h1').first()).toBeAttached();
  if (rows === 'empty') return;
  if (screen === 'activity') await expect(page.getByTestId('activity-row').first()).toBeVisible();
  if (screen === 'diagnostics') await expect(page.getByTestId('diagnostics-check').first()).toBeVisible();
}

/** Waits until nothing moves and no colour is on its way to another: what is judged is what stays. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    for (;;) {
      const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map((one) => one.finished));
      await frame();
    }
  });
}

/** What an accessibility checker finds wrong, in short. */
export async function axeFindings(page: Page): Promise<string[]> {
  await settled(page);
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: typeof axe }).axe.run;
    const { violations } = await run(document);
    return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)}`));
  });
}
