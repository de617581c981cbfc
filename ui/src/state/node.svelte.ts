// What the page knows of its node: status, settings, and whether it can be reached. Everything is
// asked again after a gap, and kept on the screen meanwhile.
import type { Connection, Failure, SecretHome, SettingsView, Status } from '../bindings/door';
import type { Door, DoorState, NodeEvent } from '../door';
import { toFailure } from '../door/failure';
import { texts } from '../i18n';
import { announcer } from './announce.svelte';
import { toasts } from './toasts.svelte';

/** How long the node is gone before the page thinks of a restart. */
export const LONG_ABSENCE_MS = 10_000;

/** New values by dotted name; `null` is the default. */
export type Changes = Record<string, string | boolean | number | null | unknown[]>;

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

  /** In a browser: gone for so long that it may have been started anew, behind another link. */
  longLost = $state(false);

  readonly #door: Door;
  readonly #refreshers: (() => void)[] = [];
  #wasLost = false;
  /** How much was heard without asking: an answer that is older than that does not count. */
  #heardStatus = 0;
  #heardSettings = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(door: Door) {
    this.#door = door;
    this.kind = door.kind;
    door.onEvent((event) => this.#heard(event));
    door.onState((state) => this.#reached(state));
  }

  /** What the node calls something to know, so that it has one name everywhere. */
  noticeTitle(id: string): string | null {
    return this.status?.notices.find((notice) => notice.id === id)?.title ?? null;
  }

  /** Called whenever what is shown may be out of date. */
  onRefresh(refresher: () => void): void {
    this.#refreshers.push(refresher);
  }

  /** Changes settings; says so when they were not taken. */
  async change(changes: Changes): Promise<boolean> {
    const failure = await this.tryChange(changes);
    if (failure) toasts.failure(texts.settings.notSaved, failure);
    return failure === null;
  }

  /** Changes settings; the answer is why they were not taken. */
  async tryChange(changes: Changes): Promise<Failure | null> {
    const before = this.#heardSettings;
    try {
      const settings = await this.#door.call('change_settings', { changes });
      if (this.#heardSettings === before) this.settings = settings;
      return null;
    } catch (thrown) {
      return toFailure(thrown);
    }
  }

  async retryIdentity(): Promise<void> {
    try {
      const { identity } = await this.#taken(this.#door.call('retry_identity'));
      if (identity.state === 'ready') toasts.done(texts.diagnostics.keyBack);
      else toasts.note(texts.diagnostics.keyStill, identity.reason);
    } catch (thrown) {
      toasts.failure(texts.diagnostics.keyNotTried, toFailure(thrown));
    }
  }

  async moveIdentity(to: SecretHome): Promise<void> {
    const { identity } = texts.settings;
    try {
      await this.#taken(this.#door.call('move_identity', { to }));
      toasts.done(to === 'keyring' ? identity.movedToKeyring : identity.movedToFile);
    } catch (thrown) {
      toasts.failure(identity.notMoved, toFailure(thrown));
    }
  }

  /** Takes the status that is answered, unless a newer one was heard meanwhile. */
  async #taken(answer: Promise<Status>): Promise<Status> {
    const before = this.#heardStatus;
    const status = await answer;
    if (this.#heardStatus === before) this.status = status;
    return status;
  }

  #heard(event: NodeEvent): void {
    switch (event.event) {
      case 'status_changed':
        this.#heardStatus++;
        this.status = event.data;
        break;
      case 'settings_changed':
        this.#heardSettings++;
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
      // The status that comes along says how the network stands; the rest has listeners of its own.
      case 'network_changed':
      case 'person_joined':
      case 'pairing_changed':
      case 'person_nearby':
      case 'person_gone':
      case 'person_changed':
      case 'journal_added':
      case 'raise_window':
      case 'catalog_progress':
      case 'conversations_changed':
      case 'work_progress':
      case 'doctor_check':
      case 'handoff_arrived':
      case 'handoff_changed':
      case 'history_changed':
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
    const isLost = this.reach === 'lost';
    if (isLost && !this.#wasLost) {
      announcer.warn(texts.status.gone);
      if (this.kind === 'browser') this.#waiting = setTimeout(() => this.#long(), LONG_ABSENCE_MS);
    }
    if (!isLost) {
      clearTimeout(this.#waiting);
      this.longLost = false;
    }
    if (this.reach === 'open' && this.#wasLost) announcer.say(texts.status.backAgain);
    this.#wasLost = isLost;
  }

  #long(): void {
    this.longLost = true;
    announcer.warn(texts.status.lostLong);
  }

  #refresh(): void {
    void this.#ask();
    for (const refresher of this.#refreshers) refresher();
  }

  async #ask(): Promise<void> {
    const before = [this.#heardStatus, this.#heardSettings];
    try {
      const [status, settings] = await Promise.all([
        this.#door.call('status'),
        this.#door.call('settings'),
      ]);
      // Answers and events travel by different ways: what was heard meanwhile may be newer.
      if (this.#heardStatus === before[0]) this.status = status;
      if (this.#heardSettings === before[1]) this.settings = settings;
    } catch (thrown) {
      const failure = toFailure(thrown);
      // A lost connection is shown as such, and asking starts over when it is back.
      if (this.reach === 'open') toasts.failure(texts.failure.statusNotRead, failure);
    }
  }
}
