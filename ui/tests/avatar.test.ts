// The same seed gives the same picture; others give others; none can break the drawing.
import { expect, it } from 'vitest';
import { pictureOf } from '../src/lib/avatar';

it('is decided by the seed alone', () => {
  expect(pictureOf('8f3a61c2d904be17')).toEqual(pictureOf('8f3a61c2d904be17'));
  expect(pictureOf('8f3a61c2d904be17')).toMatchSnapshot();
});

it('differs between seeds', () => {
  const seeds = Array.from({ length: 64 }, (_, at) => (at * 0x9e3779b97f4a).toString(16).padStart(16, '0'));
  const pictures = new Set(seeds.map((seed) => JSON.stringify(pictureOf(seed))));
  expect(pictures.size).toBe(seeds.length);
});

it.each(['', 'zz', '"><script>', '8f'])('takes %j', (seed) => {
  const text = JSON.stringify(pictureOf(seed));
  expect(text).not.toMatch(/NaN|null|script/);
});
