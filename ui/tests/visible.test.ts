// Deceiving characters become visible; honest text stays as it is.
import { describe, expect, it } from 'vitest';
import { oneLine, visible } from '../src/lib/visible';

describe('visible', () => {
  it.each([
    ['a direction override', 'gpj.\u202eexe', 'gpj.[U+202E]exe'],
    ['isolates', '\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['zero width', 'S\u200bam', 'S[U+200B]am'],
    ['a byte order mark', '\ufeffSam', '[U+FEFF]Sam'],
    ['a joiner between Latin letters', 'a\u200db', 'a[U+200D]b'],
    ['controls', 'a\u0000b\u001b[31m\u007f', 'a␀b␛[31m␡'],
    ['upper controls', 'a\u009bb', 'a[U+009B]b'],
    ['tags', 'x\u{e0041}', 'x[U+E0041]'],
    ['a filler that looks empty', '\u3164', '[U+3164]'],
    ['a soft hyphen', 'a\u00adb', 'a[U+00AD]b'],
    ['half a pair', 'a\ud800b', 'a[U+D800]b'],
    ['a line in a name', 'a\nb', 'a␊b'],
    ['a selector without a picture', 'a\ufe0f', 'a[U+FE0F]'],
    ['a selector on a bare digit', '1\ufe0f', '1[U+FE0F]'],
    ['a second selector', '❤\ufe0f\ufe0f', '❤\ufe0f[U+FE0F]'],
    ['tags without an end', '\u{1f3f4}\u{e0067}', '\u{1f3f4}[U+E0067]'],
    ['a joiner at the end', '👩\u200d', '👩[U+200D]'],
  ])('writes out %s', (_what, text, shown) => expect(visible(text)).toBe(shown));

  it.each([
    'Wise Mango',
    'Zoë Ångström',
    'مرحبا',
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d💻',
    '👩🏽\u200d💻',
    '❤\ufe0f\u200d🔥',
    '1\ufe0f\u20e3',
    '❤\ufe0f',
    '🏳\ufe0f\u200d🌈',
    '🕵🏻\u200d♂\ufe0f',
    'x \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} y',
    'শ্\u200dয',
    'ଖ୍\u200cଗ',
    '日本語',
  ])('keeps %s', (text) => expect(visible(text)).toBe(text));

  it('keeps lines and tabs where the text has lines', () => {
    expect(visible('a\n\tb\r', { lines: true })).toBe('a\n\tb␍');
  });

  it.each([
    ['lines', 'Which\n\n branch?\r\n', 'Which branch?'],
    ['a fence', 'Run\n```sh\nls -l\n```\nthen', 'Run ls -l then'],
    ['a quoted fence', '> ~~~\n> ls\n> ~~~', '> ls'],
    ['code in a line', 'what is ```x``` here', 'what is ```x``` here'],
    ['what deceives', 'a\n\u202eb', 'a [U+202E]b'],
  ])('puts %s on one line', (_what, text, shown) => expect(oneLine(text)).toBe(shown));
});
