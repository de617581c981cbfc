// Review and import with two real nodes: what is shown, what is written and where, and that all of it can be
// taken back.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeFindings } from './fixtures';
import { expect, handOver, hashes, openOffer, openReview, project, sample, SAID, test, TITLE } from './receiving';
import { Claude, idOf } from './samples';
import { REPOSITORY } from './segue';

const EVERYTHING = [
  ...['--task', 'Fix the login test', '--note', 'I got as far as the retry.', '--expect', 'A test that passes'],
  ...['--priority', 'critical', '--deadline', 'before the release', '--objective', 'Green builds'],
  ...['--status', 'partial', '--summary', 'Half of it is done', '--blocker', 'Which database?', '--blocker-type', 'missing-input'],
  ...['--option', 'SQLite', '--option', 'Postgres', '--constraint', 'No new dependency', '--in-scope', 'the login test'],
  ...['--out-of-scope', 'the login form', '--instruction', 'Run it first', '--artifact', 'src/login.test.ts:code:the test'],
];

/** Opens the dialog and waits until it says what would be written. */
async function plan(app: Page): Promise<void> {
  await app.getByTestId('review-import').click();
  await expect(app.getByTestId('import-dialog')).toBeVisible();
  await expect(app.getByTestId('import-run')).toBeEnabled();
}

test('Review shows everything that is known, and the messages only when opened', async ({ app, sam, segue }) => {
  project(segue);
  const id = await handOver(sam, sample(sam), ...EVERYTHING);
  await openOffer(app);
  await expect(app.getByTestId('review-envelope-artifacts')).toBeVisible();
  expect(await app.content()).not.toContain(SAID);
  const receipt = async () => (await sam.json<{ handoffs: { receipt: string }[] }>('outbox')).handoffs[0]?.receipt;
  await expect.poll(receipt).toBe('delivered');

  await app.keyboard.press('r');
  const review = app.getByTestId('review');
  await expect(review.getByTestId('review-reader')).toContainText(SAID);
  await expect(app.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  const facts: Record<string, string | RegExp> = {
    'review-from': /From\s*Sam\s*Verified/,
    'review-fact-platform': 'Claude Code',
    'review-fact-project': 'shop',
    'review-fact-messages': '10 messages',
    'review-fact-size': 'kB',
    'review-fact-redacted': 'Nothing was removed.',
    'review-task': 'Fix the login test',
    'review-note': 'I got as far as the retry.',
    'review-expected': 'A test that passes',
    'review-deadline': 'before the release',
    'review-envelope-status': 'Partly done',
    'review-envelope-summary': 'Half of it is done',
    'review-envelope-objective': 'Green builds',
    'review-envelope-constraints': 'No new dependency',
    'review-envelope-in-scope': 'the login test',
    'review-envelope-out-of-scope': 'the login form',
    'review-envelope-instructions': 'Run it first',
    'review-envelope-artifacts': 'src/login.test.ts',
    'review-blockers': /Which database\?.*Information is missing/s,
  };
  for (const [testid, text] of Object.entries(facts)) await expect(review.getByTestId(testid)).toContainText(text);
  for (const name of ['Import to Claude Code', 'Download', 'Request changes', 'Dismiss']) {
    await expect(review.getByRole('button', { name, exact: true })).toBeVisible();
  }
  expect(await app.locator('body').innerText()).not.toMatch(/accept|Position in chain/i);
  await expect(review.getByText('Technical details')).toHaveCount(1);
  await expect(review.getByTestId('review-moment-opened')).toContainText('You opened it');
  await expect.poll(receipt).toBe('opened');

  // Choosing a way out answers the sender and ends the task.
  await review.getByTestId('review-option-2').click();
  await expect(review.getByTestId('review-chose')).toContainText('Postgres');
  await expect(review.getByTestId('review-state')).toHaveText('Answered');
  await expect.poll(async () => (await sam.run('review', id)).stdout).toContain('Postgres');
});

test('what was taken out and what looks like a secret is said', async ({ app, sam }) => {
  const key = `AKIA${'Q7GZ2M4XW5RT6YPL'}`;
  const secret = sample(sam, (number, cwd) =>
    new Claude(idOf(700 + number), cwd).ask(`My key is ${key}, use it.`).answer('I will not.').title('With a key'),
  );
  await handOver(sam, secret);
  await openOffer(app, 'With a key');
  await expect(app.getByTestId('review-fact-redacted')).toContainText('AWS');
});

test('an import lists its files, writes them, and all of it can be undone', async ({ app, sam, segue, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: segue.address });
  const cwd = project(segue);
  const id = await handOver(sam, sample(sam), '--task', 'Fix the login test');
  await openReview(app);
  const agent = join(segue.home, '.claude');
  const before = hashes(agent);

  await plan(app);
  const planned = await app.getByTestId('import-changes').locator('code').allInnerTexts();
  expect(planned.length).toBeGreaterThan(0);
  expect(hashes(agent), 'working it out writes nothing').toEqual(before);
  await app.getByTestId('import-run').click();
  await expect(app.getByTestId('import-says')).toHaveText('Imported to Claude Code.');
  await expect(app.getByTestId('import-says')).toBeFocused();
  const command = await app.getByTestId('import-resume').innerText();
  expect(command).toMatch(/claude --resume/);
  await app.getByTestId('import-copy').click();
  await expect.poll(() => app.evaluate(() => navigator.clipboard.readText())).toBe(command);

  const after = hashes(agent);
  const added = Object.keys(after).filter((file) => !(file in before));
  expect(added).toHaveLength(1);
  const session = /([0-9a-f-]{36})\.jsonl$/.exec(added[0] ?? '')?.[1] ?? '';
  expect(command).toContain(session);
  const written = readFileSync(join(agent, added[0] ?? ''), 'utf8');
  expect(written).toContain(SAID);
  expect(written).toContain(cwd);
  const listed = async () => (await segue.json<{ conversations: { id: string }[] }>('list')).conversations.map((one) => one.id);
  await expect.poll(listed).toContain(session);
  await app.getByTestId('import-close').click();
  await expect(app.getByTestId('review-state')).toHaveText('Imported');
  await expect(app.getByTestId('review-resume')).toContainText(session);
  await expect.poll(async () => (await sam.json<{ handoffs: { id: string; state: string }[] }>('outbox', '--all')).handoffs.find((one) => one.id === id)?.state).toBe('completed');

  // The same again says so and writes nothing.
  await app.keyboard.press('i');
  await expect(app.getByTestId('import-already')).toContainText('Already imported');
  await expect(app.getByTestId('import-run')).toBeDisabled();
  expect(hashes(agent)).toEqual(after);
  await app.getByTestId('import-again').click();
  await expect(app.getByTestId('import-run')).toBeEnabled();
  await app.keyboard.press('Escape');

  await app.getByTestId('review-import-undo').click();
  await expect(app.getByTestId('toast').filter({ hasText: 'Import undone.' })).toBeVisible();
  expect(hashes(agent), 'exactly what was added is gone').toEqual(before);
  await expect(app.getByTestId('review-imported')).toHaveCount(0);
});

