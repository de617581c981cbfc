// Whether the first steps are shown: decided once, when the settings are first known. A setting that
// changes later, by hand or by another window, takes nobody out of what they are doing.

class FirstSteps {
  shown = $state(false);
  #decided = false;

  decide(welcomed: boolean): void {
    if (this.#decided) return;
    this.#decided = true;
    this.shown = !welcomed;
  }

  end(): void {
    this.shown = false;
  }
}

export const firstSteps = new FirstSteps();
