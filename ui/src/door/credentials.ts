// What lets a page in. A link carries a token that works once, in the part of the address that is
// never sent to a server; it is taken out of the address bar at once. The node answers with a
// session, kept for this tab only, that lets the same page in again.

import type { Shown } from './door';

const SESSION_KEY = 'segue.session';
const TOKEN = /^#token=([^&]+)/;

/** The parts of the browser this file touches. */
export interface Browser {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

export class Credentials {
  readonly #browser: Browser;
  #once: string | null;

  constructor(browser: Browser) {
    this.#browser = browser;
    this.#once = takeToken(browser);
  }

  /** What to show at the door now. */
  token(): string | null {
    return this.#once ?? this.#browser.sessionStorage.getItem(SESSION_KEY);
  }

  /** What kind of thing that is. */
  kind(): Shown {
    if (this.#once !== null) return 'link';
    return this.token() === null ? 'nothing' : 'session';
  }

  /** Let in: the token of the link is spent, the session counts from now on. */
  letIn(session: string | null): void {
    this.#once = null;
    if (session !== null) this.#browser.sessionStorage.setItem(SESSION_KEY, session);
  }

  /** Not let in: what was shown is worth nothing. */
  turnedAway(): void {
    if (this.#once === null) this.#browser.sessionStorage.removeItem(SESSION_KEY);
    this.#once = null;
  }
}

/** Whether the part of an address after `#` lets a page in. */
export function carriesToken(hash: string): boolean {
  return TOKEN.test(hash);
}

function takeToken(browser: Browser): string | null {
  const match = TOKEN.exec(browser.location.hash);
  if (!match?.[1]) return null;
  browser.history.replaceState(null, '', browser.location.pathname + browser.location.search);
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return match[1];
  }
}
