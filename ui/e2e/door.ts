// The node's door without a page: frames over the socket in the profile folder, as `segue` in a terminal uses it.
// For what a person's program does much faster, or otherwise, than a page would.
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { CallOutcome, FromHost, Reply, Request } from '../src/bindings/door';
import type { Segue } from './segue';

type Method = Request['method'];
type Params<M extends Method> = Extract<Request, { method: M }> extends { params: infer P } ? P : Record<string, never>;
type Result<M extends Method> = Extract<Reply, { method: M }> extends { result: infer R } ? R : undefined;

export class Door {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (outcome: CallOutcome) => void>();
  #bytes = Buffer.alloc(0);
  #next = 1;

  private constructor(socket: Socket, welcome: (frame: FromHost) => void) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, data]);
      for (let frame = this.#take(); frame; frame = this.#take()) {
        if (frame.frame === 'answer') this.#waiting.get(frame.id)?.(frame.outcome);
        else if (frame.frame !== 'event') welcome(frame);
      }
    });
  }

  /** Opens the door of someone who serves. */
  static async of(segue: Segue): Promise<Door> {
    const socket = connect(join(segue.profile, 'node.sock'));
    return new Promise((opened, failed) => {
      socket.once('error', failed);
      const door = new Door(socket, (frame) => (frame.frame === 'welcome' ? opened(door) : failed(new Error(JSON.stringify(frame)))));
      socket.once('connect', () => door.#send({ frame: 'hello', protocol: 2, surface: 'cli', pid: process.pid, token: null }));
    });
  }

  /** Asks the node; fails with what it says when it does not do it. */
  async call<M extends Method>(method: M, params?: Params<M>): Promise<Result<M>> {
    const id = this.#next++;
    const answer = new Promise<CallOutcome>((done) => this.#waiting.set(id, done));
    this.#send({ frame: 'call', id, caller: { kind: 'person', surface: 'cli' }, request: params ? { method, params } : { method } });
    const outcome = await answer;
    this.#waiting.delete(id);
    if ('failure' in outcome) throw new Error(`${method}: ${outcome.failure.code}: ${outcome.failure.message}`);
    return ('result' in outcome.reply ? outcome.reply.result : undefined) as Result<M>;
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(frame: object): void {
    const bytes = Buffer.from(JSON.stringify(frame));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    this.#socket.write(Buffer.concat([length, bytes]));
  }

  /** The next whole frame, if there is one. */
  #take(): FromHost | null {
    if (this.#bytes.length < 4) return null;
    const end = 4 + this.#bytes.readUInt32BE(0);
    if (this.#bytes.length < end) return null;
    const frame = JSON.parse(this.#bytes.toString('utf8', 4, end)) as FromHost;
    this.#bytes = this.#bytes.subarray(end);
    return frame;
  }
}