test('where no folder is known, a command says how to import in a terminal', async ({ app, sam, segue, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: segue.address });
  mkdirSync(join(segue.home, '.claude', 'projects'), { recursive: true });
  const id = await handOver(sam);
  await openReview(app);
  await expect(app.getByTestId('review-import')).toBeEnabled();
  await app.keyboard.press('i');
  await expect(app.getByTestId('import-only-known')).toContainText('you can only choose folders your agents have used');
  await expect(app.getByTestId('import-choose-folder')).toHaveCount(0);
  await expect(app.getByTestId('import-run')).toHaveAccessibleDescription('You can’t choose a folder here. Use the command above to import it.');
  const command = `segue import ${id} --to claude-code --project FOLDER`;
  await expect(app.getByTestId('import-command')).toHaveText(command);
  await app.getByTestId('import-command-copy').click();
  await expect.poll(() => app.evaluate(() => navigator.clipboard.readText())).toBe(command);
  const folder = join(segue.home, 'somewhere');
  mkdirSync(folder);
  const done = await segue.run(...command.replace('FOLDER', folder).split(' ').slice(1));
  expect(done.code, done.stderr).toBe(0);
});

test('Undo in the dialog names what it removed; a session that was used stays', async ({ app, sam, segue }) => {
  project(segue);
  await handOver(sam);
  await openReview(app);
  const agent = join(segue.home, '.claude');
  const before = hashes(agent);
  await plan(app);
  await app.getByTestId('import-run').click();
  await expect(app.getByTestId('import-written').locator('li')).toHaveCount(1);
  await app.getByTestId('import-undo').click();
  await expect(app.getByTestId('import-says')).toHaveText('Import undone. 1 item was removed:');
  await expect(app.getByTestId('import-removed')).toContainText('Removed file');
  expect(hashes(agent)).toEqual(before);
  await app.getByTestId('import-close').click();

  await plan(app);
  await app.getByTestId('import-run').click();
  await expect(app.getByTestId('import-resume')).toBeVisible();
  const added = Object.keys(hashes(agent)).find((file) => !(file in before)) ?? '';
  const line = readFileSync(join(agent, added), 'utf8').trimEnd().split('\n').at(-1) ?? '';
  appendFileSync(join(agent, added), `${line.replace(/"uuid":"[^"]+"/, '"uuid":"11111111-2222-4333-8444-555555555555"')}\n`);
  await app.getByTestId('import-undo').click();
  await expect(app.getByTestId('import-failure')).toContainText('The import couldn’t be undone');
  await expect(app.getByTestId('import-failure')).toContainText(/used|changed/);
  expect(existsSync(join(agent, added))).toBe(true);
});

