// Which rows of a long list are in the page.
import { describe, expect, it } from 'vitest';
import { mountedRows, rowsInSight, scrollToSee } from '../src/lib/window';

const sight = (top: number, count = 10_000) => ({ top, height: 600, row: 56, count });

describe('rows in sight', () => {
  it('are few, whatever the length', () => {
    for (const top of [0, 1, 55, 56, 12_345, 559_400]) {
      const { from, to } = rowsInSight(sight(top), 8);
      expect(to - from).toBeLessThanOrEqual(11 + 1 + 16);
      expect(from * 56).toBeLessThanOrEqual(top);
      expect(Math.min(to, 10_000) * 56).toBeGreaterThanOrEqual(Math.min(top + 600, 560_000));
    }
  });
  it('end where the list ends', () => {
    expect(rowsInSight(sight(0, 3), 8)).toEqual({ from: 0, to: 3 });
    expect(rowsInSight(sight(0, 0), 8)).toEqual({ from: 0, to: 0 });
    // It became shorter than where it is scrolled to.
    const { from, to } = rowsInSight(sight(99_999, 5), 8);
    expect([from, to]).toEqual([4, 5]);
  });
  it('are none before a row was measured', () => {
    expect(rowsInSight({ ...sight(0), row: 0 }, 8)).toEqual({ from: 0, to: 0 });
  });
});

describe('scrolling to see a row', () => {
  it('moves as little as needed', () => {
    expect(scrollToSee(5, sight(0))).toBe(0);
    expect(scrollToSee(50, sight(0))).toBe(51 * 56 - 600);
    expect(scrollToSee(2, sight(1_000))).toBe(2 * 56);
    expect(scrollToSee(20_000, sight(0))).toBe(10_000 * 56 - 600);
  });
});

it('rows that have to stay are kept, in order and once', () => {
  expect(mountedRows({ from: 10, to: 13 }, [2, 11, 500], 100)).toEqual([2, 10, 11, 12]);
  expect(mountedRows({ from: 10, to: 13 }, [50], 100)).toEqual([10, 11, 12, 50]);
});
