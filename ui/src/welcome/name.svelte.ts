// The name in the first steps: what the node calls the person, until they type another.
import type { NodeState } from '../state/node.svelte';
import { toasts } from '../state/toasts.svelte';
import { texts } from '../i18n';

const MAX_NAME_CHARS = 40;

export class NameDraft {
  #node: NodeState;
  #typed = $state<string | null>(null);
  /** Why the node did not take it, until it is changed. */
  #refused = $state<string | null>(null);

  constructor(node: NodeState) {
    this.#node = node;
  }

  get text(): string {
    return this.#typed ?? this.#node.status?.you.name ?? '';
  }
  set text(text: string) {
    this.#typed = text;
    this.#refused = null;
  }

  /** Why this name can't be kept; nothing when it can. */
  get wrong(): string | null {
    const name = this.text.trim();
    if (name === '') return texts.welcome.who.empty;
    // The node counts characters, not the units a field counts in.
    if (Array.from(name).length > MAX_NAME_CHARS) return texts.welcome.who.tooLong;
    return this.#refused;
  }

  /** Keeps it, when it is another than the one in use. */
  async save(): Promise<boolean> {
    const name = this.text.trim();
    if (name === this.#node.status?.you.name) return true;
    const failure = await this.#node.tryChange({ name });
    if (failure?.code === 'invalid') this.#refused = failure.message;
    else if (failure) toasts.failure(texts.settings.notSaved, failure);
    return failure === null;
  }
}
