// The last measurement of this computer, and a way to make another.
import type { Check, DoctorReport } from '../bindings/door';
import type { Door } from '../door';
import { toFailure } from '../door/failure';
import { words } from '../words';
import { announcer } from './announce.svelte';
import { clock } from './clock.svelte';
import { copyOrSay } from './copy';
import { toasts } from './toasts.svelte';

/** How a check went; a note is plain information. */
export type CheckOutcome = Check['outcome'] | 'note';

export class DoctorState {
  report = $state.raw<DoctorReport | null>(null);
  /** When the last measurement ended. */
  at = $state<string | null>(null);
  running = $state(false);

  readonly counts = $derived.by(() => {
    const counts: Record<CheckOutcome, number> = { pass: 0, warn: 0, fail: 0, note: 0 };
    for (const check of this.report?.checks ?? []) counts[check.outcome] += 1;
    return counts;
  });

  readonly summary = $derived.by(() => {
    const { pass, warn, fail, note } = this.counts;
    return words.diagnostics.summary(pass, warn, fail, note);
  });

  readonly #door: Door;

  constructor(door: Door) {
    this.#door = door;
  }

  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      this.report = await this.#door.call('doctor', {});
      clock.touch();
      this.at = clock.stamp;
      announcer.say(this.summary);
    } catch (thrown) {
      toasts.failure(words.diagnostics.notRun, toFailure(thrown));
    } finally {
      this.running = false;
    }
  }

  /** Puts the report on the clipboard; measures first when nothing was measured yet. */
  async copy(): Promise<void> {
    if (!this.report) await this.run();
    if (this.report) await copyOrSay(this.report.report, words.diagnostics.copied);
  }
}
