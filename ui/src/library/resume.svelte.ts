// The commands that carry conversations on in their own agents, and the folders they are run in, asked for
// before they are wanted: what is copied must be there at the moment of the click.
import type { Door } from '../door';
import { toFailure } from '../door/failure';
import { visible } from '../lib/visible';
import type { Session } from '../state/session.svelte';

/** The command and the node's name for its folder if that is here, or why there is none. */
export type Resume = { line: string; handle: string | null } | { why: string };

/** How many are kept. */
const MAX_KEPT_COMMANDS = 50;

export class Resumes {
  #known = $state.raw<[name: string, resume: Resume][]>([]);
  readonly #door: Door;

  constructor(door: Door) {
    this.#door = door;
  }

  /** Nothing before the answer. */
  of(name: string): Resume | null {
    return this.#known.find(([known]) => known === name)?.[1] ?? null;
  }

  /** Asks; what is known stays until the answer. */
  async look(name: string): Promise<void> {
    let resume: Resume;
    try {
      const { line, handle } = await this.#door.call('resume', { conversation: name });
      resume = { line, handle };
    } catch (thrown) {
      resume = { why: visible(toFailure(thrown).message) };
    }
    const others = this.#known.filter(([known]) => known !== name);
    this.#known = [[name, resume] as [string, Resume], ...others].slice(0, MAX_KEPT_COMMANDS);
  }
}

const made = new WeakMap<Door, Resumes>();

export function resumesOf({ door }: Pick<Session, 'door'>): Resumes {
  const known = made.get(door);
  if (known) return known;
  const resumes = new Resumes(door);
  made.set(door, resumes);
  return resumes;
}
