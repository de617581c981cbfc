// The calls that wait for their answer: never more than the node takes, none longer than the
// limit, each settled exactly once.
import type { Failure, Reply } from '../bindings/door';
import type { Method } from './door';
import { onlyReads, takesLong } from './door';
import { noAnswer, tooMany } from './failure';

/** The node's own limit for one client. */
export const MAX_CALLS = 64;
/** How long a call waits for its answer. */
export const CALL_TIMEOUT_MS = 30_000;
/** The same for a call that works through a whole conversation. */
export const LONG_TIMEOUT_MS = 600_000;

interface Waiting {
  method: Method;
  resolve: (reply: Reply) => void;
  reject: (failure: Failure) => void;
  timer: ReturnType<typeof setTimeout>;
}

export class PendingCalls {
  #next = 1;
  readonly #waiting = new Map<number, Waiting>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Starts waiting, then hands the call's number to `send`. */
  start(method: Method, send: (id: number) => void): Promise<Reply> {
    if (this.#waiting.size >= MAX_CALLS) return Promise.reject(tooMany());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const limit = takesLong(method) ? LONG_TIMEOUT_MS : CALL_TIMEOUT_MS;
      const timer = setTimeout(() => this.fail(id, noAnswer(onlyReads(method))), limit);
      this.#waiting.set(id, { method, resolve, reject, timer });
      send(id);
    });
  }

  /** The answer came; an unknown number is one that was given up. */
  answer(id: number, reply: Reply): void {
    this.#take(id)?.resolve(reply);
  }

  /** The call failed. */
  fail(id: number, failure: Failure): void {
    this.#take(id)?.reject(failure);
  }

  /** Nothing that waits now will be answered. */
  failAll(failure: Failure): void {
    for (const id of [...this.#waiting.keys()]) this.fail(id, failure);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting) {
      clearTimeout(waiting.timer);
      this.#waiting.delete(id);
    }
    return waiting;
  }
}
