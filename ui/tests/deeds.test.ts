// What can be done with a conversation, as far as it needs no page: the project folder
// in the app and in a browser, and another folder for an agent.
import { describe, expect, it } from 'vitest';
import type { DeskAction } from '../src/bindings/door';
import type { Door } from '../src/door';
import { ProjectFolders } from '../src/library/folders.svelte';
import { noFolder } from '../src/library/deeds';
import { chooseFolderOf, folderCommand } from '../src/screens/settings/folder';
import type { Session } from '../src/state/session.svelte';
import { words } from '../src/words';

const w = words.library.deeds;

/** A door of the app, as far as these ask it. */
function app(answers: { folders?: unknown; desk?: unknown }) {
  const asked: unknown[] = [];
  const door = {
    kind: 'desktop',
    call: (method: string, params: unknown) => {
      asked.push({ method, params });
      if (method === 'set_platform_folder') return Promise.resolve({ platforms: [] });
      return answers.folders ? Promise.resolve(answers.folders) : Promise.reject(new Error('gone'));
    },
    desk: (action: DeskAction) => {
      asked.push(action);
      return Promise.resolve({ ...action, result: answers.desk });
    },
  };
  return { asked, session: { door, platforms: { all: [1] } } as unknown as Session };
}

describe('the project folder', () => {
  it('is shown when it is known, and otherwise says why not', async () => {
    const { session } = app({ folders: { folders: [{ path: '/work/web', handle: 'handle:1' }] } });
    const folders = new ProjectFolders(session.door);
    expect(noFolder(session, null, folders)).toBe(w.noProject);
    expect(noFolder(session, '/work/web', folders)).toBe(w.folderLooking);
    await folders.look();
    expect(noFolder(session, '/work/web', folders)).toBeNull();
    expect(folders.handle('/work/web')).toBe('handle:1');
    for (const other of ['/work/gone', 'constructor', '__proto__']) expect(noFolder(session, other, folders)).toBe(w.folderGone);
  });

  it('is not said to be missing when nobody looked', async () => {
    const { session } = app({});
    const folders = new ProjectFolders(session.door);
    await folders.look();
    expect(noFolder(session, '/work/web', folders)).toBe(w.folderUnknown);
  });

  it('is only for the app, and a browser is not even asked', async () => {
    const door = { kind: 'browser', call: () => Promise.reject(new Error('asked')) } as unknown as Door;
    const folders = new ProjectFolders(door);
    await folders.look();
    expect(folders.failed).toBe(false);
    expect(noFolder({ door }, '/work/web', folders)).toBe(words.desktop.onlyApp);
  });
});

describe('another folder for an agent', () => {
  const platform = { id: 'codex', name: 'Codex' } as Parameters<typeof chooseFolderOf>[1];

  it('is what the person chose in the dialog', async () => {
    const { asked, session } = app({ desk: { handle: 'handle:2', path: '/x', name: 'x' } });
    await chooseFolderOf(session, platform);
    expect(asked).toEqual([
      { action: 'choose_folder' },
      { method: 'set_platform_folder', params: { platform: 'codex', folder: 'handle:2' } },
    ]);
    expect(session.platforms.all).toEqual([]);
  });

  it('stays as it was when they chose none', async () => {
    const { asked, session } = app({ desk: null });
    await chooseFolderOf(session, platform);
    expect(asked).toEqual([{ action: 'choose_folder' }]);
  });

  it('is a command where no dialog is, with the other folders kept', () => {
    const known = [{ platform: 'codex', folder: '/old' }, { platform: 'opencode', folder: "/it's" }];
    const told = folderCommand('codex', ' /new place/ ', known, '/home/ada/my profile');
    const folders = `[{"platform":"opencode","folder":"/it'\\''s"},{"platform":"codex","folder":"/new place"}]`;
    expect(told).toEqual({ line: `segue settings set platforms.folders '${folders}' --profile '/home/ada/my profile'` });
  });

  it('is refused when it is no whole path or can’t be pasted', () => {
    const p = words.settings.platforms;
    expect(folderCommand('codex', '  ', [], '/p')).toBeNull();
    expect(folderCommand('codex', '~/x', [], '/p')).toEqual({ why: p.notWhole });
    expect(folderCommand('codex', '/a\tb', [], '/p')).toEqual({ why: p.notPasted });
    expect(folderCommand('codex', '/', [], '/p')).toMatchObject({ line: expect.stringContaining('"folder":"/"') as string });
  });
});