test('Dismiss asks once and can be undone; Download saves what opens again', async ({ app, sam, segue }) => {
  const id = await handOver(sam);
  await openReview(app);
  await app.keyboard.press('d');
  const saved = app.getByTestId('toast').filter({ hasText: 'Saved “' });
  await expect(saved).toBeVisible();
  const file = /\/\S.*\.a2a\.json/.exec(await saved.innerText())?.[0] ?? '';
  const inspected = await segue.json<{ title: string; content: string }>('inspect', file);
  expect([inspected.title, inspected.content]).toEqual([TITLE, 'matches']);

  await app.keyboard.press('x');
  await expect(app.getByTestId('dismiss-dialog')).toContainText(`Dismiss “${TITLE}”?`);
  await app.keyboard.press('Escape');
  await expect(app.getByTestId('dismiss-dialog')).toHaveCount(0);
  await app.keyboard.press('x');
  await app.getByTestId('dismiss-reason').fill('Not mine');
  await app.keyboard.press('Control+Enter');
  const dismissed = app.getByTestId('toast').filter({ hasText: 'Dismissed “' });
  await expect(dismissed).toBeVisible();
  await dismissed.getByTestId('toast-undo').click();
  await expect(app.getByTestId('review-undismiss')).toHaveCount(0);
  await expect(app.getByTestId('review-state')).toHaveText('Opened');

  // After ten seconds the sender hears of it; it can still be brought back, as a new task.
  await app.keyboard.press('x');
  await app.getByTestId('dismiss-run').click();
  await expect(dismissed).toHaveCount(0, { timeout: 30_000 });
  await expect.poll(async () => (await sam.run('review', id)).stdout, { timeout: 30_000 }).toContain('dismissed');
  await expect(app.getByTestId('review-state')).toHaveText('Dismissed');
  await app.getByTestId('review-undismiss').click();
  await expect(app.getByTestId('review-state')).toHaveText(/Waiting|Opened/);
  expect(await app.evaluate(() => window.location.hash)).not.toContain(id);
});

test('attached changes are read file by file and saved, and nothing applies them', async ({ app, sam, segue }) => {
  const folder = project(segue);
  const before = hashes(folder);
  const conversation = sample(sam);
  const theirs = join(sam.home, 'work', 'shop');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Sam', '-c', 'user.email=sam@example.org', ...args], {
      cwd: theirs,
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  writeFileSync(join(theirs, 'src', 'login.test.ts'), 'await login();\nawait login({ retry: 3 });\n');
  writeFileSync(join(theirs, 'src', '<img src=x onerror=alert(1)>.ts'), 'export {};\n');
  await handOver(sam, conversation, '--attach-diff');
  await openReview(app);

  const diff = app.getByTestId('review-diff');
  await expect(diff).toContainText(/2 files .* branch main/);
  await expect(diff.getByTestId('reader-diff')).toHaveCount(0);
  await diff.getByTestId('reader-changes-show').click();
  const files = diff.getByTestId('reader-diff');
  await expect(files).toHaveCount(2);
  await expect(files.nth(0)).toContainText('src/<img src=x onerror=alert(1)>.ts');
  await expect(files.nth(1)).toContainText('src/login.test.ts');
  await expect(files.nth(1).locator('tr.added')).toContainText('await login({ retry: 3 });');
  await expect(files.nth(1).locator('tr.same')).toContainText('await login();');
  expect(await axeFindings(app)).toEqual([]);
  await app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', 'review-changes.png') });

  await diff.getByTestId('review-diff-download').click();
  const saved = app.getByTestId('toast').filter({ hasText: '.patch' });
  await expect(saved).toBeVisible();
  const patch = /\/\S.*\.patch/.exec(await saved.innerText())?.[0] ?? '';
  expect(readFileSync(patch, 'utf8')).toContain('+await login({ retry: 3 });');
  expect(hashes(folder)).toEqual(before);
});

