// Where everyone stands on the radar: the direction comes from the seed, so that a person is always to
// be found on the same side; verified people are nearer the middle. Pure.
import type { Someone } from './model';

export interface Spot {
  /** In parts of the side of the square, from its upper left corner. */
  x: number;
  y: number;
}

export interface Placed {
  spots: Map<string, Spot>;
  /** The radius of each ring, in parts of the side. */
  rings: number[];
  /** So many that names would cover each other. */
  crowded: boolean;
}

/** How many find room on the first ring; on each further one as many more. */
const FIRST_RING_PLACES = 5;
/** The least number of rings that is drawn. */
const MIN_RINGS = 2;
/** Beyond so many rings names are shown only of the one that is chosen. */
const MAX_ROOMY_RINGS = 3;
const OUTER_RADIUS = 0.42;

export function place(shown: readonly Someone[]): Placed {
  const inner = shown.filter((one) => isNear(one));
  const outer = shown.filter((one) => !isNear(one));
  const innerRings = Math.max(1, ringsFor(inner.length, 0));
  const count = Math.max(MIN_RINGS, innerRings + ringsFor(outer.length, innerRings));
  const rings = Array.from({ length: count }, (_, at) => (OUTER_RADIUS * (at + 1)) / count);
  const spots = new Map<string, Spot>();
  seat(inner, 0, rings, spots);
  seat(outer, innerRings, rings, spots);
  return { spots, rings, crowded: count > MAX_ROOMY_RINGS };
}

function isNear(someone: Someone): boolean {
  return someone.standing === 'verified';
}

/** How many rings so many need, from this one on. */
function ringsFor(count: number, first: number): number {
  let left = count;
  let rings = 0;
  while (left > 0) left -= FIRST_RING_PLACES * (first + rings++ + 1);
  return rings;
}

/** Everyone takes the free place nearest to their own direction, ring by ring. */
function seat(members: readonly Someone[], first: number, rings: number[], spots: Map<string, Spot>): void {
  let ring = first;
  let taken = new Set<number>();
  for (const someone of members) {
    if (taken.size === FIRST_RING_PLACES * (ring + 1)) {
      ring += 1;
      taken = new Set();
    }
    const places = FIRST_RING_PLACES * (ring + 1);
    const wish = Math.round(directionOf(someone.seed) * places) % places;
    const seatAt = nearestFree(wish, places, taken);
    taken.add(seatAt);
    // Rings are turned against each other, so that names do not line up.
    const angle = ((seatAt + ring * 0.5) / places) * 2 * Math.PI - Math.PI / 2;
    const radius = rings[ring] ?? OUTER_RADIUS;
    spots.set(someone.id, { x: 0.5 + radius * Math.cos(angle), y: 0.5 + radius * Math.sin(angle) });
  }
}

function nearestFree(wish: number, places: number, taken: Set<number>): number {
  for (let step = 0; step < places; step++) {
    const at = (wish + (step % 2 === 0 ? step / 2 : places - (step + 1) / 2)) % places;
    if (!taken.has(at)) return at;
  }
  return wish;
}

/** A part of the whole turn, from the last digits of the seed: the first ones colour the picture. */
function directionOf(seed: string): number {
  const digits = Number.parseInt(seed.slice(-4), 16);
  return Number.isNaN(digits) ? 0 : digits / 0x10000;
}
