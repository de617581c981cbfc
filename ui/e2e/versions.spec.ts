// Where a conversation went, with three real nodes: from Ada to Ben to Cleo and back to Ada.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, expect, test } from './fixtures';
import { rich } from './samples';
import { REPOSITORY, Segue } from './segue';

interface Listed {
  handoffs: { id: string; receipt: string }[];
}

/** Hands a session over and waits until the other one has it there. */
async function hand(from: Segue, to: Segue, name: string, session: string): Promise<string> {
  const sent = await from.json<Listed>('send', session, '--to', name, '--task', 'Go on with it', '--yes');
  const id = sent.handoffs[0]?.id ?? '';
  await expect
    .poll(async () => (await to.json<Listed>('inbox')).handoffs.some((one) => one.id === id && one.receipt === 'delivered'))
    .toBe(true);
  return id;
}

async function take(who: Segue, id: string): Promise<string> {
  const folder = join(who.home, 'app');
  mkdirSync(folder, { recursive: true });
  const imported = await who.json<{ platform: string; session: string }>('import', id, '--to', 'claude-code', '--project', folder);
  return `${imported.platform}:${imported.session}`;
}

test('a round trip is four versions and three edges, in a graph, a table and Mermaid', async ({ app, segue }) => {
  test.setTimeout(120_000);
  const [ben, cleo] = [new Segue(), new Segue()];
  try {
    await segue.run('settings', 'set', 'name', 'Ada');
    await ben.begin('Ben');
    await cleo.begin('Cleo');
    await ben.meet(segue);
    await cleo.meet(ben);
    await cleo.meet(segue);
    mkdirSync(join(segue.home, 'work'), { recursive: true });
    const { id } = rich(1, join(segue.home, 'work')).write(segue.home);

    await app.getByTestId('shell-nav-activity').click();
    await app.getByRole('radio', { name: 'Versions' }).check();
    await expect(app.getByTestId('activity-no-versions')).toBeVisible();

    const atBen = await take(ben, await hand(segue, ben, 'Ben', `claude-code:${id}`));
    const atCleo = await take(cleo, await hand(ben, cleo, 'Cleo', atBen));
    await take(segue, await hand(cleo, segue, 'Ada', atCleo));

    const nodes = app.getByTestId('activity-version');
    await expect(nodes).toHaveCount(4, { timeout: 60_000 });
    await expect(app.getByTestId('activity-edge')).toHaveCount(3);
    await expect(app.getByTestId('activity-pending')).toHaveCount(0);

    // Arrow keys go along the edges.
    await nodes.first().focus();
    for (const at of [1, 2, 3]) {
      await app.keyboard.press('ArrowDown');
      await expect(nodes.nth(at)).toBeFocused();
    }
    await app.keyboard.press('ArrowUp');
    await expect(nodes.nth(2)).toBeFocused();
    await expect(nodes.nth(2)).toHaveAttribute('aria-pressed', 'true');
    await expect(app.getByTestId('activity-facts')).toContainText('Cleo');

    for (const theme of ['light', 'dark'] as const) {
      await app.emulateMedia({ colorScheme: theme });
      await expect(app.locator('html')).toHaveAttribute('data-theme', theme);
      expect(await axeFindings(app)).toEqual([]);
      await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `versions-${theme}.png`) });
    }

    // The last one is Ada's own again, and can be opened.
    await nodes.last().click();
    await app.getByTestId('activity-compare').click();
    await expect(app.getByTestId('activity-compared')).toContainText(/Messages: \d+ new, 1\d unchanged/);
    await expect(app.getByTestId('activity-open')).toHaveAttribute('aria-disabled', 'false');

    await app.getByRole('radio', { name: 'Table' }).check();
    await expect(app.getByTestId('activity-table-row')).toHaveCount(4);
    await expect(app.getByTestId('activity-table-row').nth(1)).toContainText('Ben');
    expect(await axeFindings(app)).toEqual([]);

    await app.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.getByTestId('activity-mermaid').click();
    const clipboard = () => app.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toMatch(/^flowchart TD\n/);
    const mermaid = await clipboard();
    // Every line is a node or an edge between nodes that are there.
    const lines = mermaid.trim().split('\n').slice(1);
    const known = new Set(lines.flatMap((line) => /^ {4}(v\d+)\["[^"]*"\]$/.exec(line)?.[1] ?? []));
    const edges = lines.filter((line) => !/^ {4}v\d+\[/.test(line));
    expect(known.size).toBeGreaterThanOrEqual(4);
    expect(edges.length).toBeGreaterThanOrEqual(3);
    for (const edge of edges) {
      const [, from, to] = /^ {4}(v\d+) -+>?.*?(v\d+)$/.exec(edge) ?? [];
      expect([known.has(from ?? ''), known.has(to ?? '')], edge).toEqual([true, true]);
    }

    // It is a place of its own: a reload comes back to it.
    await app.reload();
    await expect(app.getByTestId('activity-version')).toHaveCount(4);
  } finally {
    await ben.remove();
    await cleo.remove();
  }
});

test('what was declined is in the picture with its reason', async ({ app, segue }) => {
  const ben = new Segue();
  try {
    await segue.run('settings', 'set', 'name', 'Ada');
    await ben.begin('Ben');
    await ben.meet(segue);
    mkdirSync(join(segue.home, 'work'), { recursive: true });
    const { id } = rich(2, join(segue.home, 'work')).write(segue.home);
    const handoff = await hand(segue, ben, 'Ben', `claude-code:${id}`);
    const dismissed = await ben.run('dismiss', handoff, '--reason', 'Not my area');
    expect(dismissed.code, dismissed.stderr).toBe(0);
    await app.getByTestId('shell-nav-activity').click();
    await app.getByRole('radio', { name: 'Versions' }).check();
    await expect(app.getByTestId('activity-pending')).toHaveCount(1);
    await expect(app.getByTestId('activity-facts')).toContainText('Dismissed', { timeout: 40_000 });
    await expect(app.getByTestId('activity-facts')).toContainText('Not my area');
  } finally {
    await ben.remove();
  }
});
