// Each result that is not as it should be leads to one place where something can be done about it.
import { describe, expect, it } from 'vitest';
import type { Check } from '../src/bindings/door';
import { actOn, commandIn, type Circumstances } from '../src/diagnostics/act';
import { named } from '../src/diagnostics/named';

const usual: Circumstances = { discovery: true, visibility: 'visible', person: null };
const check = (id: string, outcome: Check['outcome'], action: string | null, detail = 'Found.'): Check => ({
  id,
  title: id,
  outcome,
  detail,
  action,
});

describe('what can be done', () => {
  it('is nothing for what is fine', () => {
    expect(actOn(check('port', 'pass', null), usual)).toBeNull();
  });

  it.each([
    ['discovery', 'note', { ...usual, discovery: false }, { kind: 'settings', section: 'network' }],
    ['discovery', 'note', { ...usual, visibility: 'hidden' }, { kind: 'settings', section: 'receiving' }],
    ['discovery', 'fail', usual, { kind: 'invite' }],
    ['multicast_v4', 'fail', usual, { kind: 'invite' }],
    ['people', 'note', usual, { kind: 'invite' }],
    ['listening', 'fail', usual, { kind: 'settings', section: 'network' }],
    ['settings', 'warn', usual, { kind: 'settings', section: 'data' }],
    ['vpn', 'warn', usual, { kind: 'again' }],
    ['something new', 'fail', usual, { kind: 'again' }],
  ] as [string, Check['outcome'], Circumstances, unknown][])('%s, %s', (id, outcome, now, act) => {
    expect(actOn(check(id, outcome, 'Do it'), now)).toEqual(act);
  });

  it('depends on how one stands with the person', () => {
    const person = { standing: 'verified', here: false, keyTrouble: false } as const;
    const failed = check('person', 'fail', 'Ask them');
    expect(actOn(failed, { ...usual, person })).toEqual({ kind: 'connect' });
    expect(actOn(failed, { ...usual, person: { ...person, here: true } })).toEqual({ kind: 'invite' });
    expect(actOn(failed, { ...usual, person: { ...person, standing: 'blocked' } })).toEqual({ kind: 'people' });
    expect(actOn(failed, { ...usual, person: { ...person, keyTrouble: true } })).toEqual({ kind: 'people' });
    expect(actOn(failed, usual)).toEqual({ kind: 'people' });
  });

  it('is a command where the node names one', () => {
    expect(commandIn('sudo ufw allow 5353/udp')).toBe('sudo ufw allow 5353/udp');
    expect(commandIn('If others can’t reach you, run: sudo ufw allow 47100')).toBe('sudo ufw allow 47100');
    expect(commandIn('Restart Segue')).toBeNull();
    expect(actOn(check('port', 'note', 'If so, run: sudo ufw allow 1'), usual)).toEqual({
      kind: 'copy',
      command: 'sudo ufw allow 1',
    });
  });
});

it('someone is named and not numbered', () => {
  expect(named('12D3 answered.', '12D3', 'Sam')).toBe('Sam answered.');
  expect(named('12D3 answered.', '12D3', 'S\u202eam')).toBe('S[U+202E]am answered.');
  expect(named('12D3 answered.', null, null)).toBe('12D3 answered.');
});
