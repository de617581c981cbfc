// A version of a conversation as the ledger gives it out, read with care: the node checked it, but a
// page takes nothing on trust.

export interface Someone {
  /** What we call them. */
  name: string;
  /** Tells two of one name apart; `null` for who is in older records. */
  device: string | null;
  known: boolean;
}

export interface Receipt {
  state: string;
  at: number;
  by: Someone;
  reason: string | null;
}

export interface HandedOff {
  at: number;
  to: Someone;
  from: Someone;
  task: string | null;
  state: string | null;
  receipts: Receipt[];
}

export interface Version {
  id: string;
  parents: string[];
  creator: Someone;
  platform: string;
  session: string | null;
  messages: number;
  at: number;
  signed: boolean;
  handoffs: HandedOff[];
}

type Bag = Record<string, unknown>;
const bag = (value: unknown): Bag => (typeof value === 'object' && value !== null ? (value as Bag) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const maybe = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export function versionOf(value: unknown): Version {
  const from = bag(value);
  return {
    id: text(from['versionId']),
    parents: list(from['parentVersionIds']).map(text),
    creator: someone(from['creator']),
    platform: text(from['platform']),
    session: maybe(from['sessionId']),
    messages: count(from['messageCount']),
    at: count(from['createdAt']),
    signed: from['signed'] === true,
    handoffs: list(from['handoffs']).map(handedOff),
  };
}

function handedOff(value: unknown): HandedOff {
  const from = bag(value);
  return {
    at: count(from['handedOffAt']),
    to: someone(from['handedOffTo']),
    from: someone(from['from']),
    task: maybe(from['taskId']),
    state: maybe(from['state']),
    receipts: list(from['receipts']).map((one) => {
      const receipt = bag(one);
      return {
        state: text(receipt['state']),
        at: count(receipt['at']),
        by: someone(receipt['by']),
        reason: maybe(receipt['reason']),
      };
    }),
  };
}

function someone(value: unknown): Someone {
  const from = bag(value);
  return {
    name: maybe(from['calledHere']) ?? text(from['name']),
    device: maybe(from['deviceId']),
    known: from['known'] === true,
  };
}
