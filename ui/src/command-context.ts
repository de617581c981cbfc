// What the commands of the table act on, as far as they know it.
import type { Theme } from './bindings/door';
import type { Action, ActionId } from './state/actions.svelte';
import type { Screen } from './state/route.svelte';

/** Layers that can be opened from anywhere. */
export type LayerId = 'invite' | 'join' | 'connect' | 'openFile';

/** What commands act on; given by the shell. */
export interface CommandContext {
  go(screen: Screen): void;
  showPalette(): void;
  showSheet(): void;
  showLayer(id: LayerId): void;
  searchAll(): void;
  /** What the screen in front offers under this name. */
  action(id: ActionId): Action | null;
  focusToasts(): void;
  setTheme(theme: Theme): void;
  switchDensity(): void;
  toggleNav(): void;
  runDiagnostics(): void;
  copyReport(): void;
  setZoom(level: number): void;
  readonly desktop: boolean;
  readonly zoom: number;
  readonly hasReport: boolean;
  readonly list: ListKeys | null;
  readonly theme: Theme | null;
  readonly connected: boolean;
  readonly measuring: boolean;
  readonly hasToasts: boolean;
  readonly cramped: boolean;
}

/** What the keys can do in a list. */
export interface ListKeys {
  move(by: number): void;
  page(by: 1 | -1): void;
  first(): void;
  last(): void;
  open(): unknown;
  back(): unknown;
  readonly isEmpty: boolean;
  readonly canGoBack: boolean;
}
