// Conversations as the agents themselves write them, made for a test and put where each agent keeps its
// own: Claude Code (one JSON object a line, each naming the one before) and Codex (a rollout).
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Sample {
  id: string;
  file: string;
}

/** An id that is always the same for the same number; the first eight digits differ. */
export function idOf(number: number): string {
  const mixed = (Math.imul(number, 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  return `${mixed}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** A session of Claude Code in the making. */
export class Claude {
  readonly #lines: object[] = [];
  #last: string | null = null;
  #count = 0;

  constructor(
    readonly id: string,
    readonly cwd: string,
    readonly start = Date.parse('2026-11-02T09:00:00Z'),
  ) {}

  ask(text: string): this {
    return this.#add('user', { role: 'user', content: text });
  }

  answer(text: string): this {
    return this.#block({ type: 'text', text });
  }

  think(thinking: string): this {
    return this.#block({ type: 'thinking', thinking, signature: 'c2lnbmVk' });
  }

  /** The agent uses a tool, and the tool answers. */
  call(name: string, input: object, output: string, failed = false): this {
    const id = `toolu_${String(this.#count).padStart(8, '0')}`;
    this.#block({ type: 'tool_use', id, name, input });
    const result = { type: 'tool_result', tool_use_id: id, content: output, is_error: failed };
    return this.#add('user', { role: 'user', content: [result] });
  }

  /** The person shows a picture; `data` is base64. */
  picture(text: string, mediaType: string, data: string): this {
    const image = { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
    return this.#add('user', { role: 'user', content: [{ type: 'text', text }, image] });
  }

  /** The agent sums up what was said and goes on with that alone. */
  compact(summary: string): this {
    const logicalParentUuid = this.#last;
    this.#last = null;
    const compactMetadata = { trigger: 'auto', preTokens: 5 };
    this.#note({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', logicalParentUuid, compactMetadata });
    const message = { role: 'user', content: summary };
    return this.#note({ type: 'user', isCompactSummary: true, isVisibleInTranscriptOnly: true, message });
  }

  title(customTitle: string): this {
    this.#lines.push({ type: 'custom-title', customTitle, sessionId: this.id });
    return this;
  }

  /** A line as it is, for what no agent would write. */
  raw(line: object): this {
    this.#lines.push(line);
    return this;
  }

  text(): string {
    return this.#lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  /** Puts it where Claude Code of this home keeps it. */
  write(home: string, text = this.text(), changed = this.start + this.#count * 1_000): Sample {
    const folder = this.cwd.replace(/[^A-Za-z0-9]/g, '-');
    const file = join(home, '.claude/projects', folder, `${this.id}.jsonl`);
    put(file, text, changed);
    return { id: this.id, file };
  }

  #block(block: object): this {
    const message = { id: `msg_${this.#count}`, role: 'assistant', type: 'message', model: 'claude-opus-4-6', content: [block] };
    return this.#add('assistant', message);
  }

  #add(type: string, message: object): this {
    return this.#note({ type, message });
  }

  #note(what: object): this {
    const uuid = idOf(100_000 + this.#count);
    this.#lines.push({
      ...what,
      uuid,
      parentUuid: this.#last,
      sessionId: this.id,
      cwd: this.cwd,
      version: '2.1.0',
      gitBranch: 'main',
      isSidechain: false,
      userType: 'external',
      timestamp: new Date(this.start + this.#count * 1_000).toISOString(),
    });
    this.#last = uuid;
    this.#count += 1;
    return this;
  }
}

/** So many small sessions of Claude Code, fast; the one with the highest number is the newest. */
export function crowd(home: string, count: number, start = Date.parse('2026-10-01T09:00:00Z')): void {
  for (let at = 1; at <= count; at++) {
    new Claude(idOf(at), `/work/p${at % 5}`, start + at * 60_000)
      .ask(`Question ${at} about the scheduler`)
      .answer(`Answer ${at}`)
      .title(`Session ${at}`)
      .write(home);
  }
}

/** A short conversation with everything in it: words, thinking, a tool, an edit. */
export function rich(number: number, cwd: string): Claude {
  return new Claude(idOf(number), cwd)
    .ask('The login test is flaky. Please find out why.')
    .think('The retry probably hides a race.')
    .answer('I will look at the **login test** first.')
    .call('Read', { file_path: `${cwd}/src/login.test.ts` }, 'await login();\nexpect(page).toShow("Welcome");')
    .call(
      'Edit',
      { file_path: `${cwd}/src/login.test.ts`, old_string: 'await login();', new_string: 'await login({ retry: 3 });' },
      'The file was updated.',
    )
    .answer('The test did not wait.\n\n```ts\nawait login({ retry: 3 });\n```\n\nNow it does.')
    .ask('Thanks. Now write down what you changed.')
    .answer('I added a retry to the login of the test.')
    .title('Fix flaky login test');
}

/** A session of Codex with one question and one answer. */
export function codex(home: string, number: number, cwd: string, question: string): Sample {
  const id = `019a0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
  const at = new Date(Date.parse('2026-11-03T09:00:00Z') + number * 1_000).toISOString();
  const line = (type: string, payload: object) => JSON.stringify({ timestamp: at, type, payload });
  const message = (role: string, type: string, text: string) =>
    line('response_item', { type: 'message', role, content: [{ type, text }] });
  const meta = { id, timestamp: at, cwd, originator: 'codex_cli_rs', cli_version: '0.60.0', instructions: null, source: 'cli', model_provider: 'openai' };
  const lines = [
    line('session_meta', meta),
    message('user', 'input_text', question),
    line('event_msg', { type: 'user_message', message: question, kind: 'plain' }),
    message('assistant', 'output_text', `About: ${question}`),
    line('event_msg', { type: 'agent_message', message: `About: ${question}` }),
  ];
  const stamp = at.slice(0, 19).replaceAll(':', '-');
  const file = join(home, '.codex/sessions/2026/11/03', `rollout-${stamp}-${id}.jsonl`);
  put(file, `${lines.join('\n')}\n`, Date.parse(at));
  return { id, file };
}

function put(file: string, text: string, changed: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, changed / 1_000, changed / 1_000);
}
