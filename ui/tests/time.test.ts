// Times and sizes as people say them.
import { describe, expect, it } from 'vitest';
import { texts } from '../src/i18n';
import { bytes } from '../src/lib/amounts';
import { fullTime, relativeTime, toStamp } from '../src/lib/time';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const ago = (ms: number) => relativeTime(toStamp(NOW - ms), NOW, 'en', texts.time);
/** The time of `NOW` where the test runs. */
const noon = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(NOW);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [-30_000, 'just now'],
    [MINUTE, '1 min ago'],
    [59 * MINUTE, '59 min ago'],
    [HOUR, '1 h ago'],
    [DAY - 1, '23 h ago'],
    [DAY, `yesterday, ${noon}`],
    [2 * DAY, 'Jun 13'],
    [6 * DAY, 'Jun 9'],
    [8 * DAY, 'Jun 7'],
  ])('%d ms ago is %s', (ms, text) => expect(ago(ms)).toBe(text));

  it('names the year of another year, and never counts into the future', () => {
    expect(ago(400 * DAY)).toMatch(/2025/);
    expect(ago(-HOUR)).toBe('Jun 15');
  });

  it('shows what it does not understand', () => {
    expect(relativeTime('soon', NOW, 'en', texts.time)).toBe('soon');
    expect(fullTime('soon', 'en')).toBe('soon');
  });
});

it('the full time names the weekday and the year', () => {
  expect(fullTime('2026-06-15T12:00:00Z', 'en')).toMatch(/Monday.*2026/);
});

it.each([
  [0, '0 B'],
  [812, '812 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [4_240, '4.2 kB'],
  [9_960, '10 kB'],
  [56_400, '56 kB'],
  [999_600, '1.0 MB'],
  [48_200_000, '48 MB'],
  [3_000_000_000, '3.0 GB'],
  [2_500_000_000_000, '2,500 GB'],
])('%d bytes are %s', (count, text) => expect(bytes(count)).toBe(text));
