// Makes characters visible that would otherwise deceive: controls, direction overrides, zero-width
// and other invisible marks, tags. A direction override in a name can make it read as another
// person's; after this function it reads as what it is.
//
// Joiners and selectors stay where a script or an emoji needs them, tags in the flag of a country's
// part, and newlines and tabs where the caller says the text has lines.
//
// The patterns are alternations, not classes: Chromium gets some classes of properties wrong.

const HIDDEN =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\u2800/u;
const PICTURE = /^\p{Extended_Pictographic}$/u;
const SKIN = /^\p{Emoji_Modifier}$/u;
const KEYCAP_BASE = /^[#*0-9]$/;
/** The flags of England and its like: a black flag, letters of a region as tags, an end. */
const REGION_FLAG = /\u{1f3f4}(?:[\u{e0030}-\u{e0039}]|[\u{e0061}-\u{e007a}]){3,6}\u{e007f}/gu;

/** Scripts in which a joiner between letters changes how they are written. */
const JOINING = new RegExp(
  `^(?:${[
    ...['Arabic', 'Syriac', 'Mandaic', 'Mongolian', 'Nko', 'Phags_Pa', 'Adlam', 'Hanifi_Rohingya'],
    ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
    ...['Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Balinese', 'Javanese', 'Tibetan'],
  ]
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join('|')})$`,
  'u',
);

/** `text` with every deceiving character written out. */
export function visible(text: string, options: { lines?: boolean } = {}): string {
  if (!HIDDEN.test(text)) return text;
  const flags = [...text.matchAll(REGION_FLAG)];
  const inFlag = (at: number) =>
    flags.some(({ index, 0: flag }) => at > index && at < index + flag.length);
  const points = Array.from(text);
  let place = 0;
  let shown = '';
  points.forEach((point, at) => {
    const plain =
      !HIDDEN.test(point) ||
      (options.lines && (point === '\n' || point === '\t')) ||
      inFlag(place) ||
      belongs(point, points, at);
    shown += plain ? point : written(point.codePointAt(0) ?? 0);
    place += point.length;
  });
  return shown;
}

/** A text of several lines where there is room for one: without the fences of code, and on one line. */
export function oneLine(text: string): string {
  const plain = text.replaceAll(/^[ \t>]*(?:`{3,}|~{3,})[^\n`]*$/gm, '');
  return visible(plain.replaceAll(/[ \t\r\n]+/g, ' ').trim());
}

/** Whether a mark is a part of what stands around it. */
function belongs(point: string, points: string[], at: number): boolean {
  const before = points[at - 1] ?? '';
  const after = points[at + 1] ?? '';
  switch (point) {
    case '\u200d':
      return (endsEmoji(points, at - 1) && PICTURE.test(after)) || joins(before, after);
    case '\u200c':
      return joins(before, after);
    case '\ufe0e':
      return PICTURE.test(before);
    case '\ufe0f':
      return PICTURE.test(before) || (KEYCAP_BASE.test(before) && after === '\u20e3');
    default:
      return false;
  }
}

/** Whether an emoji ends here: a picture, with a skin colour or a selector after it or not. */
function endsEmoji(points: string[], at: number): boolean {
  const last = points[at] ?? '';
  const before = points[at - 1] ?? '';
  return PICTURE.test(last) || ((last === '\ufe0f' || SKIN.test(last)) && PICTURE.test(before));
}

function joins(before: string, after: string): boolean {
  return JOINING.test(before) && JOINING.test(after);
}

function written(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