test('an agent that is not set up can’t be imported to, and says so; others can', async ({ app, sam, segue }) => {
  await handOver(sam);
  await openOffer(app);
  const button = app.getByTestId('review-import');
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/isn’t set up on this computer|No agent is set up on this computer/);
  await app.keyboard.press('i');
  await expect(app.getByTestId('import-dialog')).toHaveCount(0);
  await expect(app.getByTestId('review-download')).toBeEnabled();
  await expect(app.getByTestId('review-requestChanges')).toBeEnabled();
  await expect(app.getByTestId('review-dismiss')).toBeEnabled();
  void segue;
});

test('messages that stayed with the sender can be fetched', async ({ app, sam, segue }) => {
  project(segue);
  await handOver(sam, sample(sam), '--history', 'pointer');
  await openReview(app);
  await expect(app.getByTestId('review-copy')).toContainText('not fetched from Sam yet');
  await app.getByTestId('review-fetch').click();
  await expect(app.getByTestId('toast').filter({ hasText: 'messages fetched.' })).toBeVisible();
  await expect(app.getByTestId('review-copy')).toHaveCount(0);
  await expect(app.getByTestId('review-reader')).toContainText(SAID);
});

test('receive and import by the keyboard alone', async ({ app, sam, segue }) => {
  project(segue);
  await handOver(sam);
  await expect(app.getByTestId('toast').filter({ hasText: 'handed you' })).toBeVisible();
  await app.keyboard.press('Control+1');
  await app.keyboard.press('j');
  await app.keyboard.press('Enter');
  await app.keyboard.press('r');
  await expect(app.getByTestId('review-reader')).toContainText(SAID);
  await expect(app.getByTestId('review-import')).toBeEnabled();
  await app.keyboard.press('i');
  await expect(app.getByTestId('import-run')).toBeEnabled();
  await app.keyboard.press('Control+Enter');
  await expect(app.getByTestId('import-says')).toHaveText('Imported to Claude Code.');
  await app.keyboard.press('Control+Enter');
  await expect(app.getByTestId('import-dialog')).toHaveCount(0);
  await expect(app.getByTestId('review-state')).toHaveText('Imported');
});

for (const theme of ['light', 'dark'] as const) {
  test(`Review and import are accessible, and pictures, in the ${theme} theme`, async ({ app, sam, segue }) => {
    project(segue);
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const shoot = (name: string) => app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `${name}-${theme}.png`) });
    await handOver(sam, sample(sam), ...EVERYTHING);
    await openReview(app);
    await expect(app.getByTestId('review-reader')).toContainText(SAID);
    expect(await axeFindings(app)).toEqual([]);
    await shoot('review');
    await plan(app);
    expect(await axeFindings(app)).toEqual([]);
    await shoot('review-import');
    await app.getByTestId('import-run').click();
    await expect(app.getByTestId('import-resume')).toBeVisible();
    expect(await axeFindings(app)).toEqual([]);
    await shoot('review-imported');
    await app.keyboard.press('Escape');
    await app.setViewportSize({ width: 720, height: 560 });
    await shoot('review-720');
    await app.getByTestId('review-show-conversation').check();
    await expect(app.getByTestId('review-reader')).toBeVisible();
    await shoot('review-720-conversation');
    expect(await app.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
}

test('Review in German, and pictures', async ({ app, sam, segue }) => {
  project(segue);
  await handOver(sam, sample(sam), ...EVERYTHING);
  await segue.run('settings', 'set', 'appearance.language', 'de');
  await expect(app.locator('html')).toHaveAttribute('lang', 'de');
  const shoot = (name: string) => app.screenshot({ path: join(REPOSITORY, 'screenshots/browser', `${name}-german.png`) });
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Eingang');
  await app.getByTestId('inbox-row').click();
  await expect(app.getByTestId('review-fact-messages')).toContainText('10 Nachrichten');
  await shoot('inbox');
  await app.getByTestId('review-open').click();
  await expect(app.getByTestId('review-reader')).toContainText(SAID);
  for (const name of ['In Claude Code importieren', 'Herunterladen', 'Änderungen erbitten', 'Verwerfen']) {
    await expect(app.getByRole('button', { name, exact: true })).toBeVisible();
  }
  expect(await app.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await shoot('review');
  await plan(app);
  await shoot('review-import');
});
