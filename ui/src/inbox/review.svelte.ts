// One thing under Review, a handoff or a file: what is known of it, whether it may be read, and why
// something cannot be done with it now. Everything that shows it reads it here.
import type { Failure, Handoff, HandoffDetail, Inspected, Readable } from '../bindings/door';
import { toFailure } from '../door/failure';
import { visible } from '../lib/visible';
import { isOver } from '../state/handoffs.svelte';
import type { Session } from '../state/session.svelte';
import { texts } from '../i18n';
import { readEnvelope, type Envelope } from './envelope';
import { openedFiles } from './files.svelte';
import { titleOf } from './standing';

export type Source = { kind: 'handoff'; id: string } | { kind: 'file'; handle: string };
export type ReviewAction = 'review' | 'import' | 'download' | 'requestChanges' | 'dismiss';

const t = texts.review.blocked;

export class ReviewState {
  readonly source: Source;
  readonly session: Session;
  detail = $state.raw<HandoffDetail | null>(null);
  #file = $state.raw<Inspected | null>(null);
  failure = $state.raw<Failure | null>(null);
  reading = $state(true);
  /** The message of the conversation that the person is on. */
  chosen = $state<number | null>(null);
  #asked = 0;

  constructor(session: Session, source: Source) {
    this.session = session;
    this.source = source;
  }

  /** The newest word on the handoff; nothing for a file. */
  readonly handoff = $derived.by((): Handoff | null => {
    if (this.source.kind !== 'handoff') return null;
    return this.session.handoffs.handoff(this.source.id) ?? this.detail?.handoff ?? null;
  });
  readonly file = $derived.by((): Inspected | null => (this.source.kind === 'file' ? this.#file : (this.detail?.file ?? null)));
  readonly envelope = $derived.by((): Envelope | null =>
    readEnvelope(this.source.kind === 'file' ? this.#file?.envelope : this.detail?.envelope),
  );
  readonly title = $derived(titleOf(this.file?.title ?? this.handoff?.title));
  /** Whom it comes from, as far as anyone says so. */
  readonly sender = $derived.by((): string | null => {
    const from = this.file?.sender;
    // Whose key it is signed with is known by the name they have here, whatever the file calls them.
    const known = this.verified && from && !from.is_you ? this.session.people.person(from.device_id ?? '')?.name : null;
    const name = this.handoff?.person.name ?? known ?? from?.name ?? null;
    return name === null ? null : visible(name);
  });
  /** The sender for sentences that need one. */
  readonly who = $derived(this.sender ?? texts.review.nobody);
  readonly platform = $derived(this.file?.platform ?? this.handoff?.platform ?? null);
  readonly verified = $derived.by((): boolean => {
    if (this.handoff) return this.handoff.person.verified;
    const sender = this.file?.sender;
    if (sender?.signature.state !== 'signed') return false;
    if (sender.is_you) return true;
    const person = sender.device_id === null ? null : this.session.people.person(sender.device_id);
    return person?.standing === 'verified';
  });
  /** What the Reader reads. */
  readonly readable = $derived.by((): Readable =>
    this.source.kind === 'file'
      ? { kind: 'file', path: this.source.handle }
      : { kind: 'handoff', handoff: this.source.id },
  );
  /** Says when what is known may be out of date. */
  readonly version = $derived.by((): string => {
    const { handoff } = this;
    if (!handoff) return this.source.kind;
    return [handoff.state, handoff.receipt, handoff.changed, handoff.full_copy?.state, handoff.bytes, handoff.import].join();
  });

  /** Asks the node; `open` tells the sender that the person looks at it. */
  async load(open = false): Promise<void> {
    const asked = ++this.#asked;
    this.reading = true;
    try {
      if (this.source.kind === 'file') {
        const file = await this.session.door.call('inspect_file', { path: this.source.handle });
        if (asked !== this.#asked) return;
        this.#file = file;
        openedFiles.know(this.source.handle, file.title ?? lastOf(file.file), file.bytes);
      } else {
        const { door } = this.session;
        const which = { handoff: this.source.id };
        const detail = open ? await door.call('open_handoff', which) : await door.call('show_handoff', which);
        if (asked !== this.#asked) return;
        this.detail = detail;
      }
      this.failure = null;
    } catch (thrown) {
      if (asked === this.#asked) this.failure = toFailure(thrown);
    }
    if (asked === this.#asked) this.reading = false;
  }

  /** Why something can't be done with it now; nothing when it can. */
  blocked(action: ReviewAction): string | null {
    if (this.session.node.reach !== 'open') return t.notReachable;
    if (this.source.kind === 'file') return this.#fileBlocked(action);
    const { handoff } = this;
    if (!handoff) return t.reading;
    if (action === 'dismiss') {
      if (handoff.undo_until !== null) return t.dismissing;
      return isOver(handoff) ? t.ended : null;
    }
    if (handoff.state === 'auth-required') return t.unverified(this.who);
    if (['canceled', 'failed', 'rejected'].includes(handoff.state)) return t.ended;
    if (handoff.undo_until !== null && action !== 'review') return t.dismissing;
    if (handoff.state === 'submitted') return t.notHere;
    if (action === 'requestChanges') return isOver(handoff) ? t.ended : null;
    if (action === 'import') return this.file?.refused ? visible(this.file.refused) : null;
    return null;
  }

  #fileBlocked(action: ReviewAction): string | null {
    if (action === 'requestChanges') return t.fileAsk;
    if (action === 'dismiss') return t.fileDismiss;
    if (action === 'download') return t.fileDownload;
    if (!this.file) return this.failure ? visible(this.failure.message) : t.reading;
    return action === 'import' && this.file.refused ? visible(this.file.refused) : null;
  }
}

function lastOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
