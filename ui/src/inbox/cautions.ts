// What a person should know before they use what came: each as a title, a sentence and how serious it is.
import type { Inspected } from '../bindings/door';
import { visible } from '../lib/visible';
import { texts } from '../i18n';
import type { ReviewState } from './review.svelte';

export interface Caution {
  id: string;
  tone: 'danger' | 'warning' | 'note';
  title: string;
  text: string;
  lines: string[];
  /** Offers to compare words with this device. */
  verify?: string;
}

const t = texts.review.caution;

export function cautionsOf(review: ReviewState): Caution[] {
  const { file } = review;
  const all = review.source.kind === 'file' ? maker(review) : standing(review);
  if (file) all.push(...content(file, review));
  const odd = (review.detail?.diagnostics ?? file?.diagnostics ?? []).filter((one) => one.is_error);
  if (odd.length > 0) {
    const lines = odd.map((one) => visible(`${one.field}: ${one.message}`));
    all.push({ id: 'odd', tone: 'warning', title: t.oddTitle(odd.length), text: visible(odd[0]?.hint ?? ''), lines });
  }
  return all;
}

/** Who made a file, when that is not someone verified. */
function maker(review: ReviewState): Caution[] {
  const sender = review.file?.sender;
  if (!sender || review.verified) return [];
  const { signature } = sender;
  const danger = signature.state === 'other_device' || signature.state === 'broken';
  const text = {
    unsigned: t.unsigned,
    signed: t.unknownKey(review.who),
    other_device: t.otherDevice,
    broken: t.broken,
  }[signature.state];
  const lines = signature.state === 'broken' ? [visible(signature.why)] : [];
  return [{ id: 'not-verified', tone: danger ? 'danger' : 'warning', title: t.notVerified, text, lines }];
}

/** How a handoff stands, when nothing can be done with it. */
function standing({ handoff, who, file }: ReviewState): Caution[] {
  if (!handoff) return [];
  const one = (id: string, tone: Caution['tone'], title: string, text: string): Caution => ({ id, tone, title, text, lines: [] });
  const all: Caution[] = [];
  if (handoff.state === 'canceled') all.push(one('withdrawn', 'note', t.withdrawnTitle(who), t.withdrawn));
  else if (handoff.state === 'failed') {
    const expired = Date.parse(handoff.expires) < Date.now();
    all.push(expired ? one('expired', 'note', t.expiredTitle, t.expired(who)) : one('failed', 'danger', t.failedTitle, visible(handoff.says)));
  } else if (!handoff.person.verified || handoff.state === 'auth-required') {
    all.push({ ...one('not-verified', 'warning', t.notVerified, t.unverifiedPerson(who)), verify: handoff.person.device_id });
  } else if (handoff.state === 'input-required' && handoff.undo_until === null) all.push(one('waiting', 'note', t.questionTitle(who), t.question));
  const signature = file?.sender.signature.state;
  if (signature === 'broken') all.push(one('broken', 'danger', t.notVerified, t.broken));
  return all;
}

/** What is in it. */
function content(file: Inspected, review: ReviewState): Caution[] {
  const all: Caution[] = [];
  if (file.content === 'differs') {
    all.push({ id: 'changed', tone: 'danger', title: t.changedTitle, text: t.changed, lines: [] });
  }
  if (file.refused && file.content !== 'differs') {
    all.push({ id: 'refused', tone: 'danger', title: t.refusedTitle, text: visible(file.refused), lines: [] });
  }
  const hidden = file.hidden.reduce((sum, one) => sum + one.count, 0);
  if (hidden > 0) {
    const lines = [file.hidden.map((one) => `${one.code} × ${one.count}`).join(', ')];
    all.push({ id: 'hidden', tone: 'warning', title: t.hiddenTitle(hidden), text: t.hidden, lines });
  }
  const secrets = file.secrets.reduce((sum, one) => sum + one.secrets, 0);
  if (secrets > 0) {
    const lines = file.secrets.map((one) => texts.review.places(visible(one.what), String(one.places)));
    all.push({ id: 'secrets', tone: 'warning', title: t.secretsTitle(secrets), text: t.secrets, lines });
  }
  if (file.skipped.length > 0) {
    const lines = file.skipped.map((line) => visible(`${line.count} × ${line.kind}${line.why ? `: ${line.why}` : ''}`));
    all.push({ id: 'skipped', tone: 'warning', title: t.skippedTitle, text: review.title, lines });
  }
  return all;
}
