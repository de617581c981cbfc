// The envelope as it came, in a shape that can be shown: whatever is of another form than expected is
// left to "other", and nothing is trusted to be there.

export interface Blocker {
  kind: string | null;
  description: string;
  /** Ways out, numbered over all blockers from 1. */
  options: { number: number; text: string }[];
  tasks: string[];
}

export interface Envelope {
  status: string | null;
  summary: string | null;
  note: string | null;
  objective: string | null;
  inScope: string[];
  outOfScope: string[];
  constraints: string[];
  decisions: { decision: string | null; why: string | null; rejected: string[] }[];
  task: string | null;
  instructions: string[];
  expected: string | null;
  priority: string | null;
  deadline: string | null;
  blockers: Blocker[];
  artifacts: { name: string; path: string; kind: string | null; about: string | null }[];
  verification: { tests: boolean | null; ran: boolean | null; coverage: number | null; method: string | null };
  metrics: [string, string][];
  /** The how manyth step of how many, as far as that is said; the first of nobody knows how many says nothing. */
  chain: { step: number; total: number | null } | null;
  figures: [string, string][];
  other: [string, string][];
}

type Fields = Record<string, unknown>;

/** The most of one list that is shown. */
const MAX_LIST_ITEMS = 100;
const KNOWN_FIELDS = ['handoff_id', 'to_agent', 'conversation_id', 'from_agent', 'status', 'timestamp', 'context', 'results', 'action_required', 'blockers', 'metadata', 'note'];

export function readEnvelope(value: unknown): Envelope | null {
  if (!isFields(value)) return null;
  const context = fields(value['context']);
  const scope = fields(context['scope']);
  const action = fields(value['action_required']);
  const results = fields(value['results']);
  const checked = fields(results['verification']);
  let number = 0;
  return {
    status: text(value['status']),
    summary: fields(value['metadata'])['made_up_summary'] === true ? null : text(results['summary']),
    note: text(value['note']),
    objective: text(context['objective']),
    inScope: texts(scope['in_scope']),
    outOfScope: texts(scope['out_of_scope']),
    constraints: texts(context['constraints']),
    decisions: list(context['prior_decisions']).map((one) => ({
      decision: text(one['decision']),
      why: text(one['rationale']),
      rejected: texts(one['alternatives_considered']),
    })),
    task: text(action['task']),
    instructions: texts(action['instructions']),
    expected: text(action['expected_output']),
    priority: text(action['priority']),
    deadline: text(action['deadline']),
    blockers: list(value['blockers']).map((one) => ({
      kind: text(one['type']),
      description: text(one['description']) ?? '',
      options: texts(one['resolution_options']).map((option) => ({ number: ++number, text: option })),
      tasks: texts(one['blocking_tasks']),
    })),
    artifacts: list(results['artifacts']).map((one) => ({
      name: text(one['name']) ?? text(one['path']) ?? '',
      path: text(one['path']) ?? '',
      kind: text(one['type']),
      about: text(one['description']),
    })),
    verification: {
      tests: truth(checked['tests_passed']),
      ran: truth(checked['execution_verified']),
      coverage: typeof checked['coverage'] === 'number' ? checked['coverage'] : null,
      method: text(checked['verification_method']),
    },
    metrics: pairs(results['metrics']),
    chain: chain(fields(value['metadata'])['chain_position']),
    figures: pairs(value['metadata']).filter(([name]) => !['made_up_summary', 'chain_position'].includes(name)),
    other: pairs(value).filter(([name]) => !KNOWN_FIELDS.includes(name)),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const fields = (value: unknown): Fields => (isFields(value) ? value : {});
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const truth = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

function chain(value: unknown): Envelope['chain'] {
  const { step, total_steps: total } = fields(value);
  if (typeof step !== 'number') return null;
  if (typeof total === 'number') return { step, total };
  return step === 1 ? null : { step, total: null };
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is string => typeof one === 'string').slice(0, MAX_LIST_ITEMS);
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields).slice(0, MAX_LIST_ITEMS) : [];
}

/** Free members, each as a line. */
function pairs(value: unknown): [string, string][] {
  return Object.entries(fields(value))
    .filter(([, inner]) => inner !== null)
    .slice(0, MAX_LIST_ITEMS)
    .map(([name, inner]) => [name, plain(inner)]);
}

/** A value as a line: a text as it is, a list or an object as what is in it. */
function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  const simple = (inner: unknown) => ['string', 'number', 'boolean'].includes(typeof inner);
  if (Array.isArray(value) && value.every(simple)) return value.join(', ');
  if (isFields(value) && Object.values(value).every(simple)) {
    return Object.entries(value).map(([name, inner]) => `${name}: ${String(inner)}`).join(', ');
  }
  return JSON.stringify(value);
}
