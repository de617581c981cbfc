// A list of listeners, each with a way to leave.
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>();

  add(listener: (value: T) => void): () => void {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  }

  tell(value: T): void {
    for (const listener of [...this.#all]) listener(value);
  }
}
