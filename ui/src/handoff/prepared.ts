// Making what would leave, with every decision carried out. A pointer is two files: the facts that
// travel now, and all messages, which stay here until they are fetched; both are looked at first and
// one set of decisions holds for both.
import type { Finding, Prepared } from '../bindings/door';
import type { Door } from '../door';
import { decisionOf, isWhole, type Prepare } from './compose';
import type { Decided } from './draft';

/** Everything but what shall become of findings. */
export type Wanted = Omit<Prepare, 'decisions'>;
export type Decisions = Record<string, Decided>;

export interface Made {
  prepared: Prepared;
  /** What a pointer points to. */
  fullCopy: Prepared | null;
  /** All that was found in either, the surest first. */
  findings: Finding[];
  /** Ids of findings whose places are in the full copy. */
  inFullCopy: ReadonlySet<string>;
}

/** One file and everything found in it. */
interface One {
  prepared: Prepared;
  findings: Finding[];
}

const PAGE_SIZE = 200;

/** Makes it. `known` are findings of the same content, when only decisions changed since. */
export async function make(door: Door, wanted: Wanted, decisions: Decisions, known: Finding[] | null): Promise<Made> {
  if (wanted.choice.history !== 'pointer') {
    const { prepared, findings } = await one(door, wanted, decisions, known);
    return { prepared, fullCopy: null, findings, inFullCopy: new Set() };
  }
  const whole = { ...wanted, choice: { ...wanted.choice, history: 'full' } };
  const fullCopy = await one(door, whole, decisions, known);
  const facts = await one(door, wanted, decisions, null);
  const ids = new Set(fullCopy.findings.map((finding) => finding.id));
  const findings = [...fullCopy.findings, ...facts.findings.filter((finding) => !ids.has(finding.id))];
  return { prepared: facts.prepared, fullCopy: fullCopy.prepared, findings, inFullCopy: ids };
}

/** The node takes no decision about what is not there, so what is there is asked first. */
async function one(door: Door, wanted: Wanted, decisions: Decisions, known: Finding[] | null): Promise<One> {
  const none = Object.keys(decisions).length === 0;
  let there = known;
  if (none || there === null) {
    const prepared = await door.call('prepare_handoff', { ...wanted, decisions: {} });
    const findings = await allFindings(door, prepared);
    if (Object.keys(whole(decisions, findings)).length === 0) return { prepared, findings };
    there = findings;
    void drop(door, [prepared.hash]);
  }
  const prepared = await door.call('prepare_handoff', { ...wanted, decisions: whole(decisions, there) });
  return { prepared, findings: await allFindings(door, prepared) };
}

/** Decisions that can be carried out; everything else is taken out. */
function whole(decisions: Decisions, findings: Finding[]): Prepare['decisions'] {
  const can = findings.flatMap((finding): [string, ReturnType<typeof decisionOf>][] => {
    const decided = decisions[finding.id];
    const counts = decided && decided.choice !== 'redact' && isWhole(decided, finding);
    return counts ? [[finding.id, decisionOf(decided)]] : [];
  });
  return Object.fromEntries(can);
}

async function allFindings(door: Door, prepared: Prepared): Promise<Finding[]> {
  const all = [...prepared.findings];
  while (all.length < prepared.findings_total) {
    const page = await door.call('prepared_findings', { hash: prepared.hash, after: all.length, limit: PAGE_SIZE });
    if (page.findings.length === 0) break;
    all.push(...page.findings);
  }
  return all;
}

/** What nobody needs any more; the node forgets it by itself in the end. */
export async function drop(door: Door, hashes: string[]): Promise<void> {
  for (const hash of hashes) await door.call('drop_prepared', { hash }).catch(() => undefined);
}
