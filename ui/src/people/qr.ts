// A text as a QR code: the path of its dark squares on a grid, one unit each.
import { correction, generate } from 'lean-qr';

export interface Picture {
  /** How many squares a side has, with the quiet zone a camera needs. */
  side: number;
  path: string;
}

/** Squares of light around the code, as the standard wants. */
const QUIET_ZONE = 4;

export function pictureOf(text: string): Picture {
  // Capitals take the smaller of the code's alphabets; an invite does not mind.
  const code = generate(text.toUpperCase(), { minCorrectionLevel: correction.L });
  let path = '';
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      let run = 1;
      while (code.get(x + run, y)) run++;
      path += `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${run}v1h-${run}z`;
      x += run;
    }
  }
  return { side: code.size + 2 * QUIET_ZONE, path };
}
