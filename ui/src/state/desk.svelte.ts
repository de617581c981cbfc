// What the commands act on, put together from the states of this folder.
import type { Theme } from '../bindings/door';
import type { Desk } from '../shortcuts';
import { layout } from './layout.svelte';
import { activeList } from './list.svelte';
import { overlays } from './overlays.svelte';
import { route, type Screen } from './route.svelte';
import type { Session } from './session.svelte';
import { toasts } from './toasts.svelte';

export class DeskState implements Desk {
  readonly #session: Session;
  /** Where the focus was before it went to the notifications. */
  #before: HTMLElement | null = null;

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
      this.#before?.focus();
      return;
    }
    this.#before = focused instanceof HTMLElement ? focused : null;
    region?.querySelector<HTMLElement>('button')?.focus();
  }
}
