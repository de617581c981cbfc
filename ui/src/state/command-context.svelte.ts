// What the commands act on, put together from the states of this folder.
import type { Theme } from '../bindings/door';
import type { CommandContext, LayerId } from '../shortcuts';
import { actions, type ActionId } from './actions.svelte';
import { showLayer } from './layers';
import { layout } from './layout.svelte';
import { activeList } from './list.svelte';
import { overlays } from './overlays.svelte';
import { route, type Screen } from './route.svelte';
import type { Session } from './session.svelte';
import { toasts } from './toasts.svelte';
import { zoom } from './zoom.svelte';

export class CommandContextState implements CommandContext {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  get list() {
    return activeList.now;
  }
  get theme() {
    return this.#session.node.settings?.values.appearance.theme ?? null;
  }
  get connected() {
    return this.#session.node.reach === 'open' && this.#session.node.settings !== null;
  }
  get measuring() {
    return this.#session.doctor.running;
  }
  get hasReport() {
    return this.#session.doctor.report !== null;
  }
  get desktop() {
    return this.#session.node.kind === 'desktop';
  }
  get zoom() {
    return zoom.level;
  }
  get hasToasts() {
    return toasts.all.length > 0;
  }
  get cramped() {
    return layout.cramped;
  }
  /** Whether single letters act; until the settings are known they do. */
  get singleLetters() {
    return this.#session.node.settings?.values.shortcuts.single_letters ?? true;
  }

  go(screen: Screen) {
    route.go(screen);
  }
  showPalette() {
    overlays.show('palette');
  }
  showSheet() {
    overlays.show('sheet');
  }
  showLayer(id: LayerId) {
    showLayer(id, this.#session);
  }
  searchAll() {
    route.go('library', { aim: 'library-search' });
  }
  action(id: ActionId) {
    return actions.of(id);
  }
  toggleNav() {
    layout.toggleNav();
  }
  setTheme(theme: Theme) {
    void this.#session.node.change({ 'appearance.theme': theme });
  }
  switchDensity() {
    const density = this.#session.node.settings?.values.appearance.density;
    void this.#session.node.change({
      'appearance.density': density === 'compact' ? 'comfortable' : 'compact',
    });
  }
  setZoom(level: number) {
    zoom.set(level);
  }
  runDiagnostics() {
    route.go('diagnostics');
    void this.#session.doctor.run();
  }
  copyReport() {
    route.go('diagnostics');
    void this.#session.doctor.copy();
  }

  /** To the notifications, and from there back to where the focus was. */
  focusToasts() {
    const region = document.getElementById('toasts');
    const focused = document.activeElement;
    if (region?.contains(focused)) {
      toasts.giveFocusBack();
      return;
    }
    region?.querySelector<HTMLElement>('button')?.focus();
  }
}
