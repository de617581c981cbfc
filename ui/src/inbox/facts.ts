// The facts about what came, as lines of a name and words.
import type { RedactionCount } from '../bindings/door';
import { bytes, number } from '../lib/amounts';
import { visible } from '../lib/visible';
import { texts } from '../i18n';
import type { ReviewState } from './review.svelte';

export interface Fact {
  id: string;
  name: string;
  lines: string[];
  code?: boolean;
}

const t = texts.review;

/** What is always in sight. */
export function mainFacts(review: ReviewState): Fact[] {
  const { file, handoff } = review;
  const all: (Fact | null)[] = [
    fact('platform', t.platform, review.platform && review.session.platforms.name(review.platform)),
    project(review),
    messages(review),
    fact('size', t.size, bytes(file?.bytes ?? handoff?.bytes ?? 0)),
    fact('history', t.history, historyOf(file?.history ?? handoff?.history ?? '')),
    file ? { id: 'redacted', name: t.redacted, lines: redaction(file.redaction?.redacted ?? null) } : null,
  ];
  if (file?.redaction && file.redaction.kept.length > 0) {
    all.push({ id: 'kept', name: t.kept, lines: redaction(file.redaction.kept) });
  }
  return all.filter((one) => one !== null);
}

/** What few people need. */
export function finerFacts(review: ReviewState): Fact[] {
  const { file, handoff } = review;
  const signature = file?.sender.signature;
  const says = signature && { unsigned: t.signatures.unsigned, signed: t.signatures.signed, other_device: t.signatures.other, broken: t.signatures.broken }[signature.state];
  const all = [
    fact('signature', t.signature, says ?? null),
    code('file-hash', t.fileHash, handoff?.hash ?? null),
    code('hash', t.hash, file?.content_hash ?? null),
    code('task-id', t.taskId, handoff?.id ?? null),
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
  const lines = [hint.name ?? hint.path, hint.remote, hint.branch && t.branch(hint.branch), hint.commit && t.commit(hint.commit.slice(0, 12))];
  const shown = lines.filter((line) => line !== null && line !== '').map((line) => visible(line ?? ''));
  return shown.length === 0 ? null : { id: 'project', name: t.project, lines: shown };
}

function messages({ file, handoff }: ReviewState): Fact {
  const count = file?.messages ?? handoff?.messages ?? 0;
  const of = file?.extent?.of ?? count;
  const first = of > count ? t.partOf(number(count), number(of)) : texts.inbox.messages(count);
  const lines = file && file.tool_calls > 0 ? [first, t.calls(file.tool_calls)] : [first];
  return { id: 'messages', name: t.messages, lines };
}

function historyOf(history: string): string {
  const last = /^last:(\d+)$/.exec(history)?.[1];
  if (last) return t.histories.last(last);
  if (history === 'full' || history === 'summary' || history === 'pointer') return t.histories[history];
  return history;
}

function redaction(counts: RedactionCount[] | null): string[] {
  if (counts === null) return [t.redactedUnknown];
  if (counts.length === 0) return [t.nothingRedacted];
  return counts.map((one) => t.places(visible(one.what), number(one.places)));
}
