// What was asked about a handoff, and the message it is about.
import type { HandoffDetail } from '../bindings/door';

/** The last question, whole. */
export function asked(detail: HandoffDetail | null): string | null {
  const questions = detail?.story.filter((moment) => moment.what === 'asked' && !moment.by_you);
  return questions?.at(-1)?.text ?? null;
}

/** A question about a place begins with a line that names the message, in the language of who asks. */
export function placeOf(question: string): number | null {
  const [, number] = /^[^\d\n]{1,40}(\d{1,6})\b[^\n]*:\n/.exec(question) ?? [];
  return number === undefined ? null : Number(number);
}
