// What can be done with a conversation of the Library, by pointer, keys and palette; and the way to another
// folder of an agent when nothing is found.
import type { Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, expect, go, test } from './fixtures';
import { Claude, codex, idOf, rich } from './samples';
import { REPOSITORY, type Segue } from './segue';

const pictures = join(REPOSITORY, 'screenshots/browser');
const rows = (app: Page) => app.getByTestId('library-row');
const titled = (app: Page, title: string) => rows(app).filter({ hasText: title });
const menu = (app: Page) => app.getByTestId('library-menu-list');
const clipboard = (app: Page) => app.evaluate(() => navigator.clipboard.readText());
const ENTRIES = ['Hand off…', 'Copy resume command', 'Open project folder', 'Copy id', 'Details'];

async function open(app: Page, segue: Segue): Promise<void> {
  rich(1, join(segue.home, "it's $(mine)")).write(segue.home);
  codex(segue.home, 2, '/work/api', 'How does the retry back off?');
  new Claude(idOf(3), '/work/odd\nname').ask('Odd?').answer('Yes').title('An odd folder').write(segue.home);
  await go(app, 'library');
  await expect(rows(app)).toHaveCount(3);
}

test('a row has a menu by right click and by keys, and gives the focus back', async ({ segue, app }) => {
  await open(app, segue);
  await titled(app, 'Fix flaky').click();
  await titled(app, 'How does the retry').click({ button: 'right' });
  await expect(menu(app)).toHaveAccessibleName('Actions for “How does the retry back off?”');
  await expect(menu(app).getByRole('menuitem')).toHaveText(ENTRIES.map((entry) => new RegExp(`^\\s*${entry}`)));
  await expect(menu(app).getByRole('menuitem').first()).toBeFocused();
  // Another one stays open beside it.
  await expect(app.getByTestId('library-pane').getByRole('heading', { level: 2 })).toHaveText('Fix flaky login test');
  await titled(app, 'An odd folder').click({ button: 'right', position: { x: 60, y: 20 } });
  await expect(menu(app)).toHaveCount(1);
  await expect(menu(app)).toHaveAccessibleName(/An odd folder/);
  await app.keyboard.press('Escape');
  await expect(menu(app)).toHaveCount(0);
  await expect(titled(app, 'An odd folder')).toBeFocused();

  for (const keys of ['Shift+F10', 'ContextMenu']) {
    await app.keyboard.press('Home');
    const row = rows(app).first();
    await expect(row).toBeFocused();
    await app.keyboard.press(keys);
    await expect(menu(app)).toBeVisible();
    await app.keyboard.press('ArrowDown');
    await expect(menu(app).getByRole('menuitem', { name: 'Copy resume command' })).toBeFocused();
    await app.keyboard.press('End');
    await expect(menu(app).getByRole('menuitem', { name: 'Details' })).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(row).toBeFocused();
  }

  await app.keyboard.press('Shift+F10');
  await app.keyboard.press('End');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('library-details')).toContainText('/work/api');
  await expect(app.getByTestId('library-pane').getByRole('heading', { level: 2 })).toBeFocused();
  await titled(app, 'Fix flaky').click({ button: 'right' });
  await app.getByTestId('library-menu-handoff').click();
  await expect(app.getByTestId('handoff')).toHaveAccessibleName(/Fix flaky login test/);
  await app.keyboard.press('Escape');
  await expect(app.getByTestId('handoff')).toHaveCount(0);
  await expect(titled(app, 'Fix flaky')).toBeFocused();
});

