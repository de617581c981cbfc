// Times as people say them.
import { describe, expect, it } from 'vitest';
import { fullTime, relativeTime, toStamp } from '../src/lib/time';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const ago = (ms: number) => relativeTime(toStamp(NOW - ms), NOW, 'en', 'just now');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [-30_000, 'just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, 'yesterday'],
    [6 * DAY, '6 days ago'],
    [8 * DAY, 'Jun 7'],
  ])('%d ms ago is %s', (ms, text) => expect(ago(ms)).toBe(text));

  it('names the year of another year, and never counts into the future', () => {
    expect(ago(400 * DAY)).toMatch(/2025/);
    expect(ago(-HOUR)).toBe('Jun 15');
  });

  it('shows what it does not understand', () => {
    expect(relativeTime('soon', NOW, 'en', 'just now')).toBe('soon');
    expect(fullTime('soon', 'en')).toBe('soon');
  });
});

it('the full time names the weekday and the year', () => {
  expect(fullTime('2026-06-15T12:00:00Z', 'en')).toMatch(/Monday.*2026/);
});
