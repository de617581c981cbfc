// The same question asked again before it was answered: answers may come in another order.

export class Turns {
  #asked = 0;
  #answered = 0;

  /** The answer, unless the one to a later question came first. */
  async latest<T>(answer: Promise<T>): Promise<T | null> {
    const turn = ++this.#asked;
    const given = await answer;
    if (turn < this.#answered) return null;
    this.#answered = turn;
    return given;
  }
}
