// One handoff in the making: what was typed, what that comes to, what leaves, and why it cannot leave
// yet. The same for an answer that brings more of the conversation along.
import type { Finding, Handoff, Person, Prepared } from '../bindings/door';
import { clock } from '../state/clock.svelte';
import type { Session } from '../state/session.svelte';
import { texts } from '../i18n';
import { choiceOf, isWhole, requestOf } from './compose';
import { draftOf, emptyDraft, forgetDraft, keepDraft, type Decided, type Draft } from './draft';
import { faultsOf, hintsOf, refusedFields } from './faults';
import { Figures } from './figures.svelte';
import { Review } from './review.svelte';

const t = texts.handoff;
const REDACT_BY_DEFAULT: Decided = { choice: 'redact', reason: '' };

export class Sheet {
  draft: Draft = $state(emptyDraft(null));
  /** When the draft that was found here was written. */
  restored = $state<string | null>(null);
  /** The person tried to go on: what is missing is said at every field. */
  tried = $state(false);
  sending = $state(false);

  readonly figures: Figures;
  readonly review: Review;
  readonly session: Session;
  readonly conversation: string;
  /** The handoff this answers a question of. */
  readonly answering: Handoff | null;
  #left = false;

  constructor(session: Session, conversation: string, to: string[], answering: Handoff | null) {
    this.session = session;
    this.conversation = conversation;
    this.answering = answering;
    this.figures = new Figures(session.door, conversation);
    this.review = new Review(session.door);
    const fresh = emptyDraft(session.node.settings?.values.sending ?? null);
    const kept = draftOf(this.key, fresh);
    this.draft = kept?.draft ?? fresh;
    this.restored = kept?.at ?? null;
    if (to.length > 0) this.draft.to = to;
  }

  /** Under which name the draft is kept. */
  get key(): string {
    return this.answering ? `${this.conversation}#${this.answering.id}` : this.conversation;
  }

  /** Those it goes to, as far as they can be handed something now. */
  readonly people: Person[] = $derived.by(() =>
    this.session.people.verified.filter((person) => this.draft.to.includes(person.device_id)),
  );

  readonly choice = $derived(choiceOf(this.draft));
  readonly faults = $derived.by(() => {
    const faults = faultsOf(this.draft);
    if (!this.answering) return faults;
    // An answer has no task of its own: its words travel beside the file.
    const others = Object.fromEntries(Object.entries(faults).filter(([field]) => field !== 'action_required.task'));
    return this.draft.note.trim() === '' ? { ...others, note: t.faults.answer } : others;
  });
  /** What the node said about fields, of what is shown now. */
  readonly odd = $derived.by(() => {
    const { failure, made } = this.review;
    return failure ? refusedFields(failure) : hintsOf(made?.prepared.diagnostics ?? []);
  });

  readonly request = $derived.by(() => {
    const draft = $state.snapshot(this.draft);
    const request = requestOf(this.conversation, draft, t.form.questionsHead);
    return this.answering ? { ...request, task: null, note: null } : request;
  });

  /** Findings that keep it here until they are decided. */
  readonly undecided: Finding[] = $derived.by(() => {
    const all = this.review.made?.findings ?? [];
    return all.filter((finding) => !isWhole(this.decided(finding.id), finding));
  });

  readonly lacksPeople = $derived.by(() => !this.answering && this.people.length === 0);

  /** Why it cannot leave now; nothing when it can. */
  readonly blocked = $derived.by((): string | null => {
    const { review } = this;
    if (this.sending) return t.blocked.sending;
    if (this.session.node.reach !== 'open') return texts.commands.reason.notConnected;
    if (this.lacksPeople) return t.blocked.nobody;
    const [fault] = Object.values(this.faults);
    if (fault !== undefined) return fault;
    if (!review.opened) return t.blocked.notReviewed;
    if (this.undecided.length > 0) return t.blocked.reason(this.undecided.length);
    if (review.failure) return t.blocked.wrong;
    if (!review.ready) return t.blocked.preparing;
    if (this.#unsigned()) return t.blocked.unsigned;
    return null;
  });

  /** Why what leaves cannot be shown yet. */
  readonly unreviewable = $derived.by((): string | null => {
    if (this.session.node.reach !== 'open') return texts.commands.reason.notConnected;
    return Object.values(this.faults)[0] ?? null;
  });

  decided(id: string): Decided {
    return this.draft.findings[id] ?? REDACT_BY_DEFAULT;
  }

  decide(id: string, change: Partial<Decided>): void {
    this.draft.findings[id] = { ...this.decided(id), ...change };
  }

  toggle(device: string): void {
    const { to } = this.draft;
    this.draft.to = to.includes(device) ? to.filter((one) => one !== device) : [...to, device];
  }

  /** Keeps what was typed, unless nothing was or it has left. */
  keep(): void {
    if (this.#left) return;
    const draft = $state.snapshot(this.draft);
    const fresh = emptyDraft(this.session.node.settings?.values.sending ?? null);
    if (JSON.stringify({ ...draft, to: [] }) === JSON.stringify(fresh)) forgetDraft(this.key);
    else keepDraft(this.key, draft, clock.stamp);
  }

  discard(): void {
    this.draft = emptyDraft(this.session.node.settings?.values.sending ?? null);
    this.restored = null;
    this.tried = false;
    forgetDraft(this.key);
  }

  /** Hands exactly what is shown to those who are chosen. */
  async send(): Promise<Handoff[]> {
    const { made } = this.review;
    if (this.blocked !== null || !made) return [];
    this.sending = true;
    try {
      const sent = this.answering ? [await this.#answer(made.prepared.hash)] : await this.#handOver(made.prepared, made.fullCopy);
      for (const handoff of sent) this.session.handoffs.take(handoff);
      this.#left = true;
      forgetDraft(this.key);
      return sent;
    } finally {
      this.sending = false;
    }
  }

  async #handOver(prepared: Prepared, fullCopy: Prepared | null): Promise<Handoff[]> {
    const sent = await this.session.door.call('send_handoff', {
      hash: prepared.hash,
      full_copy: fullCopy?.hash ?? null,
      to: this.people.map((person) => person.device_id),
      hours: Math.max(1, this.draft.days) * 24,
    });
    return sent.handoffs;
  }

  async #answer(hash: string): Promise<Handoff> {
    const handoff = this.answering?.id ?? '';
    return this.session.door.call('answer_handoff', { handoff, text: this.draft.note.trim(), hash });
  }

  #unsigned(): boolean {
    const made = this.review.made;
    return made !== null && (!made.prepared.signed || made.fullCopy?.signed === false);
  }
}
