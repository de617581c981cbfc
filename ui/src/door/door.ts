// The one way the page talks to its node: ask, and hear. Two ways of carrying it exist, one for
// the desktop window and one for a browser; nothing above this folder knows which is in use.
//
// The types of a method's parameters and reply are found in the generated bindings by the
// `method` name that a request and its reply share.
import { METHODS, type DesktopAction, type DesktopAnswer, type Event as NodeEvent, type Failure, type OpenedPath, type Reply, type Request } from '../bindings/door';

export type { NodeEvent };

/** Everything that a page can ask. */
export type Method = keyof typeof METHODS;

/** What a method is asked with; `undefined` when it takes nothing. */
export type ParamsOf<M extends Method> =
  Extract<Request, { method: M }> extends { params: infer P } ? P : undefined;

/** What a method answers; `undefined` when that it was done is all there is to say. */
export type ReplyOf<M extends Method> =
  Extract<Reply, { method: M }> extends { result: infer R } ? R : null;

/** The arguments after the method's name: none for a method that takes nothing. */
export type Arguments<M extends Method> = ParamsOf<M> extends undefined ? [] : [ParamsOf<M>];

/** What a page in a browser had to show at the door. */
export type Shown = 'link' | 'session' | 'nothing';

/** How the page reaches its node. */
export type DoorState =
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'lost' }
  | { state: 'refused'; failure: Failure; shown?: Shown };

/** A way to the node. Every rejected call carries a `Failure`. */
export interface Door {
  /** Where the page runs: some settings mean nothing in a browser. */
  readonly kind: 'desktop' | 'browser';
  /** Starts connecting; called once, after the listeners are in place. */
  open(): void;
  call<M extends Method>(method: M, ...args: Arguments<M>): Promise<ReplyOf<M>>;
  /** Asks the desktop app itself; a page in a browser has none. */
  desktop(action: DesktopAction): Promise<DesktopAnswer>;
  /** Gives the node a file that the person chose in the browser. */
  upload(file: File): Promise<OpenedPath>;
  onEvent(listener: (event: NodeEvent) => void): () => void;
  /** Hears the current state at once, then every change. */
  onState(listener: (state: DoorState) => void): () => void;
}

/** The request as it travels. */
export function requestOf<M extends Method>(method: M, args: Arguments<M>): Request {
  const [params] = args;
  return (params === undefined ? { method } : { method, params }) as Request;
}

/** Whether it may take as long as a large conversation takes. */
export function takesLong(method: Method): boolean {
  return METHODS[method].slow;
}

/** Whether asking twice is the same as asking once. */
export function onlyReads(method: Method): boolean {
  return METHODS[method].reads;
}
