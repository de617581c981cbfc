// The one table: complete, without clashes, and honest about what cannot be used.
import { describe, expect, it } from 'vitest';
import { ariaKeys, caps, isSingleCharacter, matches, onMac, type Press } from '../src/lib/keys';
import { matchesQuery } from '../src/lib/match';
import { COMMANDS, commandsFor, keysOf, titleOf, type CommandContext } from '../src/shortcuts';
import { texts } from '../src/i18n';

const context = (over: Partial<CommandContext> = {}): CommandContext => ({
  go: () => undefined,
  showPalette: () => undefined,
  showSheet: () => undefined,
  showLayer: () => undefined,
  searchAll: () => undefined,
  action: () => null,
  focusToasts: () => undefined,
  setTheme: () => undefined,
  switchDensity: () => undefined,
  toggleNav: () => undefined,
  runDiagnostics: () => undefined,
  copyReport: () => undefined,
  setZoom: () => undefined,
  desktop: true,
  zoom: 1,
  hasReport: false,
  list: null,
  theme: 'system',
  connected: true,
  measuring: false,
  hasToasts: false,
  cramped: false,
  ...over,
});
const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('the table', () => {
  it('gives no key and no name twice', () => {
    const keys = COMMANDS.flatMap((command) => [...command.keys, ...(command.listKeys ?? [])]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(COMMANDS.map((command) => command.id)).size).toBe(COMMANDS.length);
  });

  it('has a title and a group for every command, and a command for every title', () => {
    for (const command of COMMANDS) {
      expect(titleOf(command.id).length).toBeGreaterThan(2);
      expect(texts.groups[command.group]).toBeTruthy();
    }
    const titled = Object.keys(texts.commands).filter((key) => key !== 'reason' && key !== 'notNow');
    expect(COMMANDS.map((command) => command.id).sort()).toEqual(titled.sort());
  });

  it('has the keys that were promised', () => {
    const promised = {
      palette: 'Mod+K',
      inbox: 'Mod+1',
      library: 'Mod+2',
      people: 'Mod+3',
      activity: 'Mod+4',
      diagnostics: 'Mod+5',
      zoomIn: 'Mod++',
      zoomOut: 'Mod+-',
      zoomReset: 'Mod+0',
      pageDown: 'PageDown',
      pageUp: 'PageUp',
      settings: 'Mod+,',
      sheet: '?',
      handOff: 'S',
      review: 'R',
      verify: 'V',
      import: 'I',
      download: 'D',
      dismiss: 'X',
      requestChanges: 'Q',
      next: 'J',
      previous: 'K',
    } as const;
    for (const [id, keys] of Object.entries(promised)) {
      expect(keysOf(id as keyof typeof promised), id).toBe(keys);
    }
  });

  it('says in a sentence why a command cannot be used', () => {
    const bare = context({ connected: false, cramped: true });
    const reasons = COMMANDS.map((command) => command.blocked(bare)).filter((why) => why !== null);
    expect(reasons.length).toBeGreaterThan(10);
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].*\.$/);
  });

  it('finds Hand off by the beginning of a word', () => {
    const found = COMMANDS.filter((command) => matchesQuery(titleOf(command.id), 'hand'));
    expect(found.map((command) => command.id)).toEqual(['handOff']);
    expect(found[0]?.blocked(context())).toBe(texts.commands.reason.noHandOff);
  });

  it('lets list keys act only where there is a list with rows', () => {
    const next = COMMANDS.find((command) => command.id === 'next');
    const moves: number[] = [];
    const list = {
      move: (by: number) => moves.push(by),
      page: () => undefined,
      first: () => undefined,
      last: () => undefined,
      open: () => undefined,
      back: () => undefined,
      isEmpty: true,
      canGoBack: false,
    };
    expect(next?.blocked(context())).toBe(texts.commands.reason.noList);
    expect(next?.blocked(context({ list }))).toBe(texts.commands.reason.emptyList);
    const full = context({ list: { ...list, isEmpty: false } });
    expect(next?.blocked(full)).toBeNull();
    next?.run(full);
    expect(moves).toEqual([1]);
  });
});

describe('keys', () => {
  it('need Shift for some signs, and leave the zoom to a browser', () => {
    expect(matches('Mod++', press('+', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(matches('Mod+K', press('K', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    const ids = (desktop: boolean) => commandsFor({ desktop }).map((command) => command.id);
    expect(ids(true)).toContain('zoomIn');
    expect(ids(false)).not.toContain('zoomIn');
  });

  it('match the system’s own modifier and no other', () => {
    expect(matches('Mod+K', press('k', { ctrlKey: true }), false)).toBe(true);
    expect(matches('Mod+K', press('k', { metaKey: true }), true)).toBe(true);
    expect(matches('Mod+K', press('k', { ctrlKey: true }), true)).toBe(false);
    expect(matches('Mod+K', press('k'), false)).toBe(false);
    expect(matches('J', press('j', { ctrlKey: true }), false)).toBe(false);
    expect(matches('J', press('J', { shiftKey: true }), false)).toBe(false);
    expect(matches('J', press('J'), false)).toBe(true);
    expect(matches('?', press('?', { shiftKey: true }), false)).toBe(true);
    expect(matches('Home', press('Home', { altKey: true }), false)).toBe(false);
  });

  it('are shown as each system writes them', () => {
    expect(caps('Mod+K', false)).toEqual(['Ctrl', 'K']);
    expect(caps('Mod+K', true)).toEqual(['⌘K']);
    expect(ariaKeys('Mod+,', true)).toBe('Meta+,');
    expect(onMac('MacIntel')).toBe(true);
    expect(onMac('Linux x86_64')).toBe(false);
  });

  it('know a lone character, which must not act while typing', () => {
    expect(isSingleCharacter('S')).toBe(true);
    expect(isSingleCharacter('?')).toBe(true);
    expect(isSingleCharacter('Mod+1')).toBe(false);
    expect(isSingleCharacter('Escape')).toBe(false);
  });
});
