// What is suggested from a conversation: only what it says itself, however odd its text is.
import { describe, expect, it } from 'vitest';
import type { ReadPage, ShownMessage, ShownPart } from '../src/bindings/door';
import type { Door } from '../src/door';
import { emptyDraft } from '../src/handoff/draft';
import { faultsOf } from '../src/handoff/faults';
import { suggestionsOf } from '../src/handoff/suggest';
import { Suggested, take } from '../src/handoff/suggested.svelte';

function message(role: ShownMessage['role'], text: string, over: Partial<ShownPart> = {}, injected = false): ShownMessage {
  const part = { kind: 'text', text, tool: null, truncated: false, failed: false, call: null, summary: null, edit: null, took_ms: null, can_show: false };
  return { number: 1, role, at: null, model: null, injected, resets: false, parts: [{ ...part, ...over } as ShownPart] };
}
const agent = (text: string, over?: Partial<ShownPart>, injected?: boolean) => message('agent', text, over, injected);
const person = (text: string) => message('user', text);
const NOTHING = { decided: [], rejected: [], open: [] };

describe('suggestions', () => {
  it('are what lines say of themselves', () => {
    const text = [
      'Decision: use SQLite',
      '- **Decided:** keep the old name',
      'We decided to ship on Monday.',
      'We decided against Redis, it needs a server.',
      '> Rejected: a second process',
      'TODO: write the migration',
      '- [ ] test on Windows',
      '- [x] test on Linux',
      '### Open question: who owns the key',
      'Entscheidung: kein Cache',
      'Wir haben uns für Rust entschieden.',
    ].join('\n');
    expect(suggestionsOf([agent(text), person('Thanks.')])).toEqual({
      decided: ['use SQLite', 'keep the old name', 'We decided to ship on Monday.', 'kein Cache', 'Wir haben uns für Rust entschieden.'],
      rejected: ['We decided against Redis, it needs a server.', 'a second process'],
      open: ['write the migration', 'test on Windows', 'who owns the key'],
    });
  });

  it('are the items of a list under its heading, as far as the list goes', () => {
    const text = '## Open questions:\n\n1. Which port\n2. Which user\n\nThat is all.\n- not one of them\n\nDecisions:\nNone so far.';
    expect(suggestionsOf([agent(text), person('ok')])).toEqual({ ...NOTHING, open: ['Which port', 'Which user'] });
  });

  it('are questions of the agent only while nobody answered', () => {
    const asks = agent('Done.\n\n- Should I also **rename** the table?\nWhich branch?\nAny questions?\n???');
    expect(suggestionsOf([person('Go'), asks]).open).toEqual(['Should I also rename the table?', 'Which branch?']);
    expect(suggestionsOf([person('Go'), asks, person('Yes, main.')])).toEqual(NOTHING);
    expect(suggestionsOf([asks, agent('<context>', {}, true)]).open).toHaveLength(2);
  });

  it('come from nothing else', () => {
    expect(suggestionsOf([])).toEqual(NOTHING);
    for (const text of [
      'I think we should decide soon.',
      'Undecided: many things',
      'todo list of the app',
      'const decision: string = "x";',
      '```\nDecision: in code\nTODO: in code\n```',
      '~~~md\n```\nTODO: in code\n~~~',
      '````\n```\nTODO: still code\n````',
      'TODO', 'TODO:', 'TODOs are bad', 'Decision:', 'Decision: —', '- [ ] ',
    ]) {
      expect(suggestionsOf([agent(text), person('ok')]), text).toEqual(NOTHING);
    }
    for (const kind of ['reasoning', 'tool_call', 'tool_result', 'other'] as const) {
      expect(suggestionsOf([agent('Decision: x\nReally?', { kind })]), kind).toEqual(NOTHING);
    }
    expect(suggestionsOf([agent('Decision: by the machinery', {}, true)])).toEqual(NOTHING);
  });

  it('are few, the newest first, each once', () => {
    const messages = Array.from({ length: 40 }, (_, at) => agent(`TODO: thing ${at}\nTODO: thing ${at}`));
    expect(suggestionsOf([...messages, person('ok')]).open).toEqual([39, 38, 37, 36, 35].map((at) => `thing ${at}`));
  });

  it('are shown as what they are', () => {
    const open = (text: string) => suggestionsOf([agent(`TODO: ${text}`), person('ok')]).open;
    expect(open('<img src=x onerror=alert(1)> {@html x} ${y}')).toEqual(['<img src=x onerror=alert(1)> {@html x} ${y}']);
    expect(open('ask \u202eeman\u202c')).toEqual(['ask [U+202E]eman[U+202C]']);
    expect(open('לבדוק את הגיבוי')).toEqual(['לבדוק את הגיבוי']);
    expect(open('a\u0000b\u001b[2Jc')).toEqual(['a␀b␛[2Jc']);
    expect(suggestionsOf([agent('هل نكمل؟')]).open).toEqual(['هل نكمل؟']);
  });

  it('take no long time over what is made to take long', () => {
    const hostile = [
      `TODO: ${'x'.repeat(5_000_000)}`,
      `${'> '.repeat(500_000)}Decision: deep`,
      `${'- [ ] '.repeat(500_000)}`,
      `Wir haben ${'entschiede '.repeat(500_000)}`,
      '\n'.repeat(2_000_000),
      '`'.repeat(3_000_000),
      `${'```\n'.repeat(500_001)}TODO: x`,
      Array.from({ length: 200_000 }, (_, at) => `TODO: ${at}`).join('\n'),
      '?\n'.repeat(500_000),
      `\ud800 Decision: \ud800`,
    ];
    for (const text of hostile) {
      const found = suggestionsOf([agent(text)]);
      for (const texts of Object.values(found)) {
        expect(texts.length).toBeLessThanOrEqual(5);
        for (const one of texts) expect(one.length).toBeLessThan(2_500);
      }
    }
  });
});

