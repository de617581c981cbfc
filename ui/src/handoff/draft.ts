// What a person wrote about a handoff before it left, kept for each conversation until it is sent or
// discarded. Only what was typed and decided is kept, never what would leave.
import type { Settings } from '../bindings/door';
import { recall, remember } from '../state/memory';

export const STATUSES = ['success', 'partial', 'blocked', 'error'] as const;
export type StatusWord = (typeof STATUSES)[number];
export const PRIORITIES = ['', 'critical', 'high', 'medium', 'low'] as const;
export const BLOCKERS = ['unknown', 'missing_input', 'resource_unavailable', 'dependency_failed', 'validation_failed'] as const;
export const ARTIFACTS = ['', 'code', 'document', 'config', 'data', 'report'] as const;
export const HISTORIES = ['full', 'summary', 'last', 'pointer'] as const;
export type History = (typeof HISTORIES)[number];

export interface BlockerDraft {
  text: string;
  kind: (typeof BLOCKERS)[number];
  /** One way out a line. */
  options: string;
}

export interface DecisionDraft {
  decision: string;
  why: string;
  /** What was rejected and why, one a line. */
  rejected: string;
}

export interface ArtifactDraft {
  path: string;
  kind: (typeof ARTIFACTS)[number];
  about: string;
}

/** What shall become of one finding. */
export interface Decided {
  choice: 'redact' | 'redact_everywhere' | 'keep';
  reason: string;
}

export interface Draft {
  /** Devices of those it goes to. */
  to: string[];
  task: string;
  note: string;
  /** One a line, like all that is a list. */
  instructions: string;
  expected: string;
  priority: (typeof PRIORITIES)[number];
  status: StatusWord;
  summary: string;
  blockers: BlockerDraft[];
  objective: string;
  inScope: string;
  outOfScope: string;
  constraints: string;
  decisions: DecisionDraft[];
  questions: string;
  artifacts: ArtifactDraft[];
  testsPassed: '' | 'yes' | 'no';
  wasRun: '' | 'yes' | 'no';
  checkedHow: string;
  deadline: string;
  attachDiff: boolean;
  /** For how many days it is offered. */
  days: number;
  history: History;
  last: number;
  toolOutput: boolean;
  reasoning: boolean;
  personal: boolean;
  /** By the ids of findings. */
  findings: Record<string, Decided>;
}

export const emptyBlocker = (): BlockerDraft => ({ text: '', kind: 'unknown', options: '' });
export const emptyDecision = (): DecisionDraft => ({ decision: '', why: '', rejected: '' });
export const emptyArtifact = (): ArtifactDraft => ({ path: '', kind: '', about: '' });

/** Nothing said yet; how much goes along is as the settings have it. */
export function emptyDraft(sending: Settings['sending'] | null): Draft {
  const [, last] = /^last:(\d+)$/.exec(sending?.history ?? '') ?? [];
  return {
    to: [],
    task: '',
    note: '',
    instructions: '',
    expected: '',
    priority: '',
    status: 'success',
    summary: '',
    blockers: [],
    objective: '',
    inScope: '',
    outOfScope: '',
    constraints: '',
    decisions: [],
    questions: '',
    artifacts: [],
    testsPassed: '',
    wasRun: '',
    checkedHow: '',
    deadline: '',
    attachDiff: false,
    days: 14,
    history: last ? 'last' : (HISTORIES.find((one) => one === sending?.history) ?? 'full'),
    last: last ? Number(last) : 20,
    toolOutput: sending?.tool_output ?? true,
    reasoning: sending?.reasoning ?? true,
    personal: sending?.personal ?? false,
    findings: {},
  };
}

/** How many drafts are kept, and how long each may be. */
const MAX_DRAFTS = 12;
const MAX_DRAFT_CHARS = 60_000;
const DRAFTS_KEY = 'handoff.drafts';

interface Kept {
  of: string;
  at: string;
  draft: Draft;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isKept = (value: unknown): value is Kept =>
  isObject(value) && typeof value['of'] === 'string' && typeof value['at'] === 'string' && isObject(value['draft']);
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function all(): Kept[] {
  return (recall(DRAFTS_KEY, isList) ?? []).filter(isKept);
}

/** The draft of a conversation, with whatever an older page did not know filled in. */
export function draftOf(conversation: string, fresh: Draft): { draft: Draft; at: string } | null {
  const kept = all().find((one) => one.of === conversation);
  return kept ? { draft: fitted(kept.draft, fresh), at: kept.at } : null;
}

/** Keeps it as the newest; one that is too long to be kept leaves the last one that was not. */
export function keepDraft(conversation: string, draft: Draft, at: string): void {
  if (JSON.stringify(draft).length > MAX_DRAFT_CHARS) return;
  const others = all().filter((one) => one.of !== conversation);
  remember(DRAFTS_KEY, [{ of: conversation, at, draft }, ...others].slice(0, MAX_DRAFTS));
}

export function forgetDraft(conversation: string): void {
  const kept = all();
  if (kept.some((one) => one.of === conversation)) remember(DRAFTS_KEY, kept.filter((one) => one.of !== conversation));
}

/** Each member of the kept one that has the shape of a fresh one's. */
function fitted(kept: Draft, fresh: Draft): Draft {
  const names = Object.keys(fresh) as (keyof Draft)[];
  const same = names.filter((name) => shape(kept[name]) === shape(fresh[name]));
  return { ...fresh, ...Object.fromEntries(same.map((name) => [name, kept[name]])) };
}

const shape = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);
