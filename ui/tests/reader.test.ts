// The pure parts of the Reader: links, entities, marks, tokens, colours, changes, inputs of tools.
import { describe, expect, it } from 'vitest';
import type { DiffLine } from '../src/bindings/door';
import { pairsOf } from '../src/reader/diff';
import { decodeEntities } from '../src/reader/markdown/entities';
import { coloured, flattened, languageOfLabel } from '../src/reader/markdown/highlight';
import { tokensOf } from '../src/reader/markdown/lexer';
import { targetOf } from '../src/reader/markdown/links';
import { piecesOf } from '../src/reader/marks';
import { duration, fieldsOf } from '../src/reader/tools';

describe('links', () => {
  it.each([
    ['https://example.org/a?b#c', 'example.org'],
    ['HTTP://Example.org:8080', 'example.org:8080'],
    ['mailto:sam%40example.org', 'sam@example.org'],
    // What comes before the @ is no host.
    ['https://bank.example@evil.example/', 'evil.example'],
  ])('%j leads to %j', (href, host) => expect(targetOf(href)?.host).toBe(host));

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>x</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    'tauri://localhost',
    'ipc://localhost',
    'slack://open',
    '//example.org',
    '/relative',
    '#token=abc',
    'https://',
    '',
  ])('%j leads nowhere', (href) => expect(targetOf(href)).toBeNull());
});

describe('tokens', () => {
  it('keep raw HTML as what was written', () => {
    const html = '<img src=x onerror="window.pwned=1">';
    expect(tokensOf(html, false)?.[0]).toMatchObject({ type: 'html', raw: html });
  });
  it.each(['>'.repeat(5_000), '* '.repeat(5_000) + 'a', 'x'.repeat(70_000)])(
    'are given up for what is too deep or too long',
    (text) => expect(tokensOf(text, false)).toBeNull(),
  );
  it('keep the source of code as it is', () => {
    const code = 'const a = "<b>";\n\n\tif (a) {}  ';
    expect(tokensOf(`\`\`\`ts\n${code}\n\`\`\``, false)?.[0]).toMatchObject({ type: 'code', lang: 'ts', text: code });
  });
});

it('entities become characters, unknown ones stay', () => {
  expect(decodeEntities('&lt;b&gt; &amp;amp; &#65; &#x202e; &bogus; &#99999999;')).toBe('<b> &amp; A \u202e &bogus; &#99999999;');
});

describe('marks', () => {
  const shape = (text: string, find: string, wanted: string[] = []) =>
    piecesOf(text, find, wanted.map((one, at) => ({ text: one, id: String(at), label: one }))).map((one) => [one.kind, one.text]);

  it('put together are the text', () => {
    const text = 'Retry the retry, a.b*c';
    expect(piecesOf(text, 'retry', [{ text: 'a.b*c', id: '1', label: 'x' }]).map((one) => one.text).join('')).toBe(text);
  });
  it('ignore case in a search and take signs as they are', () => {
    expect(shape('Retry a.b aXb', 'retry')).toEqual([['find', 'Retry'], ['plain', ' a.b aXb']]);
    expect(shape('a.b aXb', 'a.b')).toEqual([['find', 'a.b'], ['plain', ' aXb']]);
    expect(shape('x $& \\ -/', '-/')).toEqual([['plain', 'x $& \\ '], ['find', '-/']]);
  });
  it('prefer the longer of two that overlap', () => {
    expect(shape('key=abc', '', ['abc', 'key=abc'])).toEqual([['highlight', 'key=abc']]);
  });
});

describe('colours', () => {
  it('know other names of a language, and no name of an object', () => {
    expect(['ts', 'TSX', 'py', 'sh', 'html', 'rust'].map(languageOfLabel)).toEqual(['typescript', 'typescript', 'python', 'bash', 'xml', 'rust']);
    expect(['__proto__', 'constructor', 'toString', '', 'nope'].map(languageOfLabel)).toEqual([null, null, null, null, null]);
  });
  it('change nothing in the text', async () => {
    const code = 'const a: string = `<b>${1 + 2}</b>`; // "done"\n';
    const pieces = await coloured(code, 'ts');
    expect(pieces?.map((one) => one.text).join('')).toBe(code);
    expect(pieces?.some((one) => one.look === 'keyword')).toBe(true);
    expect(pieces?.every((one) => /^[a-z]*$/.test(one.look))).toBe(true);
  });
  it('have no look for an unknown scope', () => {
    expect(flattened({ children: [{ scope: 'constructor"><b>', children: ['x'] }] })).toEqual([{ text: 'x', look: '' }]);
  });
});

it('changes stand side by side', () => {
  const line = (sign: DiffLine['sign'], text: string): DiffLine => ({ sign, text, old_line: null, new_line: null });
  const pairs = pairsOf([line('same', 'a'), line('removed', 'b'), line('removed', 'c'), line('added', 'd'), line('removed', 'e')]);
  expect(pairs.map(({ before, after }) => [before?.text ?? null, after?.text ?? null])).toEqual([
    ['a', 'a'],
    ['b', 'd'],
    ['c', null],
    ['e', null],
  ]);
});

it('inputs of tools are fields, or the text they are', () => {
  expect(fieldsOf('{"command":"ls\\n-l","n":2}')).toEqual([
    { name: 'command', text: 'ls\n-l' },
    { name: 'n', text: '2' },
  ]);
  expect([fieldsOf('[1]'), fieldsOf('null'), fieldsOf('{"cut": "')]).toEqual([null, null, null]);
});

it('a duration is short', () => {
  expect([40, 1_240, 34_000, 300_000, 10_800_000].map(duration)).toEqual(['40 ms', '1.2 s', '34 s', '5 min', '3 h']);
});
