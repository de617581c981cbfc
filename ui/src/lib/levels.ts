// The steps of the zoom.

export const LEVELS = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

export function isLevel(value: unknown): value is number {
  return LEVELS.some((level) => level === value);
}

/** The next level in a direction; the same at either end. */
export function nextLevel(level: number, by: 1 | -1): number {
  const at = LEVELS.findIndex((one) => one === level);
  return LEVELS[at + by] ?? level;
}
