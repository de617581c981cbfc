// Each result that is not as it should be has one thing to do; the node says which, the page how it
// is called.
import { describe, expect, it } from 'vitest';
import type { Act } from '../src/bindings/door';
import { labelOf, needsNode } from '../src/diagnostics/act';
import { named, titleOf } from '../src/diagnostics/named';

const all: [Act, string, boolean][] = [
  [{ kind: 'run_again' }, 'Run again', true],
  [{ kind: 'use_invitation' }, 'Create an invite', true],
  [{ kind: 'connect_by_address' }, 'Connect by address', true],
  [{ kind: 'open_people' }, 'Open People', false],
  [{ kind: 'pair' }, 'Pair', true],
  [{ kind: 'copy_command', command: 'sudo ufw allow 47100' }, 'Copy command', false],
  [{ kind: 'open_settings', section: 'data' }, 'Open settings: Data', false],
  [{ kind: 'open_settings', section: 'network' }, 'Open settings: Network', false],
  [{ kind: 'open_settings', section: 'receiving' }, 'Open settings: Receiving', false],
];

describe('what can be done', () => {
  it.each(all)('%o', (act, label, needs) => {
    expect(labelOf(act)).toBe(label);
    expect(needsNode(act)).toBe(needs);
  });
});

it('a result has a title, also one that is not known', () => {
  const check = { outcome: 'fail', detail: '', action: null, act: null } as const;
  expect(titleOf({ ...check, id: 'inbound', title: 'x' })).toBe('Reaching you');
  expect(titleOf({ ...check, id: 'something new', title: 'N\u202eew' })).toBe('N[U+202E]ew');
});

it('someone is named and not numbered', () => {
  expect(named('12D3 answered.', '12D3', 'Sam')).toBe('Sam answered.');
  expect(named('12D3 answered.', '12D3', 'S\u202eam')).toBe('S[U+202E]am answered.');
  expect(named('12D3 answered.', null, null)).toBe('12D3 answered.');
});
