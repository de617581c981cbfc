// Failures that arise on the page's side of the door, in the same shape as the node's own.
import type { Failure } from '../bindings/door';
import { texts } from '../i18n';

/** The connection went away; `sent` says whether the request may have arrived. */
export function hostLost(sent: boolean): Failure {
  return {
    code: 'host_lost',
    message: texts.door.lost,
    hints: [texts.door.lostHint],
    retry: sent ? 'unknown' : 'safe',
  };
}

/** No answer came in time. */
export function noAnswer(readsOnly: boolean): Failure {
  return {
    code: 'host_lost',
    message: texts.door.noAnswer,
    hints: [texts.door.noAnswerHint],
    retry: readsOnly ? 'safe' : 'unknown',
  };
}

/** More calls wait than the node takes. */
export function tooMany(): Failure {
  return { code: 'busy', message: texts.door.busy, hints: [texts.door.busyHint], retry: 'safe' };
}

/** Where the page runs, this can't be done. */
export function notHere(why: string): Failure {
  return { code: 'refused', message: why, hints: [], retry: 'no' };
}

/** The node speaks another version of the frames. */
export function otherProtocol(): Failure {
  return {
    code: 'version_mismatch',
    message: texts.door.otherVersion,
    hints: [texts.door.otherVersionHint],
    retry: 'no',
  };
}

/** Whatever was thrown, as a failure; anything of another shape is a fault of ours, and for us to read. */
export function toFailure(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  // eslint-disable-next-line no-console -- so that it is found
  console.error(thrown);
  return {
    code: 'internal',
    message: texts.door.internal,
    hints: [texts.door.internalHint],
    retry: 'unknown',
  };
}

function isFailure(value: unknown): value is Failure {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    'message' in value &&
    typeof value.message === 'string' &&
    'hints' in value &&
    Array.isArray(value.hints)
  );
}
