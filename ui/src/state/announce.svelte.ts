// What a screen reader is told without moving: one polite voice, one urgent voice. Both regions
// are in the page from the start; this file only changes their text.

class Announcer {
  polite = $state('');
  urgent = $state('');

  say(text: string): void {
    this.polite = again(this.polite, text);
  }

  warn(text: string): void {
    this.urgent = again(this.urgent, text);
  }
}

/** The same words twice would be no change; a trailing no-break space makes them one. */
function again(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const announcer = new Announcer();
