// What was typed, under the names the node takes; and what is still missing before it can leave. The
// node checks all of it again: here it is said at once, beside the field it is about.
import type { FindingDecision, SendingChoice } from '../bindings/door';
import type { ParamsOf } from '../door/door';
import type { BlockerDraft, Decided, Draft } from './draft';

export type Prepare = ParamsOf<'prepare_handoff'>;

/** Most characters of the task and of the note. */
export const MAX_TASK_CHARS = 500;
export const MAX_NOTE_CHARS = 20_000;

export function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function choiceOf(draft: Draft, history: string = draft.history): SendingChoice {
  return {
    history: history === 'last' ? `last:${Math.max(1, Math.floor(draft.last) || 1)}` : history,
    tool_output: draft.toolOutput,
    reasoning: draft.reasoning,
    personal: draft.personal,
  };
}

/** Whether a decision about a finding can be carried out as it is. */
export function isWhole(decided: Decided, finding: { can_keep: boolean; keep_needs_reason: boolean }): boolean {
  if (decided.choice !== 'keep') return true;
  return finding.can_keep && (!finding.keep_needs_reason || decided.reason.trim() !== '');
}

export function decisionOf(decided: Decided): FindingDecision {
  if (decided.choice !== 'keep') return { decision: decided.choice };
  const reason = decided.reason.trim();
  return { decision: 'keep', reason: reason === '' ? null : reason };
}

/** Only statuses that name something in the way have blockers. */
export function blockersOf(draft: Draft): BlockerDraft[] {
  return draft.status === 'success' ? [] : draft.blockers;
}

/** Everything but the decisions. `asked` is how open questions are headed in the note. */
export function requestOf(conversation: string, draft: Draft, asked: string): Omit<Prepare, 'decisions'> {
  return {
    conversation,
    choice: choiceOf(draft),
    task: draft.task.trim() || null,
    note: noteOf(draft, asked) || null,
    envelope: envelopeOf(draft),
    attach_diff: draft.attachDiff,
  };
}

/** The envelope has no place for open questions, so they end the note. */
function noteOf(draft: Draft, asked: string): string {
  const open = lines(draft.questions).map((line) => `- ${line}`);
  const all = [draft.note.trim(), open.length > 0 ? [asked, ...open].join('\n') : ''];
  return all.filter((text) => text !== '').join('\n\n');
}

/** What was said beyond task and note; nothing when nothing was. */
function envelopeOf(draft: Draft): Record<string, unknown> | null {
  const said: Record<string, unknown> = {};
  const add = (name: string, value: unknown) => {
    if (typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) && value.length > 0) {
      said[name] = typeof value === 'string' ? value.trim() : value;
    }
  };
  if (draft.status !== 'success') add('status', draft.status);
  add('summary', draft.summary);
  add('instructions', lines(draft.instructions));
  add('expected_output', draft.expected);
  add('priority', draft.priority);
  add('deadline', draft.deadline);
  add('objective', draft.objective);
  add('in_scope', lines(draft.inScope));
  add('out_of_scope', lines(draft.outOfScope));
  add('constraints', lines(draft.constraints));
  const blockers = blockersOf(draft).filter((one) => one.text.trim() !== '');
  add('blockers', blockers.map((one) => ({ text: one.text.trim(), type: one.kind, options: lines(one.options) })));
  const decided = draft.decisions.filter((one) => one.decision.trim() !== '');
  add('prior_decisions', decided.map((one) => ({
    decision: one.decision.trim(),
    rationale: one.why.trim() || null,
    alternatives_considered: lines(one.rejected),
  })));
  const artifacts = draft.artifacts.filter((one) => one.path.trim() !== '');
  add('artifacts', artifacts.map((one) => ({
    path: one.path.trim(),
    ...(one.kind === '' ? {} : { type: one.kind }),
    ...(one.about.trim() === '' ? {} : { description: one.about.trim() }),
  })));
  const checked = verificationOf(draft);
  if (Object.keys(checked).length > 0) said['verification'] = checked;
  return Object.keys(said).length > 0 ? said : null;
}

function verificationOf(draft: Draft): Record<string, unknown> {
  return {
    ...(draft.testsPassed === '' ? {} : { tests_passed: draft.testsPassed === 'yes' }),
    ...(draft.wasRun === '' ? {} : { execution_verified: draft.wasRun === 'yes' }),
    ...(draft.checkedHow.trim() === '' ? {} : { verification_method: draft.checkedHow.trim() }),
  };
}
