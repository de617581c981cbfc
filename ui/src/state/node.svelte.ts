// What the page knows of its node: status, settings, and whether it can be reached. Everything is
// asked again after a gap, and kept on the screen meanwhile.
import type { Connection, SecretHome, SettingsView, Status } from '../bindings/door';
import type { Door, DoorState, NodeEvent } from '../door';
import { toFailure } from '../door/failure';
import { words } from '../words';
import { announcer } from './announce.svelte';
import { toasts } from './toasts.svelte';

/** New values by dotted name; `null` is the default. */
export type Changes = Record<string, string | boolean | number | null>;

export class NodeState {
  readonly kind: Door['kind'];
  status = $state.raw<Status | null>(null);
  settings = $state.raw<SettingsView | null>(null);
  door = $state.raw<DoorState>({ state: 'connecting' });
  /** How the process behind the door reaches the node, once it said so. */
  upstream = $state<Connection | null>(null);

  /** How the page reaches the node, all in all. */
  readonly reach = $derived<DoorState['state']>(
    this.door.state === 'open' && this.upstream === 'lost' ? 'lost' : this.door.state,
  );

  readonly #door: Door;
  readonly #refreshers: (() => void)[] = [];
  #wasLost = false;

  constructor(door: Door) {
    this.#door = door;
    this.kind = door.kind;
    door.onEvent((event) => this.#heard(event));
    door.onState((state) => this.#reached(state));
  }

  /** Called whenever what is shown may be out of date. */
  onRefresh(refresher: () => void): void {
    this.#refreshers.push(refresher);
  }

  async change(changes: Changes): Promise<boolean> {
    try {
      this.settings = await this.#door.call('change_settings', { changes });
      return true;
    } catch (thrown) {
      toasts.failure(words.settings.notSaved, toFailure(thrown));
      return false;
    }
  }

  async retryIdentity(): Promise<void> {
    try {
      this.status = await this.#door.call('retry_identity');
      const { identity } = this.status;
      if (identity.state === 'ready') toasts.done(words.diagnostics.keyBack);
      else toasts.note(words.diagnostics.keyStill, identity.reason);
    } catch (thrown) {
      toasts.failure(words.diagnostics.keyNotTried, toFailure(thrown));
    }
  }

  async moveIdentity(to: SecretHome): Promise<void> {
    const { identity } = words.settings;
    try {
      this.status = await this.#door.call('move_identity', { to });
      toasts.done(to === 'keyring' ? identity.movedToKeyring : identity.movedToFile);
    } catch (thrown) {
      toasts.failure(identity.notMoved, toFailure(thrown));
    }
  }

  #heard(event: NodeEvent): void {
    switch (event.event) {
      case 'status_changed':
        this.status = event.data;
        break;
      case 'settings_changed':
        this.settings = event.data;
        break;
      case 'connection': {
        const wasLost = this.upstream === 'lost';
        this.upstream = event.data;
        this.#say();
        if (wasLost && event.data !== 'lost') this.#refresh();
        break;
      }
      case 'missed':
        this.#refresh();
        break;
      case 'journal_added':
      case 'raise_window':
        break;
    }
  }

  #reached(state: DoorState): void {
    this.door = state;
    if (state.state !== 'open') this.upstream = null;
    this.#say();
    if (state.state === 'open') this.#refresh();
  }

  #say(): void {
    if (this.reach === 'lost' && !this.#wasLost) announcer.warn(words.status.gone);
    if (this.reach === 'open' && this.#wasLost) announcer.say(words.status.backAgain);
    this.#wasLost = this.reach === 'lost';
  }

  #refresh(): void {
    void this.#ask();
    for (const refresher of this.#refreshers) refresher();
  }

  async #ask(): Promise<void> {
    try {
      const [status, settings] = await Promise.all([
        this.#door.call('status'),
        this.#door.call('settings'),
      ]);
      this.status = status;
      this.settings = settings;
    } catch (thrown) {
      const failure = toFailure(thrown);
      // A lost connection is shown as such, and asking starts over when it is back.
      if (this.reach === 'open') toasts.failure(words.failure.statusNotRead, failure);
    }
  }
}
