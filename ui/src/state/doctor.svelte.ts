// The last measurement of this computer, each result as soon as it is made, and a way to make another:
// in general, or for one person who can't be seen.
import type { Check, DoctorReport } from '../bindings/door';
import type { Door } from '../door';
import { toFailure } from '../door/failure';
import { texts } from '../i18n';
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
  /** The device that is, or was, asked about; nothing for anyone. */
  person = $state<string | null>(null);
  /** What was found so far. */
  #live = $state.raw<Check[]>([]);
  /** Wanted while another measurement runs. */
  #next: { person: string | null } | null = null;

  /** The results, while it measures those that are there. */
  readonly checks = $derived(this.running ? this.#live : (this.report?.checks ?? []));

  readonly counts = $derived.by(() => {
    const counts: Record<CheckOutcome, number> = { pass: 0, warn: 0, fail: 0, note: 0 };
    for (const check of this.checks) counts[check.outcome] += 1;
    return counts;
  });

  readonly summary = $derived.by(() => {
    const { pass, warn, fail, note } = this.counts;
    return texts.diagnostics.summary(pass, warn, fail, note);
  });

  readonly #door: Door;

  constructor(door: Door) {
    this.#door = door;
    door.onEvent((event) => {
      // Others may measure, too: the reply has the last word.
      if (event.event !== 'doctor_check' || !this.running) return;
      const others = this.#live.filter((one) => one.id !== event.data.id);
      this.#live = [...others, event.data];
    });
  }

  /** Measures for a device, or for anyone; a person chosen meanwhile comes next. */
  async run(person: string | null = this.person): Promise<void> {
    if (this.running) {
      if (person !== this.person) this.#next = { person };
      return;
    }
    this.running = true;
    this.person = person;
    this.#live = [];
    try {
      this.report = await this.#door.call('doctor', { person });
      clock.touch();
      this.at = clock.stamp;
    } catch (thrown) {
      toasts.failure(texts.diagnostics.notRun, toFailure(thrown));
    } finally {
      this.running = false;
    }
    const next = this.#next;
    this.#next = null;
    if (next) await this.run(next.person);
    else if (this.report) announcer.say(this.summary);
  }

  /** Puts the report on the clipboard; measures first when nothing was measured yet. */
  async copy(): Promise<void> {
    if (!this.report) await this.run();
    if (this.report) await copyOrSay(this.report.report, texts.diagnostics.copied);
  }
}
