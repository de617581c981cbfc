// Suggestions for one handoff: read from the last messages when somebody looks for them, offered as long as
// they were not used. Nothing is filled in by itself.
import type { ShownMessage } from '../bindings/door';
import type { Door } from '../door';
import { lines } from './compose';
import { emptyDecision, type Draft } from './draft';
import { suggestionsOf, type Suggestions } from './suggest';

/** Only the last messages are read. */
const MAX_READ_MESSAGES = 60;

export class Suggested {
  #found = $state.raw<Suggestions>({ decided: [], rejected: [], open: [] });
  #asked = false;
  readonly #door: Door;
  readonly #conversation: string;

  constructor(door: Door, conversation: string) {
    this.#door = door;
    this.#conversation = conversation;
  }

  /** Reads once; what cannot be read suggests nothing. */
  async look(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.#found = suggestionsOf(await this.#last());
    } catch {
      this.#asked = false;
    }
  }

  /** What was found and is not in the draft yet. */
  of(draft: Draft): Suggestions {
    const decided = draft.decisions.map((one) => one.decision.trim());
    const rejected = draft.decisions.flatMap((one) => lines(one.rejected));
    const open = lines(draft.questions);
    return {
      decided: this.#found.decided.filter((text) => !decided.includes(text)),
      rejected: this.#found.rejected.filter((text) => !rejected.includes(text)),
      open: this.#found.open.filter((text) => !open.includes(text)),
    };
  }

  async #last(): Promise<ShownMessage[]> {
    const of = { kind: 'session', conversation: this.#conversation } as const;
    const { total } = await this.#door.call('read_outline', { of });
    const messages: ShownMessage[] = [];
    let after: number | null = Math.max(0, total - MAX_READ_MESSAGES);
    while (after !== null && messages.length < MAX_READ_MESSAGES) {
      const page: { messages: ShownMessage[]; next: number | null } = await this.#door.call('read_messages', {
        of,
        after,
        limit: MAX_READ_MESSAGES - messages.length,
      });
      if (page.messages.length === 0) break;
      messages.push(...page.messages);
      after = page.next;
    }
    return messages;
  }
}

/** Puts a suggestion where the person could have typed it. */
export function take(draft: Draft, kind: keyof Suggestions, text: string): void {
  if (kind === 'open') draft.questions = [...lines(draft.questions), text].join('\n');
  else if (kind === 'decided') {
    const free = draft.decisions.find((one) => one.decision.trim() === '');
    if (free) free.decision = text;
    else draft.decisions.push({ ...emptyDecision(), decision: text });
  } else {
    if (draft.decisions.length === 0) draft.decisions.push(emptyDecision());
    const last = draft.decisions.at(-1);
    if (last) last.rejected = [...lines(last.rejected), text].join('\n');
  }
}
