// What can be done with a conversation, as far as it needs no page: the project folder
// in the app and in a browser, and another folder for an agent.
import { describe, expect, it } from 'vitest';
import type { Conversation, DesktopAction, Failure } from '../src/bindings/door';
import type { Door } from '../src/door';
import { actionsOf } from '../src/library/actions';
import { resumesOf } from '../src/library/resume.svelte';
import { chooseFolderOf, folderCommand } from '../src/screens/settings/folder';
import type { Session } from '../src/state/session.svelte';
import { texts } from '../src/i18n';

const t = texts.library.actions;

/** A door of the app, as far as these ask it. */
function app(answers: { resume?: unknown; desktop?: unknown }) {
  const asked: unknown[] = [];
  const door = {
    kind: 'desktop',
    call: (method: string, params: unknown) => {
      asked.push({ method, params });
      if (method === 'set_platform_folder') return Promise.resolve({ platforms: [] });
      return answers.resume ? Promise.resolve(answers.resume) : Promise.reject({ code: 'not_found', message: 'There is none.', hints: [] } satisfies Partial<Failure>);
    },
    desktop: (action: DesktopAction) => {
      asked.push(action);
      return Promise.resolve({ ...action, result: answers.desktop });
    },
  };
  return { asked, session: { door, platforms: { all: [1] } } as unknown as Session };
}

describe('the project folder', () => {
  const talk = (project: string | null) => ({ name: 'codex:1', project, state: null }) as Conversation;
  const folder = (session: Session, project: string | null) => actionsOf(session, talk(project), () => undefined).folder;

  it('is shown when it is here, whatever links lead to it', async () => {
    const { asked, session } = app({ resume: { line: 'cd /work/web && codex resume 1', folder: '/work/web', handle: 'handle:1' } });
    expect(folder(session, null).blocked).toBe(t.noProject);
    expect(folder(session, '/work/web').blocked).toBe(t.folderLooking);
    await resumesOf(session).look('codex:1');
    expect(folder(session, '/work/web').blocked).toBeNull();
    folder(session, '/work/web').run();
    expect(asked.at(-1)).toEqual({ action: 'show_in_folder', params: { handle: 'handle:1' } });
  });

  it('is said to be gone only when it is, and not when that is not known', async () => {
    const gone = app({ resume: { line: 'cd /work/web && codex resume 1', folder: '/work/web', handle: null } }).session;
    await resumesOf(gone).look('codex:1');
    expect(folder(gone, '/work/web').blocked).toBe(t.folderGone);
    const unknown = app({}).session;
    await resumesOf(unknown).look('codex:1');
    expect(folder(unknown, '/work/web').blocked).toBe(t.folderUnknown);
  });

  it('is only for the app', () => {
    const door = { kind: 'browser', call: () => Promise.reject(new Error('asked')) } as unknown as Door;
    expect(folder({ door } as Session, '/work/web').blocked).toBe(texts.desktop.onlyApp);
  });
});

describe('another folder for an agent', () => {
  const platform = { id: 'codex', name: 'Codex' } as Parameters<typeof chooseFolderOf>[1];

  it('is what the person chose in the dialog', async () => {
    const { asked, session } = app({ desktop: { handle: 'handle:2', path: '/x', name: 'x' } });
    await chooseFolderOf(session, platform);
    expect(asked).toEqual([
      { action: 'choose_folder' },
      { method: 'set_platform_folder', params: { platform: 'codex', folder: 'handle:2' } },
    ]);
    expect(session.platforms.all).toEqual([]);
  });

  it('stays as it was when they chose none', async () => {
    const { asked, session } = app({ desktop: null });
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
    const p = texts.settings.platforms;
    expect(folderCommand('codex', '  ', [], '/p')).toBeNull();
    expect(folderCommand('codex', '~/x', [], '/p')).toEqual({ why: p.notWhole });
    expect(folderCommand('codex', '/a\tb', [], '/p')).toEqual({ why: p.notPasted });
    expect(folderCommand('codex', '/', [], '/p')).toMatchObject({ line: expect.stringContaining('"folder":"/"') as string });
  });
});
