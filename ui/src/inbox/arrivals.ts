// Tells of what arrives: one message for one conversation, one for many of the same person, and one for
// all when many people send. However many come, a few messages stand at the edge of the window, and a
// message that only counts on is not spoken each time.
import type { Handoff } from '../bindings/door';
import { bytes } from '../lib/amounts';
import { visible } from '../lib/visible';
import { announcer } from '../state/announce.svelte';
import { route } from '../state/route.svelte';
import type { Session } from '../state/session.svelte';
import { isOver } from '../state/handoffs.svelte';
import { toasts } from '../state/toasts.svelte';
import { texts } from '../i18n';
import { reviewing } from './reviewing.svelte';
import { isNew, titleOf } from './standing';

/** What comes within this time is told together. */
export const TOGETHER_MS = 300;
/** How long a message that counts stays as it is before it counts again. */
export const AGAIN_MS = 2_000;
/** A message that counts on is spoken again only after this time: whoever listens is not talked over. */
export const SPOKEN_MS = 30_000;
/** More people than this are told of in one message. */
const MAX_NAMED_PEOPLE = 3;
const COMBINED_TOAST = 'arrival';

const t = texts.inbox.toast;

export class Arrivals {
  /** What arrived and was not looked at, by person. */
  readonly #waiting = new Map<string, Map<string, Handoff>>();
  readonly #changed = new Set<string>();
  /** How each stood when it was last heard of. */
  readonly #states = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #told = 0;
  /** When each message that counts was last spoken. */
  readonly #spoken = new Map<string, number>();
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    session.handoffs.onArrival((handoff) => this.#arrived(handoff));
    session.door.onEvent((event) => {
      if (event.event === 'handoff_changed') this.#moved(event.data);
    });
  }

  #arrived(handoff: Handoff): void {
    const device = handoff.person.device_id;
    const of = this.#waiting.get(device) ?? new Map<string, Handoff>();
    this.#waiting.set(device, of.set(handoff.id, handoff));
    this.#changed.add(device);
    const wait = Math.max(TOGETHER_MS, this.#told + AGAIN_MS - Date.now());
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#tell(), wait);
  }

  /** Whoever looked at it, here or elsewhere, need not be told any more. */
  #moved(handoff: Handoff): void {
    if (handoff.direction !== 'received') return;
    const before = this.#states.get(handoff.id) ?? this.#session.handoffs.handoff(handoff.id)?.state;
    this.#states.set(handoff.id, handoff.state);
    if (before === 'input-required' && handoff.state === 'working') this.#answered(handoff);
    if (isNew(handoff)) return;
    const device = handoff.person.device_id;
    const of = this.#waiting.get(device);
    if (!of?.delete(handoff.id)) return;
    if (of.size === 0) {
      this.#waiting.delete(device);
      this.#settle(aboutOf(device));
    }
    if (this.#waiting.size === 0) this.#settle(COMBINED_TOAST);
  }

  /** What comes from now on is news again. */
  #settle(about: string): void {
    this.#spoken.delete(about);
    toasts.settle(about);
  }

  /** What was asked was answered; whoever looks at it sees it there. */
  #answered(handoff: Handoff): void {
    const title = t.answered(visible(handoff.person.name));
    const cause = t.answeredWhat(titleOf(handoff.title));
    if (route.screen === 'inbox' && route.item === handoff.id) {
      announcer.say(`${title}. ${cause}`);
      return;
    }
    const run = () => reviewing.open(handoff.id);
    toasts.offer({ title, cause, about: `answer:${handoff.id}`, actions: [{ label: t.review, testid: 'toast-review', run }] });
  }

  #tell(): void {
    this.#timer = undefined;
    this.#told = Date.now();
    const devices = [...this.#changed];
    this.#changed.clear();
    if (this.#waiting.size > MAX_NAMED_PEOPLE) {
      for (const device of this.#waiting.keys()) toasts.settle(aboutOf(device));
      this.#offerMany(COMBINED_TOAST, t.manyPeople(this.#waiting.size, this.#count()));
      return;
    }
    for (const device of devices) {
      const of = [...(this.#waiting.get(device)?.values() ?? [])].filter((one) => !isOver(one));
      const [first] = of;
      if (!first) continue;
      if (of.length === 1) this.#offerOne(first);
      else this.#offerMany(aboutOf(device), t.many(visible(first.person.name), of.length));
    }
  }

  #count(): number {
    return [...this.#waiting.values()].reduce((sum, of) => sum + of.size, 0);
  }

  #offerOne(handoff: Handoff): void {
    const { person } = handoff;
    const title = t.one(visible(person.name), titleOf(handoff.title));
    const messages = texts.inbox.messages(handoff.messages);
    const verified = person.verified ? texts.people.verified : texts.people.notVerified;
    toasts.offer({
      title,
      cause: t.oneWhat(messages, this.#session.platforms.name(handoff.platform)),
      about: aboutOf(person.device_id),
      say: t.heard(title, verified, `${messages}, ${bytes(handoff.bytes)}`),
      actions: [{ label: t.review, testid: 'toast-review', run: () => this.#review(handoff) }],
    });
  }

  #offerMany(about: string, title: string): void {
    const quiet = Date.now() - (this.#spoken.get(about) ?? -Infinity) < SPOKEN_MS;
    if (!quiet) this.#spoken.set(about, Date.now());
    toasts.offer({
      quiet,
      title,
      cause: t.manyWhat,
      about,
      actions: [{ label: t.openInbox, testid: 'toast-inbox', run: () => this.#open() }],
    });
  }

  #review(handoff: Handoff): void {
    this.#waiting.delete(handoff.person.device_id);
    reviewing.open(handoff.id);
  }

  #open(): void {
    this.#waiting.clear();
    this.#spoken.clear();
    route.go('inbox');
  }
}

function aboutOf(device: string): string {
  return `${COMBINED_TOAST}:${device}`;
}
