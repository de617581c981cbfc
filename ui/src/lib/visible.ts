// Makes characters visible that would otherwise deceive: controls, direction overrides, zero-width
// and other invisible marks, tags. A direction override in a name can make it read as another
// person's; after this function it reads as what it is.
//
// Joiners stay where a script or an emoji needs them, and newlines and tabs where the caller says
// the text has lines.

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const EMOJI_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;
const KEYCAP_OR_EMOJI_BEFORE = /[\p{Extended_Pictographic}#*0-9]$/u;
const JOINING_BEFORE =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]$/u;
const JOINING_AFTER = new RegExp(`^${JOINING_BEFORE.source.slice(0, -1)}`, 'u');

/** `text` with every deceiving character written out. */
export function visible(text: string, options: { lines?: boolean } = {}): string {
  return text.replace(HIDDEN, (found: string, at: number) => {
    if (options.lines && (found === '\n' || found === '\t')) return found;
    if (belongs(found, text.slice(Math.max(0, at - 2), at), text.slice(at + found.length))) {
      return found;
    }
    return written(found.codePointAt(0) ?? 0);
  });
}

function belongs(found: string, before: string, after: string): boolean {
  switch (found) {
    case '\u200d':
      return (
        (EMOJI_BEFORE.test(before) && EMOJI_AFTER.test(after)) ||
        (JOINING_BEFORE.test(before) && JOINING_AFTER.test(after))
      );
    case '\u200c':
      return JOINING_BEFORE.test(before) && JOINING_AFTER.test(after);
    case '\ufe0f':
      return KEYCAP_OR_EMOJI_BEFORE.test(before);
    default:
      return false;
  }
}

function written(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
