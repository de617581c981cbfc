// Times as people say them: relative within a day, then yesterday with the time, then a date; the full date for
// those who ask.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface TimeTexts {
  now: string;
  minutes(count: number): string;
  hours(count: number): string;
  yesterday(time: string): string;
}

/** How long ago `at` was, seen from `now`; a clock that is a little ahead counts as now. */
export function relativeTime(at: string, now: number, language: string, texts: TimeTexts): string {
  const then = Date.parse(at);
  if (Number.isNaN(then)) return at;
  const ago = now - then;
  if (ago < 0 ? ago > -MINUTE : ago < MINUTE) return texts.now;
  if (ago < 0) return shortDate(then, now, language);
  if (ago < HOUR) return texts.minutes(Math.floor(ago / MINUTE));
  if (ago < DAY) return texts.hours(Math.floor(ago / HOUR));
  return isYesterday(then, now) ? texts.yesterday(clockTime(then, language)) : shortDate(then, now, language);
}

function isYesterday(then: number, now: number): boolean {
  const day = new Date(now);
  day.setDate(day.getDate() - 1);
  return day.toDateString() === new Date(then).toDateString();
}

function clockTime(then: number, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(then);
}

/** A time as the node writes it. */
export function toStamp(time: number): string {
  return new Date(time).toISOString();
}

/** The full date and time, for titles and details. */
export function fullTime(at: string, language: string): string {
  const then = Date.parse(at);
  if (Number.isNaN(then)) return at;
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }).format(then);
}

function shortDate(then: number, now: number, language: string): string {
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(then);
}
