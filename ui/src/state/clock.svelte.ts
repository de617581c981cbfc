// The present, coarse enough for "5 minutes ago".
import { toStamp } from '../lib/time';

class Clock {
  now = $state(Date.now());

  start(): void {
    setInterval(() => (this.now = Date.now()), 20_000);
  }

  /** The present as the node writes times. */
  get stamp(): string {
    return toStamp(this.now);
  }

  /** Called when something new is shown, so that it is never from the future. */
  touch(): void {
    this.now = Date.now();
  }
}

export const clock = new Clock();
