// The picture of versions: lanes, edges, what waits, and where the arrow keys lead.
import { describe, expect, it } from 'vitest';
import { graphOf, step } from '../src/activity/graph';
import { versionOf } from '../src/activity/version';

const person = (name: string) => ({ name, calledHere: name, deviceId: `device-${name}`, known: true });
const handed = (from: string, to: string, state = 'completed') => ({
  handedOffAt: 2,
  handedOffTo: person(to),
  from: person(from),
  state,
  receipts: [],
});
const version = (id: string, who: string, parents: string[], handoffs: object[] = []) =>
  versionOf({
    versionId: id,
    parentVersionIds: parents,
    creator: person(who),
    platform: 'claude-code',
    messageCount: 3,
    createdAt: 1,
    signed: true,
    handoffs,
  });

describe('the graph', () => {
  const round = graphOf([
    version('1', 'A', [], [handed('A', 'B')]),
    version('2', 'B', ['1'], [handed('B', 'C')]),
    version('3', 'C', ['2'], [handed('C', 'A')]),
    version('4', 'A', ['3']),
  ]);

  it('has a lane for each person and an edge for each handoff that went on', () => {
    expect(round.lanes.map((lane) => lane.name)).toEqual(['A', 'B', 'C']);
    expect(round.nodes.map((node) => node.lane)).toEqual([0, 1, 2, 0]);
    expect(round.edges.map((edge) => [edge.from.version.id, edge.to.version.id])).toEqual([
      ['1', '2'],
      ['2', '3'],
      ['3', '4'],
    ]);
    expect(round.edges.every((edge) => edge.handoff !== null)).toBe(true);
    expect(round.pending).toEqual([]);
  });

  it('keeps what was declined beside what the same person took later, and earlier', () => {
    for (const states of [['rejected', 'completed'], ['completed', 'rejected']]) {
      const twice = graphOf([
        version('1', 'A', [], states.map((state) => handed('A', 'B', state))),
        version('2', 'B', ['1']),
      ]);
      expect(twice.edges.map((edge) => edge.handoff?.state)).toEqual(['completed']);
      expect(twice.pending.map((wait) => wait.handoff.state)).toEqual(['rejected']);
    }
    const both = graphOf([
      version('1', 'A', [], [handed('A', 'B'), handed('A', 'B')]),
      version('2', 'B', ['1']),
      version('3', 'B', ['1']),
    ]);
    expect(both.edges).toHaveLength(2);
    expect(both.pending).toEqual([]);
    expect(both.edges[0]?.handoff).not.toBe(both.edges[1]?.handoff);
  });

  it('forks, and shows what nothing was made of', () => {
    const fork = graphOf([
      version('1', 'A', [], [handed('A', 'B'), handed('A', 'C'), handed('A', 'D', 'rejected')]),
      version('2', 'B', ['1']),
      version('3', 'C', ['1']),
    ]);
    expect(fork.edges).toHaveLength(2);
    expect(fork.pending.map((wait) => [wait.handoff.to.name, wait.handoff.state])).toEqual([['D', 'rejected']]);
    expect(fork.rows).toBe(4);
    const [top, left, right] = fork.nodes;
    if (!top || !left || !right) throw new Error('three nodes');
    expect(step(fork, top, 'ArrowDown')).toBe(left);
    expect(step(fork, left, 'ArrowRight')).toBe(right);
    expect(step(fork, right, 'ArrowLeft')).toBe(left);
    expect(step(fork, right, 'ArrowUp')).toBe(top);
    expect(step(fork, right, 'ArrowRight')).toBeNull();
    expect(step(fork, left, 'End')).toBe(right);
  });

  it('draws what one person made in one session as one, as long as it went nowhere in between', () => {
    const grown = graphOf([
      version('1', 'A', [], [handed('A', 'B')]),
      version('2', 'B', ['1']),
      version('3', 'B', ['2'], [handed('B', 'A')]),
      version('4', 'A', ['3']),
      version('5', 'A', ['4']),
    ]);
    expect(grown.nodes.map((node) => [node.version.id, node.before.map(({ id }) => id)])).toEqual([
      ['1', []],
      ['3', ['2']],
      ['5', ['4']],
    ]);
    expect(grown.edges.map((edge) => [edge.from.version.id, edge.to.version.id])).toEqual([
      ['1', '3'],
      ['3', '5'],
    ]);
    expect(grown.edges.every((edge) => edge.handoff !== null)).toBe(true);
  });

  it('goes on when a parent is not here, and makes nothing of nonsense', () => {
    expect(graphOf([version('2', 'B', ['1'])]).edges).toEqual([]);
    expect(versionOf(null)).toMatchObject({ id: '', parents: [], handoffs: [], messages: 0 });
    expect(versionOf({ handoffs: [null], parentVersionIds: [3] }).handoffs).toHaveLength(1);
  });
});
