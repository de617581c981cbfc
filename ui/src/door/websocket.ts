// The door of a page in a browser: frames over a WebSocket to the `segue serve` it came from.
//
//   connecting --welcome--> open --dropped--> lost --(back-off, again)--> open
//        \--farewell--> refused, and no further try
//
// A call that was never sent may be repeated; one that was sent and not answered may have happened.
import type { DesktopAnswer, FromClient, FromHost, OpenedPath } from '../bindings/door';
import { texts } from '../i18n';
import type { Credentials } from './credentials';
import type { Arguments, Door, DoorState, Method, NodeEvent, ReplyOf } from './door';
import { requestOf } from './door';
import { hostLost, notHere, otherProtocol } from './failure';
import { Listeners } from './listeners';
import { PendingCalls } from './pending';
import { uploadFile } from './upload';

export const PROTOCOL = 2;
export const FIRST_WAIT_MS = 250;
export const LONGEST_WAIT_MS = 5_000;
/** How long a fresh connection may take until it is welcomed. */
export const WELCOME_TIMEOUT_MS = 10_000;

/** The parts of a WebSocket this file touches. */
export type Socket = Pick<
  WebSocket,
  'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'
>;

export class WebSocketDoor implements Door {
  readonly kind = 'browser';
  readonly #connect: () => Socket;
  readonly #credentials: Credentials;
  readonly #pending = new PendingCalls();
  readonly #events = new Listeners<NodeEvent>();
  readonly #states = new Listeners<DoorState>();
  #state: DoorState = { state: 'connecting' };
  #socket: Socket | null = null;
  #wait = FIRST_WAIT_MS;
  #welcomeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(connect: () => Socket, credentials: Credentials) {
    this.#connect = connect;
    this.#credentials = credentials;
  }

  open(): void {
    const socket = this.#connect();
    this.#socket = socket;
    this.#welcomeTimer = setTimeout(() => this.#dropped(socket), WELCOME_TIMEOUT_MS);
    socket.onopen = () => {
      const token = this.#credentials.token();
      send(socket, { frame: 'hello', protocol: PROTOCOL, surface: 'serve', pid: 0, token });
    };
    socket.onmessage = (message) => this.#received(socket, message.data);
    socket.onclose = () => this.#dropped(socket);
    // Every error is followed by a close, which says all there is to know.
    socket.onerror = null;
  }

  async call<M extends Method>(method: M, ...args: Arguments<M>): Promise<ReplyOf<M>> {
    const socket = this.#socket;
    if (this.#state.state === 'refused') throw this.#state.failure;
    if (this.#state.state !== 'open' || !socket) throw hostLost(false);
    const request = requestOf(method, args);
    const reply = await this.#pending.start(method, (id) => {
      send(socket, { frame: 'call', id, request });
    });
    return ('result' in reply ? reply.result : null) as ReplyOf<M>;
  }

  desktop(): Promise<DesktopAnswer> {
    return Promise.reject(notHere(texts.desktop.onlyApp));
  }

  async upload(file: File): Promise<OpenedPath> {
    if (this.#state.state !== 'open') throw hostLost(false);
    return uploadFile(file, this.#credentials.token());
  }

  onEvent(listener: (event: NodeEvent) => void): () => void {
    return this.#events.add(listener);
  }

  onState(listener: (state: DoorState) => void): () => void {
    listener(this.#state);
    return this.#states.add(listener);
  }

  #received(socket: Socket, data: unknown): void {
    if (socket !== this.#socket) return;
    const frame = parse(data);
    switch (frame?.frame) {
      case 'welcome':
        this.#welcomed(frame.protocol, frame.session);
        break;
      case 'farewell':
        this.#refused(frame.failure);
        break;
      case 'answer':
        if ('reply' in frame.outcome) this.#pending.answer(frame.id, frame.outcome.reply);
        else this.#pending.fail(frame.id, frame.outcome.failure);
        break;
      case 'event':
        this.#events.tell(frame.event);
        break;
      default:
        // Not a frame: this is no node we know how to talk to on this connection.
        this.#dropped(socket);
    }
  }

  #welcomed(protocol: number, session: string | null): void {
    if (protocol !== PROTOCOL) {
      this.#refused(otherProtocol());
      return;
    }
    clearTimeout(this.#welcomeTimer);
    this.#credentials.letIn(session);
    this.#wait = FIRST_WAIT_MS;
    this.#become({ state: 'open' });
  }

  #refused(failure: Extract<DoorState, { state: 'refused' }>['failure']): void {
    const shown = this.#credentials.kind();
    this.#credentials.turnedAway();
    this.#become({ state: 'refused', failure, shown });
    this.#leave(this.#socket);
    this.#pending.failAll(failure);
  }

  #dropped(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#leave(socket);
    if (this.#state.state === 'open') this.#become({ state: 'lost' });
    this.#pending.failAll(hostLost(true));
    setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #leave(socket: Socket | null): void {
    clearTimeout(this.#welcomeTimer);
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #become(state: DoorState): void {
    this.#state = state;
    this.#states.tell(state);
  }
}

function send(socket: Socket, frame: FromClient): void {
  socket.send(JSON.stringify(frame));
}

function parse(data: unknown): FromHost | null {
  if (typeof data !== 'string') return null;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && 'frame' in value
      ? (value as FromHost)
      : null;
  } catch {
    return null;
  }
}
