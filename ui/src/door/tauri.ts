// The door of the desktop window: three commands of the app, one that answers a request, one that
// keeps sending events, and one for what only the app can do. The app itself finds the node again when its host goes away, and says so
// by events; this file only carries.
import { Channel, invoke } from '@tauri-apps/api/core';
import type { DesktopAction, DesktopAnswer, OpenedPath, Reply } from '../bindings/door';
import { texts } from '../i18n';
import type { Arguments, Door, DoorState, Method, NodeEvent, ReplyOf } from './door';
import { requestOf } from './door';
import { notHere, toFailure } from './failure';
import { Listeners } from './listeners';
import { PendingCalls } from './pending';

export class TauriDoor implements Door {
  readonly kind = 'desktop';
  readonly #pending = new PendingCalls();
  readonly #events = new Listeners<NodeEvent>();
  readonly #states = new Listeners<DoorState>();
  #state: DoorState = { state: 'connecting' };

  open(): void {
    const channel = new Channel<NodeEvent>((event) => this.#events.tell(event));
    invoke<null>('events', { channel }).then(
      () => this.#become({ state: 'open' }),
      (thrown: unknown) => this.#become({ state: 'refused', failure: toFailure(thrown) }),
    );
  }

  async call<M extends Method>(method: M, ...args: Arguments<M>): Promise<ReplyOf<M>> {
    const request = requestOf(method, args);
    const reply = await this.#pending.start(method, (id) => {
      invoke<Reply>('call', { request }).then(
        (answer) => this.#pending.answer(id, answer),
        (thrown: unknown) => this.#pending.fail(id, toFailure(thrown)),
      );
    });
    return ('result' in reply ? reply.result : null) as ReplyOf<M>;
  }

  async desktop(action: DesktopAction): Promise<DesktopAnswer> {
    try {
      return await invoke<DesktopAnswer>('desktop', { action });
    } catch (thrown) {
      throw toFailure(thrown);
    }
  }

  /** The app has dialogs of its own for that. */
  upload(): Promise<OpenedPath> {
    return Promise.reject(notHere(texts.desktop.noUpload));
  }

  onEvent(listener: (event: NodeEvent) => void): () => void {
    return this.#events.add(listener);
  }

  onState(listener: (state: DoorState) => void): () => void {
    listener(this.#state);
    return this.#states.add(listener);
  }

  #become(state: DoorState): void {
    this.#state = state;
    this.#states.tell(state);
  }
}