describe('what is suggested for a draft', () => {
  const door = (total: number, asked: unknown[], text: string) =>
    ({
      call: (method: string, params: { after: number; limit: number }) => {
        asked.push({ method, ...params });
        if (method === 'read_outline') return Promise.resolve({ total });
        // A node may answer with less than it was asked for.
        const count = Math.min(7, params.limit, total - params.after);
        const page: ReadPage = { messages: Array.from({ length: count }, () => agent(text)), next: params.after + count, total };
        return Promise.resolve(params.after + count >= total ? { ...page, next: null } : page);
      },
    }) as unknown as Door;

  it('is read once, and only from the end', async () => {
    const asked: { method: string; after?: number; limit?: number }[] = [];
    const suggested = new Suggested(door(100_000, asked, 'TODO: x'), 'claude-code:1');
    const draft = emptyDraft(null);
    expect(suggested.of(draft)).toEqual(NOTHING);
    await suggested.look();
    await suggested.look();
    expect(suggested.of(draft).open).toEqual(['x']);
    expect(draft).toEqual(emptyDraft(null));
    const pages = asked.filter(({ method }) => method === 'read_messages');
    expect(pages).toHaveLength(9);
    expect(pages[0]).toMatchObject({ after: 99_940, limit: 60 });
  });

  it('goes where it could have been typed, and is not offered again', async () => {
    const suggested = new Suggested(door(1, [], 'Decision: a\nDecision: b\nRejected: c\nTODO: d'), 'claude-code:1');
    await suggested.look();
    const draft = { ...emptyDraft(null), task: 'Go on', questions: 'mine' };
    take(draft, 'rejected', 'c');
    expect(faultsOf(draft)).toHaveProperty(['context.prior_decisions.0.decision']);
    take(draft, 'decided', 'a');
    take(draft, 'decided', 'b');
    take(draft, 'open', 'd');
    expect(draft.decisions).toEqual([{ decision: 'a', why: '', rejected: 'c' }, { decision: 'b', why: '', rejected: '' }]);
    expect(draft.questions).toBe('mine\nd');
    expect(faultsOf(draft)).toEqual({});
    expect(suggested.of(draft)).toEqual(NOTHING);
  });

  it('is nothing when the conversation can’t be read, and is looked for again', async () => {
    let asked = 0;
    const gone = { call: () => (asked++, Promise.reject(new Error('gone'))) } as unknown as Door;
    const suggested = new Suggested(gone, 'claude-code:1');
    await suggested.look();
    await suggested.look();
    expect(asked).toBe(2);
    expect(suggested.of(emptyDraft(null))).toEqual(NOTHING);
  });
});
