// Times as people say them: relative under a week, then a date; the full date for those who ask.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago `at` was, seen from `now`; a clock that is a little ahead counts as now. */
export function relativeTime(
  at: string,
  now: number,
  language: string,
  justNow: string,
): string {
  const then = Date.parse(at);
  if (Number.isNaN(then)) return at;
  const ago = now - then;
  if (ago < 0 ? ago > -MINUTE : ago < MINUTE) return justNow;
  if (ago < 0 || ago >= 7 * DAY) return shortDate(then, now, language);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (ago < HOUR) return format.format(-Math.floor(ago / MINUTE), 'minute');
  if (ago < DAY) return format.format(-Math.floor(ago / HOUR), 'hour');
  return format.format(-Math.floor(ago / DAY), 'day');
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
