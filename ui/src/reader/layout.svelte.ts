// How a person likes to read: changes in one column or two, the outline in sight or not.
import { recall, remember } from '../state/memory';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

class Choice {
  #on = $state(false);
  readonly #name: string;

  constructor(name: string, usual: boolean) {
    this.#name = name;
    this.#on = recall(name, isBoolean) ?? usual;
  }

  get on(): boolean {
    return this.#on;
  }

  toggle(): void {
    this.#on = !this.#on;
    remember(this.#name, this.#on);
  }
}

export const outlineShown = new Choice('reader.outline', true);
/** Changes in two columns. */
export const splitDiff = new Choice('reader.split', false);
