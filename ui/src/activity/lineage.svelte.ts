// Where conversations went, as far as this computer knows; asked again when something new is known of it.
import type { ComparedVersions, ConversationLineage } from '../bindings/door';
import type { Door } from '../door';
import { toFailure } from '../door/failure';
import { Turns } from '../state/turns';
import type { NodeState } from '../state/node.svelte';
import { toasts } from '../state/toasts.svelte';
import { texts } from '../i18n';
import { graphOf } from './graph';
import { versionOf } from './version';

const TOGETHER_MS = 300;

export class LineageState {
  all = $state.raw<ConversationLineage[]>([]);
  read = $state(false);
  readonly #door: Door;
  readonly #node: NodeState;
  #asking: ReturnType<typeof setTimeout> | undefined;
  readonly #turns = new Turns();

  constructor(door: Door, node: NodeState) {
    this.#door = door;
    this.#node = node;
  }

  /** Follows what happens until the answer is called; for an `$effect`. */
  follow(): () => void {
    const off = this.#door.onEvent(({ event }) => {
      if (event === 'history_changed' || event === 'handoff_changed' || event === 'handoff_arrived') this.#soon();
    });
    if (this.#node.reach === 'open') void this.refresh();
    return () => {
      off();
      clearTimeout(this.#asking);
      this.#asking = undefined;
    };
  }

  async refresh(): Promise<void> {
    clearTimeout(this.#asking);
    this.#asking = undefined;
    try {
      const reply = await this.#turns.latest(this.#door.call('lineage', {}));
      if (!reply) return;
      this.all = reply.conversations;
      this.read = true;
    } catch (thrown) {
      if (this.#node.reach === 'open') toasts.failure(texts.activity.versionsNotRead, toFailure(thrown));
    }
  }

  async compare(conversation: string, version: string): Promise<ComparedVersions | null> {
    try {
      return await this.#door.call('compare_versions', { conversation, version });
    } catch (thrown) {
      toasts.failure(texts.activity.notCompared, toFailure(thrown));
      return null;
    }
  }

  #soon(): void {
    this.#asking ??= setTimeout(() => void this.refresh(), TOGETHER_MS);
  }
}

export function pictureOf(lineage: ConversationLineage) {
  return graphOf(lineage.versions.map(versionOf));
}
