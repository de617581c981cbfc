// The facts about what came, as lines of a name and words.
import type { RedactionCount } from '../bindings/door';
import { bytes, number } from '../lib/amounts';
import { visible } from '../lib/visible';
import { words } from '../words';
import type { ReviewState } from './review.svelte';

export interface Fact {
  id: string;
  name: string;
  lines: string[];
  code?: boolean;
}

const w = words.review;

/** What is always in sight. */
export function mainFacts(review: ReviewState): Fact[] {
  const { file, handoff } = review;
  const all: (Fact | null)[] = [
    fact('platform', w.platform, review.platform && review.session.platforms.name(review.platform)),
    project(review),
    messages(review),
    fact('size', w.size, bytes(file?.bytes ?? handoff?.bytes ?? 0)),
    fact('history', w.history, historyOf(file?.history ?? handoff?.history ?? '')),
    file ? { id: 'redacted', name: w.redacted, lines: redaction(file.redaction?.redacted ?? null) } : null,
  ];
  if (file?.redaction && file.redaction.kept.length > 0) {
    all.push({ id: 'kept', name: w.kept, lines: redaction(file.redaction.kept) });
  }
  return all.filter((one) => one !== null);
}

/** What few people need. */
export function finerFacts(review: ReviewState): Fact[] {
  const { file, handoff } = review;
  const signature = file?.sender.signature;
  const says = signature && { unsigned: w.signatures.unsigned, signed: w.signatures.signed, other_device: w.signatures.other, broken: w.signatures.broken }[signature.state];
  const all = [
    fact('signature', w.signature, says ?? null),
    code('file-hash', w.fileHash, handoff?.hash ?? null),
    code('hash', w.hash, file?.content_hash ?? null),
    code('task-id', w.taskId, handoff?.id ?? null),
  ];
  return all.filter((one) => one !== null);
}

function fact(id: string, name: string, text: string | null): Fact | null {
  return text === null || text === '' ? null : { id, name, lines: [visible(text)] };
}

function code(id: string, name: string, text: string | null): Fact | null {
  const one = fact(id, name, text);
  return one && { ...one, code: true };
}

function project({ file }: ReviewState): Fact | null {
  const hint = file?.project;
  if (!hint) return null;
  const lines = [hint.name ?? hint.path, hint.remote, hint.branch && w.branch(hint.branch), hint.commit && w.commit(hint.commit.slice(0, 12))];
  const shown = lines.filter((line) => line !== null && line !== '').map((line) => visible(line ?? ''));
  return shown.length === 0 ? null : { id: 'project', name: w.project, lines: shown };
}

function messages({ file, handoff }: ReviewState): Fact {
  const count = file?.messages ?? handoff?.messages ?? 0;
  const of = file?.extent?.of ?? count;
  const first = of > count ? w.partOf(number(count), number(of)) : words.inbox.messages(count);
  const lines = file && file.tool_calls > 0 ? [first, w.calls(file.tool_calls)] : [first];
  return { id: 'messages', name: w.messages, lines };
}

function historyOf(history: string): string {
  const last = /^last:(\d+)$/.exec(history)?.[1];
  if (last) return w.histories.last(last);
  if (history === 'full' || history === 'summary' || history === 'pointer') return w.histories[history];
  return history;
}

function redaction(counts: RedactionCount[] | null): string[] {
  if (counts === null) return [w.redactedUnknown];
  if (counts.length === 0) return [w.nothingRedacted];
  return counts.map((one) => w.places(visible(one.what), number(one.places)));
}
