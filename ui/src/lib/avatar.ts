// The picture of a person, drawn from the same seed as their made-up name: a calm ground and two
// overlapping shapes. The same seed always gives the same picture.

export interface Picture {
  /** Colour of the ground. */
  ground: string;
  /** A large disc that rises over the ground. */
  disc: { x: number; y: number; r: number; fill: string };
  /** A leaf, one quarter of a circle wide, turned by some angle. */
  leaf: { turn: number; size: number; fill: string };
  /** A small accent. */
  dot: { x: number; y: number; r: number; fill: string };
}

/** A picture in a square of 40 by 40, from up to sixteen hex digits. */
export function pictureOf(seed: string): Picture {
  const bytes = bytesOf(seed);
  const hue = ((bytes[0] ?? 0) * 360) / 256;
  const near = hue + 24 + ((bytes[1] ?? 0) % 32);
  const far = hue + 150 + ((bytes[2] ?? 0) % 60);
  const angle = ((bytes[3] ?? 0) / 256) * 2 * Math.PI;
  return {
    ground: hsl(hue, 46, 78),
    disc: {
      x: round(20 + 13 * Math.cos(angle)),
      y: round(20 + 13 * Math.sin(angle)),
      r: 15 + ((bytes[4] ?? 0) % 6),
      fill: hsl(near, 52, 60),
    },
    leaf: {
      turn: ((bytes[5] ?? 0) % 8) * 45,
      size: 13 + ((bytes[6] ?? 0) % 5),
      fill: hsl(hue + 8, 48, 38),
    },
    dot: {
      x: round(20 - 10 * Math.cos(angle)),
      y: round(20 - 10 * Math.sin(angle)),
      r: 3 + ((bytes[7] ?? 0) % 3),
      fill: hsl(far, 62, 70),
    },
  };
}

function bytesOf(seed: string): number[] {
  const bytes = [];
  for (let at = 0; at < 16; at += 2) {
    const byte = Number.parseInt(seed.slice(at, at + 2), 16);
    bytes.push(Number.isNaN(byte) ? 0 : byte);
  }
  return bytes;
}

function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${Math.round(hue) % 360} ${saturation}% ${lightness}%)`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
