// The pure parts of the Library: what is asked for, and how far rows moved.
import { describe, expect, it } from 'vitest';
import { isNarrowed, listRequest, NO_FILTERS, sinceWhen } from '../src/library/filters';
import { shiftOf } from '../src/library/placed';
import { projectName } from '../src/library/project';

const NOW = new Date(2026, 10, 17, 15, 30).getTime();

describe('filters', () => {
  it('begin today at midnight, and so many days ago', () => {
    expect(sinceWhen('today', NOW)).toBe(new Date(2026, 10, 17).toISOString());
    expect(Date.parse(sinceWhen('week', NOW))).toBe(NOW - 7 * 86_400_000);
    expect(Date.parse(sinceWhen('month', NOW))).toBe(NOW - 30 * 86_400_000);
  });
  it('ask for nothing that was not chosen', () => {
    const request = listRequest({ ...NO_FILTERS, query: '  ' }, 120, 60, NOW);
    expect(request).toEqual({ limit: 60, offset: 120, platform: null, project: null, handed: null, search: null, since: null });
    expect(isNarrowed({ ...NO_FILTERS, query: 'x' })).toBe(false);
    expect(isNarrowed({ ...NO_FILTERS, handed: 'in' })).toBe(true);
  });
});

it('rows moved as far as the first one that is found again', () => {
  const before = new Map([['gone', 3], ['a', 4], ['b', 5]]);
  expect(shiftOf(before, new Map([['new', 4], ['a', 5], ['b', 6]]))).toBe(1);
  expect(shiftOf(before, before)).toBe(0);
  expect(shiftOf(before, new Map([['other', 1]]))).toBeNull();
});

it('a project is called by its last name', () => {
  expect(['/home/sam/web', 'C:\\work\\api\\', '/'].map(projectName)).toEqual(['web', 'api', '/']);
});