test('the command that is copied carries the session on in its folder', async ({ segue, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(app, segue);
  const project = join(segue.home, "it's $(mine)");
  mkdirSync(project);
  // An agent that says where it is and what it was asked.
  const bin = join(segue.home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\nprintf "%s|" "$PWD" "$@"\n');
  chmodSync(join(bin, 'claude'), 0o755);
  await titled(app, 'Fix flaky').click({ button: 'right' });
  await app.getByTestId('library-menu-resume').click();
  await expect(app.getByTestId('toast').first()).toContainText('Command copied');
  const line = await clipboard(app);
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  expect(execFileSync('sh', ['-c', line], { env, encoding: 'utf8' })).toBe(`${project}|--resume|${idOf(1)}|`);

  await titled(app, 'How does the retry').click();
  await app.getByTestId('library-more').click();
  await app.getByTestId('library-more-resume').click();
  await expect.poll(() => clipboard(app)).toBe('cd /work/api && codex resume 019a0000-0000-7000-8000-000000000002');

  await titled(app, 'An odd folder').click();
  await app.getByTestId('library-more').click();
  const resume = app.getByTestId('library-more-resume');
  await expect(resume).toHaveAttribute('aria-disabled', 'true');
  await expect(resume).toContainText('not safe to paste into a terminal');
  await resume.click({ force: true });
  expect(await clipboard(app)).toContain('codex resume');
});

test('in a browser the project folder is not opened, and the palette says the same', async ({ segue, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(app, segue);
  await app.keyboard.press('Control+k');
  await app.keyboard.type('resume');
  const option = app.getByRole('option', { name: /Copy resume command/ });
  await expect(option).toContainText('Choose a conversation first.');
  await app.keyboard.press('Escape');

  await titled(app, 'How does the retry').click();
  await app.getByTestId('library-more').click();
  await expect(app.getByTestId('library-more-folder')).toHaveAttribute('aria-disabled', 'true');
  await expect(app.getByTestId('library-more-folder')).toContainText('Only the desktop app can open folders');
  await app.keyboard.press('Escape');
  await expect(app.getByTestId('library-more')).toBeFocused();

  await app.keyboard.press('Control+k');
  await app.keyboard.type('project folder');
  await expect(app.getByRole('option', { name: /Open project folder/ })).toContainText('Only the desktop app');
  await app.getByTestId('palette-input').fill('resume');
  await expect(option).not.toContainText('Choose a conversation');
  await app.keyboard.press('Enter');
  await expect.poll(() => clipboard(app)).toContain('codex resume');
  await app.keyboard.press('Control+k');
  await app.keyboard.type('conversation details');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('library-details')).toBeVisible();
  await app.keyboard.press('Control+k');
  await app.keyboard.type('conversation details');
  await app.keyboard.press('Enter');
  await expect(app.getByTestId('library-details')).toHaveCount(0);
});

for (const theme of ['light', 'dark'] as const) {
  test(`the menus have no accessibility findings in the ${theme} theme`, async ({ segue, app }) => {
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await open(app, segue);
    await titled(app, 'Fix flaky').click();
    await titled(app, 'An odd folder').click({ button: 'right' });
    await expect(menu(app)).toBeInViewport({ ratio: 1 });
    expect(await axeFindings(app), 'of a row').toEqual([]);
    await app.screenshot({ path: join(pictures, `library-menu-${theme}.png`) });
    await app.keyboard.press('Escape');
    await app.getByTestId('library-more').click();
    expect(await axeFindings(app), 'in the header').toEqual([]);
    await app.screenshot({ path: join(pictures, `library-more-${theme}.png`) });
  });

  test(`an agent that keeps its conversations elsewhere is found by a command, in the ${theme} theme`, async ({ segue, app, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const elsewhere = join(segue.home, "Ada's agents");
    mkdirSync(elsewhere);
    rich(1, '/work/web').write(elsewhere);
    await go(app, 'library', 'empty');
    await expect(app.getByTestId('library-empty')).toBeVisible();
    expect(await axeFindings(app), 'nothing').toEqual([]);
    await app.screenshot({ path: join(pictures, `library-empty-${theme}.png`) });
    await app.getByTestId('library-choose-folder').click();
    await expect(app.locator('#settings-platforms')).toBeFocused();
    const button = app.getByTestId('platform-claude-code-folder');
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    const field = app.getByTestId('platform-claude-code-typed');
    await expect(field).toBeFocused();
    await app.keyboard.type('agents');
    await expect(field).toHaveAccessibleDescription(/Enter the full path/);
    await field.fill(join(elsewhere, '.claude/'));
    await expect(field).toHaveAttribute('aria-invalid', 'false');
    expect(await axeFindings(app), 'a folder by hand').toEqual([]);
    await app.screenshot({ path: join(pictures, `settings-folder-${theme}.png`) });
    await app.getByTestId('platform-claude-code-copy').click();
    await expect(app.getByTestId('toast').first()).toContainText('Command copied');

    // As a person would, in a terminal.
    const said = execFileSync('sh', ['-c', `printf '%s\\n' ${await clipboard(app)}`], { encoding: 'utf8' });
    const [program, ...args] = said.trimEnd().split('\n');
    expect([program, ...args.slice(-2)]).toEqual(['segue', '--profile', segue.profile]);
    expect((await segue.run(...args.slice(0, -2))).code).toBe(0);
    await expect(app.getByTestId('platform-claude-code')).toContainText('You chose this folder.');
    await go(app, 'library');
    await expect(titled(app, 'Fix flaky login test')).toBeVisible();
  });
}
