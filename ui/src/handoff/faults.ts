// What is wrong or odd about what was typed, by field. The names of fields are those of the envelope:
// `action_required.task`, `blockers.0.resolution_options`, `results.artifacts.1.path`.
import type { EnvelopeDiagnostic, Failure } from '../bindings/door';
import { texts } from '../i18n';
import { blockersOf, lines, MAX_NOTE_CHARS, MAX_TASK_CHARS } from './compose';
import type { Draft } from './draft';

/** What to say at each field. */
export type Faults = Record<string, string>;

const t = texts.handoff.faults;

/** What keeps it from leaving, known without asking. */
export function faultsOf(draft: Draft): Faults {
  const faults: Faults = {};
  if (draft.task.trim() === '') faults['action_required.task'] = t.task;
  else if ([...draft.task.trim()].length > MAX_TASK_CHARS) faults['action_required.task'] = t.tooLong(MAX_TASK_CHARS);
  if ([...draft.note].length > MAX_NOTE_CHARS) faults['note'] = t.tooLong(MAX_NOTE_CHARS);
  if (draft.status === 'partial' && draft.summary.trim() === '') faults['results.summary'] = t.summary;
  if (draft.status !== 'success') blockerFaults(draft, faults);
  draft.decisions.forEach((one, at) => {
    // Without the decision nothing of it would leave.
    const said = one.why.trim() !== '' || one.rejected.trim() !== '';
    if (said && one.decision.trim() === '') faults[`context.prior_decisions.${at}.decision`] = t.decision;
  });
  draft.artifacts.forEach((artifact, at) => {
    const path = artifact.path.trim();
    if (/^([/\\~]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(path)) faults[`results.artifacts.${at}.path`] = t.outside;
  });
  if (draft.history === 'last' && !(Number.isInteger(draft.last) && draft.last >= 1)) faults['last'] = t.last;
  return faults;
}

function blockerFaults(draft: Draft, faults: Faults): void {
  const blockers = blockersOf(draft);
  if (blockers.every((one) => one.text.trim() === '')) {
    faults['blockers.0.description'] = t.blocker[draft.status === 'success' ? 'partial' : draft.status];
  }
  if (draft.status !== 'blocked') return;
  blockers.forEach((one, at) => {
    const named = one.text.trim() !== '' || at === 0;
    if (named && lines(one.options).length === 0) faults[`blockers.${at}.resolution_options`] = t.options;
  });
}

/** What the node found odd, in our words where there are some. */
export function hintsOf(diagnostics: EnvelopeDiagnostic[]): Faults {
  const known: Record<string, string> = t.codes;
  const at = (one: EnvelopeDiagnostic) => (one.field === 'context' ? 'context.objective' : one.field);
  return Object.fromEntries(diagnostics.map((one) => [at(one), known[one.code] ?? `${one.message} ${one.hint}`]));
}

/** The fields that a refusal of the node names. */
export function refusedFields(failure: Failure): Faults {
  return hintsOf((failure.fields ?? []).filter((one) => one.is_error));
}
