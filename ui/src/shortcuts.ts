// The one table of everything the app can be told to do. Key bindings, tooltips, the palette and
// the shortcut sheet are all made from it. A command that cannot be used now stays listed, with
// the reason.
import type { Theme } from './bindings/door';
import type { CommandContext, LayerId, ListKeys } from './command-context';
import type { Keys } from './lib/keys';
import { nextLevel } from './lib/levels';
import type { ActionId } from './state/actions.svelte';
import type { Screen } from './state/route.svelte';
import type { Texts } from './i18n';
import { texts } from './i18n';

export type { CommandContext, LayerId, ListKeys };

type CommandTexts = Texts['commands'];
/** Every command has a title of the same name in the texts. */
export type CommandId = Exclude<keyof CommandTexts, 'reason' | 'notNow'>;
export type Group = keyof Texts['groups'];

export interface Command {
  id: CommandId;
  group: Group;
  keys: Keys[];
  /** Keys that act only while the focus is in a list, where they mean nothing else. */
  listKeys?: Keys[];
  /** Not offered in the palette, where it would make no sense. */
  keysOnly?: boolean;
  /** Its keys act also while a floating layer is open. */
  overLayers?: boolean;
  /** Left to the browser where the page runs in one. */
  desktopOnly?: boolean;
  /** Why it cannot be used now; `null` when it can. */
  blocked(context: CommandContext): string | null;
  run(context: CommandContext): unknown;
}

const why = texts.commands.reason;
const always = () => null;
const inList = (context: CommandContext) => (!context.list ? why.noList : context.list.isEmpty ? why.emptyList : null);
const connected = (context: CommandContext) => (context.connected ? null : why.notConnected);
const measure = (context: CommandContext) => connected(context) ?? (context.measuring ? why.running : null);

function place(id: CommandId & Screen, ...keys: Keys[]): Command {
  return { id, group: 'go', keys, blocked: always, run: (context) => context.go(id) };
}

function theme(id: CommandId, value: Theme): Command {
  return {
    id,
    group: 'appearance',
    keys: [],
    blocked: (context) => connected(context) ?? (context.theme === value ? why.alreadyTheme : null),
    run: (context) => context.setTheme(value),
  };
}

/** What the screen in front offers for what is chosen on it; `reason` when it offers nothing. */
function offered(id: CommandId & ActionId, keys: Keys[], reason: string, group: Group = 'handoff'): Command {
  return {
    id,
    group,
    keys,
    blocked: (context) => {
      const action = context.action(id);
      return action ? action.blocked : reason;
    },
    run: (context) => context.action(id)?.run(),
  };
}

/** Opens a layer of its own. */
function layer(id: CommandId & LayerId): Command {
  return { id, group: 'tools', keys: [], blocked: connected, run: (context) => context.showLayer(id) };
}

/** A step of the zoom; `to` is the level it leads to. */
function zooming(id: CommandId, keys: Keys[], to: (now: number) => number, end: string): Command {
  return {
    id,
    group: 'appearance',
    keys,
    desktopOnly: true,
    blocked: (context) => (to(context.zoom) === context.zoom ? end : null),
    run: (context) => context.setZoom(to(context.zoom)),
  };
}

function list(id: CommandId, keys: Keys[], listKeys: Keys[], run: (list: ListKeys) => unknown): Command {
  return {
    id,
    group: 'list',
    keys,
    listKeys,
    keysOnly: true,
    blocked: inList,
    run: (context) => context.list && run(context.list),
  };
}

