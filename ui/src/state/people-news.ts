// What is told of people without being asked: one request to pair at a time, who joined by an invite,
// and that a verified person came or went. Strangers who come and go are no news.
import type { PairingView, PeopleList, Person } from '../bindings/door';
import { toFailure } from '../door/failure';
import { visible } from '../lib/visible';
import { waitsForYou } from '../people/model';
import { openPair } from '../people/open';
import { texts } from '../i18n';
import { announcer } from './announce.svelte';
import { pairing as open } from './pairing.svelte';
import { route } from './route.svelte';
import type { Session } from './session.svelte';
import { toasts } from './toasts.svelte';

/** What the one toast for requests is about. */
const REQUEST_TOAST = 'pairing-request';

export function tellOfPeople(session: Session): void {
  const { door, people } = session;
  /** The request the toast is about, and those the person has seen to. */
  let shown: string | null = null;
  const settled = new Set<string>();

  door.onEvent((event) => {
    if (event.event === 'person_joined') tellJoined(session, event.data.person);
  });
  /** Whose key changed and was told of. */
  const warned = new Set<string>();
  people.onList((now, before) => {
    tellPresence(now, before);
    tellKeys(session, warned);
    const asking = now.requests.find((one) => asks(one) && !settled.has(one.id) && open.device !== one.device_id);
    if (asking?.id === shown) return;
    if (shown !== null) toasts.settle(REQUEST_TOAST);
    shown = asking?.id ?? null;
    if (asking) tellRequest(session, asking, () => settled.add(asking.id));
  });
}

/** Somebody else asked, and our person said nothing yet. */
function asks(pairing: PairingView): boolean {
  return !pairing.ours && waitsForYou(pairing);
}

function tellRequest(session: Session, request: PairingView, settle: () => void): void {
  const t = texts.people.pair.toast;
  const name = visible(request.name);
  const known = session.people.someone(request.device_id)?.standing === 'verified';
  const act = (run: () => unknown) => () => {
    settle();
    run();
  };
  toasts.offer({
    title: known ? t.again(name) : t.title,
    cause: request.warning === null ? t.about(name) : t.alike(name),
    about: REQUEST_TOAST,
    actions: [
      { label: t.compare, testid: 'pairing-compare', run: act(() => void openPair(session, request.device_id)) },
      { label: t.ignore, testid: 'pairing-ignore', run: act(() => void ignore(session, request)) },
      { label: t.block, testid: 'pairing-block', run: act(() => void session.people.block(request.device_id, name)) },
    ],
  });
}

async function ignore(session: Session, request: PairingView): Promise<void> {
  try {
    session.people.take(await session.door.call('leave_pairing', { pairing: request.id }));
  } catch (thrown) {
    const failure = toFailure(thrown);
    // One that is over already is ignored enough.
    if (failure.code !== 'not_found') toasts.failure(texts.people.pair.toast.notIgnored, failure);
  }
}

function tellJoined(session: Session, person: Person): void {
  const t = texts.people.invite;
  const name = visible(person.name);
  toasts.offer({
    title: t.joined(name),
    cause: person.warning === null ? t.joinedWhy : `${visible(person.warning)} ${t.joinedWhy}`,
    tone: 'done',
    about: `joined-${person.device_id}`,
    actions: [
      { label: t.show, testid: 'joined-show', run: () => route.go('people', { item: person.device_id }) },
      { label: t.undo, testid: 'joined-undo', run: () => void undoJoin(session, person) },
    ],
  });
}

async function undoJoin(session: Session, person: Person): Promise<void> {
  const t = texts.people.invite;
  try {
    await session.door.call('forget', { person: person.device_id });
    toasts.done(t.undone(visible(person.name)));
  } catch (thrown) {
    toasts.failure(t.notUndone, toFailure(thrown));
  }
}

/** Another key in the place of someone verified is told of at once, and once. */
function tellKeys(session: Session, warned: Set<string>): void {
  const t = texts.people.issue.key;
  for (const one of session.people.everyone) {
    if (one.issue !== 'key') warned.delete(one.id);
    else if (!warned.has(one.id)) {
      warned.add(one.id);
      announcer.warn(`${t.title(visible(one.name))}. ${t.text(visible(one.name))}`);
    }
  }
}

/** Once each time someone verified comes or goes, all of one moment in one breath. */
function tellPresence(now: PeopleList, before: PeopleList | null): void {
  if (before === null) return;
  const was = new Map(before.people.map((person) => [person.device_id, person.nearby]));
  const news = now.people
    .filter((person) => person.standing === 'verified')
    .filter((person) => was.has(person.device_id) && was.get(person.device_id) !== person.nearby)
    .map(({ name, nearby }) => (nearby ? texts.people.came(visible(name)) : texts.people.went(visible(name))));
  if (news.length > 0) announcer.say(news.join(' '));
}
