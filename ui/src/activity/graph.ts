// Where versions stand in the picture: a lane for each person, a row for each version, parents above
// children. What one person made of a version in the same session, before handing it on, is drawn as one
// with it. What was handed over and has no version of its own yet is a place that waits.
//
//   You        Sam
//    o ────────┐          handed over
//              o          Sam went on with it
//    ┊ ┄┄┄┄┄┄┄ ┄┄ ( )     handed over, nothing made of it yet
import type { HandedOff, Someone, Version } from './version';

export interface Node {
  version: Version;
  /** What it grew from in the same hands, oldest first. */
  before: Version[];
  lane: number;
  row: number;
}

/** From a parent to what came of it. */
export interface Edge {
  from: Node;
  to: Node;
  /** The handoff it went by; `null` when the same person went on. */
  handoff: HandedOff | null;
}

/** A handoff nothing was made of yet. */
export interface Pending {
  from: Node;
  handoff: HandedOff;
  lane: number;
  row: number;
}

export interface Graph {
  lanes: Someone[];
  nodes: Node[];
  edges: Edge[];
  pending: Pending[];
  rows: number;
}

const same = (one: Someone) => one.device ?? `name:${one.name}`;

export function graphOf(versions: readonly Version[]): Graph {
  const lanes: Someone[] = [];
  const laneOf = (someone: Someone): number => {
    const at = lanes.findIndex((lane) => same(lane) === same(someone));
    return at === -1 ? lanes.push(someone) - 1 : at;
  };
  const nodes: Node[] = [];
  const pending: Pending[] = [];
  /** By which handoff a version became another. */
  const ways = new Map<string, HandedOff>();
  let rows = 0;
  const all = new Map(versions.map((version) => [version.id, version]));
  const grown = new Map<string, Version>();
  for (const version of versions) {
    const parent = all.get(version.parents[0] ?? '');
    if (parent && goesOn(parent, version, versions)) grown.set(parent.id, version);
  }
  const first = versions.filter((version) => ![...grown.values()].includes(version));
  for (const start of first) {
    const stay = [start];
    for (let next = grown.get(start.id); next; next = grown.get(next.id)) stay.push(next);
    const version = stay.at(-1) ?? start;
    const node = { version, before: stay.slice(0, -1), lane: laneOf(version.creator), row: rows++ };
    nodes.push(node);
    const gone = wentOn(version, versions);
    const used = new Set(gone.values());
    for (const [child, handoff] of gone) ways.set(`${version.id} ${child}`, handoff);
    for (const handoff of version.handoffs) {
      if (!used.has(handoff)) pending.push({ from: node, handoff, lane: laneOf(handoff.to), row: rows++ });
    }
  }
  const byId = new Map(nodes.flatMap((node) => [...node.before, node.version].map(({ id }) => [id, node])));
  const edges = nodes.flatMap((to) =>
    (to.before[0] ?? to.version).parents.flatMap((parent) => {
      const from = byId.get(parent);
      return from ? [{ from, to, handoff: ways.get(`${parent} ${(to.before[0] ?? to.version).id}`) ?? null }] : [];
    }),
  );
  return { lanes, nodes, edges, pending, rows };
}

/** Whether a version is what the same person made of its only parent, which went nowhere else. */
function goesOn(parent: Version, version: Version, all: readonly Version[]): boolean {
  return (
    version.parents.length === 1 &&
    parent.handoffs.length === 0 &&
    same(parent.creator) === same(version.creator) &&
    parent.platform === version.platform &&
    parent.session === version.session &&
    all.filter((other) => other.parents.includes(parent.id)).length === 1
  );
}

/** By which handoff each version that others made of this one came about: someone can get it twice, and decline
 * it once. Those that came to their end first, then the newest. */
function wentOn(version: Version, all: readonly Version[]): Map<string, HandedOff> {
  const found = new Map<string, HandedOff>();
  const children = all.filter((other) => other.parents.includes(version.id));
  for (const child of children) {
    const fits = version.handoffs.filter((one) => same(one.to) === same(child.creator));
    const left = fits.filter((one) => ![...found.values()].includes(one));
    const way = left.find((one) => one.state === 'completed') ?? left.at(-1) ?? fits.at(-1);
    if (way) found.set(child.id, way);
  }
  return found;
}

/** Where an arrow key leads from a node: along an edge, or to the next one beside it. */
export function step(graph: Graph, from: Node, key: string): Node | null {
  const parents = graph.edges.filter((edge) => edge.to === from).map((edge) => edge.from);
  const children = graph.edges.filter((edge) => edge.from === from).map((edge) => edge.to);
  const siblings = (by: number): Node | null => {
    const beside = graph.edges
      .filter((edge) => parents.includes(edge.from))
      .map((edge) => edge.to)
      .filter((node, at, all) => all.indexOf(node) === at);
    const at = beside.indexOf(from);
    return at === -1 ? null : (beside[at + by] ?? null);
  };
  switch (key) {
    case 'ArrowUp':
      return parents[0] ?? null;
    case 'ArrowDown':
      return children[0] ?? null;
    case 'ArrowLeft':
      return siblings(-1);
    case 'ArrowRight':
      return siblings(1);
    case 'Home':
      return graph.nodes[0] ?? null;
    case 'End':
      return graph.nodes.at(-1) ?? null;
    default:
      return null;
  }
}