export const COMMANDS: readonly Command[] = [
  offered('handOff', ['S'], why.noHandOff),
  offered('review', ['R'], why.noReview),
  offered('import', ['I'], why.noImport),
  offered('download', ['D'], why.noDownload),
  offered('requestChanges', ['Q'], why.noRequest),
  offered('dismiss', ['X'], why.noDismiss),
  offered('verify', ['V'], why.noVerify),

  offered('copyResume', [], why.noHandOff),
  offered('openProject', [], why.noHandOff),
  offered('copyId', [], why.noHandOff),
  offered('showDetails', [], why.noHandOff),

  offered('find', ['Mod+F'], why.noFind, 'reading'),
  offered('previousMessage', ['['], why.noReader, 'reading'),
  offered('nextMessage', [']'], why.noReader, 'reading'),
  offered('previousTurn', ['{'], why.noReader, 'reading'),
  offered('nextTurn', ['}'], why.noReader, 'reading'),
  offered('foldTools', ['T'], why.noReader, 'reading'),
  offered('copyMessage', ['Mod+C'], why.noReader, 'reading'),

  place('inbox', 'Mod+1'),
  place('library', 'Mod+2'),
  place('people', 'Mod+3'),
  place('activity', 'Mod+4'),
  place('diagnostics', 'Mod+5'),
  place('settings', 'Mod+,'),

  list('next', ['J'], ['ArrowDown'], (rows) => rows.move(1)),
  list('previous', ['K'], ['ArrowUp'], (rows) => rows.move(-1)),
  list('pageDown', [], ['PageDown'], (rows) => rows.page(1)),
  list('pageUp', [], ['PageUp'], (rows) => rows.page(-1)),
  list('first', [], ['Home'], (rows) => rows.first()),
  list('last', [], ['End'], (rows) => rows.last()),
  list('open', [], ['Enter'], (rows) => rows.open()),
  {
    id: 'back',
    group: 'list',
    keys: ['Escape'],
    keysOnly: true,
    blocked: (context) => inList(context) ?? (context.list?.canGoBack ? null : why.nothingOpen),
    run: (context) => context.list?.back(),
  },

  theme('themeSystem', 'system'),
  theme('themeLight', 'light'),
  theme('themeDark', 'dark'),
  {
    id: 'density',
    group: 'appearance',
    keys: [],
    blocked: connected,
    run: (context) => context.switchDensity(),
  },
  {
    id: 'nav',
    group: 'appearance',
    keys: ['Mod+B'],
    blocked: (context) => (context.cramped ? why.narrow : null),
    run: (context) => context.toggleNav(),
  },
  zooming('zoomIn', ['Mod++', 'Mod+='], (now) => nextLevel(now, 1), why.largest),
  zooming('zoomOut', ['Mod+-'], (now) => nextLevel(now, -1), why.smallest),
  zooming('zoomReset', ['Mod+0'], () => 1, why.usualZoom),

  { id: 'searchAll', group: 'go', keys: ['Mod+Shift+F'], blocked: always, run: (context) => context.searchAll() },
  layer('invite'),
  layer('join'),
  layer('connect'),
  layer('openFile'),
  {
    id: 'runDiagnostics',
    group: 'tools',
    keys: [],
    blocked: measure,
    run: (context) => context.runDiagnostics(),
  },
  {
    id: 'copyReport',
    group: 'tools',
    keys: [],
    blocked: (context) => (context.hasReport ? null : measure(context)),
    run: (context) => context.copyReport(),
  },
  {
    id: 'palette',
    group: 'tools',
    keys: ['Mod+K'],
    keysOnly: true,
    overLayers: true,
    blocked: always,
    run: (context) => context.showPalette(),
  },
  { id: 'sheet', group: 'tools', keys: ['?'], blocked: always, run: (context) => context.showSheet() },
  {
    id: 'toasts',
    group: 'tools',
    keys: ['F6'],
    blocked: (context) => (context.hasToasts ? null : why.noToasts),
    run: (context) => context.focusToasts(),
  },
];

/** The commands that exist where the page runs. */
export function commandsFor(context: Pick<CommandContext, 'desktop'>): readonly Command[] {
  return COMMANDS.filter((command) => context.desktop || !command.desktopOnly);
}

export function titleOf(id: CommandId): string {
  return texts.commands[id];
}

/** The first keys of a command, for tooltips. */
export function keysOf(id: CommandId): Keys | null {
  const command = COMMANDS.find((one) => one.id === id);
  return command?.keys[0] ?? command?.listKeys?.[0] ?? null;
}
