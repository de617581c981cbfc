// Where a person was in each conversation, so that they find their place again.
import { recall, remember } from '../state/memory';

/** The message at the top, and how many pixels of it are above. */
export interface ReadingPlace {
  number: number;
  into: number;
}

const MAX_KEPT_PLACES = 200;
type Entry = [name: string, place: ReadingPlace];

const isEntries = (value: unknown): value is Entry[] =>
  Array.isArray(value) && value.every((one) => Array.isArray(one) && typeof one[0] === 'string');

let places: Map<string, ReadingPlace> | null = null;

function all(): Map<string, ReadingPlace> {
  places ??= new Map(recall('reader.places', isEntries) ?? []);
  return places;
}

export function placeIn(name: string): ReadingPlace | null {
  const place = all().get(name);
  return place && Number.isFinite(place.number) && Number.isFinite(place.into) ? place : null;
}

/** The ones that were left longest ago are forgotten. */
export function keepPlace(name: string, place: ReadingPlace): void {
  const kept = all();
  kept.delete(name);
  if (place.number > 1 || place.into > 0) kept.set(name, place);
  while (kept.size > MAX_KEPT_PLACES) kept.delete([...kept.keys()][0] ?? '');
  remember('reader.places', [...kept]);
}
