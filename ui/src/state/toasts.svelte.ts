// Short messages at the edge of the window. An error, and one that offers something to do, stays until
// it is dismissed; a note leaves by itself, but not while it is pointed at or focused. Never the only
// place for anything.
import type { Failure } from '../bindings/door';
import { texts } from '../i18n';
import { announcer } from './announce.svelte';

export interface Toast {
  id: number;
  tone: 'done' | 'note' | 'error';
  title: string;
  cause: string | null;
  hints: string[];
  /** The cause and the hints are the node's own words. */
  byNode: boolean;
  /** What can be done about it; the first is the likely one. */
  actions: ToastAction[];
  /** Names what it is about: a newer message about the same takes its place. */
  about: string | null;
}

export interface ToastAction {
  label: string;
  testid?: string;
  run(): unknown;
}

/** A message that offers something to do. */
export interface Offer {
  title: string;
  cause?: string;
  tone?: Toast['tone'];
  about?: string;
  /** What is spoken, when that is not what is written. */
  say?: string;
  /** Written only: it was spoken of a moment ago. */
  quiet?: boolean;
  actions: ToastAction[];
}

/** How many are kept; the oldest note, then the oldest error, makes room. */
const MAX_TOASTS = 4;
const NOTE_MS = 6_000;

class Toasts {
  all = $state<Toast[]>([]);
  /** Where the focus was before it came to the messages. */
  cameFrom: Element | null = null;
  #next = 1;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Something the person asked for was done. */
  done(title: string): void {
    announcer.say(title);
    this.resume(this.#add({ tone: 'done', title }));
  }

  /** Something to know, of no great weight. */
  note(title: string, cause: string): void {
    announcer.say(`${title}. ${cause}`);
    this.resume(this.#add({ tone: 'note', title, cause }));
  }

  /** Something that wants a decision or can be taken back: stays until the person acts. */
  offer({ say, quiet = false, ...toast }: Offer): number {
    if (!quiet) announcer.say(say ?? (toast.cause ? `${toast.title}. ${toast.cause}` : toast.title));
    return this.#add({ tone: 'note', ...toast });
  }

  /** What this was about is settled. */
  settle(about: string): void {
    for (const toast of this.all.filter((one) => one.about === about)) this.dismiss(toast.id);
  }

  /** A request that was not fulfilled; `title` says what that means for the person. */
  failure(title: string, failure: Failure): void {
    const hints = [...failure.hints];
    if (failure.retry === 'unknown') hints.push(texts.shell.mayHaveHappened);
    const cause = withoutTitle(title, failure.message);
    announcer.warn(`${title}. ${cause}`);
    this.#add({ tone: 'error', title, cause, hints, byNode: true });
  }

  /** Leaves the messages for where the focus was, or for the screen. */
  giveFocusBack(): void {
    const { cameFrom } = this;
    const there = cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom !== document.body;
    (there ? cameFrom : document.getElementById('main'))?.focus();
  }

  dismiss(id: number): void {
    this.hold(id);
    this.all = this.all.filter((toast) => toast.id !== id);
  }

  /** Stops the clock of a note. */
  hold(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** Starts the clock of a note again. */
  resume(id: number): void {
    const toast = this.all.find((one) => one.id === id);
    if (!toast || toast.tone === 'error' || toast.actions.length > 0) return;
    this.hold(id);
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), NOTE_MS),
    );
  }

  #add(added: Pick<Toast, 'tone' | 'title'> & Partial<Toast>): number {
    const fresh = { cause: null, hints: [], byNode: false, actions: [], about: null, ...added };
    const same = this.all.find((one) =>
      fresh.about === null
        ? one.title === fresh.title && one.cause === fresh.cause
        : one.about === fresh.about,
    );
    // The same message with other words: whoever is about to press something on it still does.
    const toast = { ...fresh, id: same?.id ?? this.#next++ };
    if (same) this.hold(same.id);
    this.all = [...this.all.filter((one) => one !== same), toast];
    while (this.all.length > MAX_TOASTS) {
      const leaving =
        this.all.find((one) => one.tone !== 'error' && one.actions.length === 0) ?? this.all[0];
      if (leaving) this.dismiss(leaving.id);
    }
    return toast.id;
  }
}

/** A cause that begins by saying the title again, without that. */
export function withoutTitle(title: string, cause: string): string {
  if (!cause.toLowerCase().startsWith(title.toLowerCase())) return cause;
  const rest = cause.slice(title.length).replace(/^[\s:.,–-]+/, '');
  return rest === '' ? cause : rest.charAt(0).toUpperCase() + rest.slice(1);
}

export const toasts = new Toasts();
