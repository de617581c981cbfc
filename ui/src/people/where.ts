// Where someone is, as text: on this network and how they are reached, or since when they are away.
import { number } from '../lib/amounts';
import { language, texts } from '../i18n';
import type { Someone } from './model';

const DAY = 24 * 60 * 60 * 1000;

export function where(someone: Someone, now: number): string {
  const t = texts.people.where;
  if (!someone.here) {
    return someone.lastSeen === null ? t.neverSeen : t.offline(seen(someone.lastSeen, now));
  }
  return [t.here, kind(someone), took(someone.roundTrip)].filter((text) => text !== null).join(' · ');
}

/** By what the connection goes. */
export function kind(someone: Someone): string {
  const [address] = someone.addresses;
  if (address === undefined) return texts.people.where.direct;
  return address.includes('QUIC') ? texts.people.where.quic : texts.people.where.tcp;
}

export function took(roundTrip: number | null): string | null {
  if (roundTrip === null) return null;
  return roundTrip < 1 ? texts.people.where.atOnce : texts.people.where.took(number(roundTrip));
}

/** The time of today, the weekday of this week, then the date. */
export function seen(at: string, now: number): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return at;
  const today = new Date(now).toDateString() === then.toDateString();
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const thisWeek = now - then.getTime() < 6 * DAY;
  const form: Intl.DateTimeFormatOptions = today
    ? time
    : thisWeek
      ? { weekday: 'short', ...time }
      : { day: 'numeric', month: 'short', year: 'numeric' };
  return new Intl.DateTimeFormat(language, { hourCycle: 'h23', ...form }).format(then);
}

/** A day, as in "since 3 Nov". */
export function day(at: string): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return at;
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }).format(then);
}
