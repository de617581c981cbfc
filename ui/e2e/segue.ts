// The real program, started for one test: its own profile folder, its own home, no keyring, a free
// port. Ended, and its folder removed, when the test is over.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
export const REPOSITORY = resolve(here, '../..');
const PROGRAM = process.env['SEGUE_PROGRAM'] ?? join(REPOSITORY, 'target/debug/segue');

/** A place on this computer that stays the same for whoever is there; among those that no system gives out by itself. */
export function fixedAddress(): string {
  return `127.0.0.1:${20_000 + Math.floor(Math.random() * 12_000)}`;
}

/** What a run of the program printed. */
interface Printed {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Where and how it runs, when that is not alone on loopback. */
interface Circumstances {
  /** Its first steps are done, unless a test wants to see them. */
  welcomed?: boolean;
  /** Where it can be reached; a free port of loopback unless one must stay the same. */
  listen?: string;
  /** A command it is started by, such as one that puts it into a network of its own. */
  within?: string[];
  /** Variables of its environment besides the usual. */
  env?: NodeJS.ProcessEnv;
}

export class Segue {
  readonly #circumstances: Circumstances;
  readonly folder = mkdtempSync(join(tmpdir(), 'segue-e2e-'));
  readonly profile = join(this.folder, 'profile');
  address = '';
  link = '';
  #server: ChildProcess | null = null;
  /** Says how far its clock is ahead, in seconds. */
  readonly #clock = join(this.folder, 'clock');
  #ahead = 0;
  /** What is done before it is removed. */
  readonly #before: (() => Promise<void>)[] = [];

  constructor(circumstances: Circumstances = {}) {
    this.#circumstances = circumstances;
    if (circumstances.welcomed === false) return;
    mkdirSync(this.profile, { mode: 0o700 });
    writeFileSync(join(this.profile, 'settings.toml'), '[window]\nwelcomed = true\n', { mode: 0o600 });
  }

  /** The home folder of the one who uses it. */
  get home(): string {
    return this.folder;
  }

  /** Starts serving; on a given port when the address must stay the same. */
  async serve(port = 0): Promise<void> {
    const server = this.#start(['serve', '--json', '--profile', this.profile, '--port', String(port)]);
    this.#server = server;
    const line = await firstLine(server);
    const { address, link } = JSON.parse(line) as { address: string; link: string };
    this.address = address;
    this.link = link;
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  /** Ends the server at once, as a crash would. */
  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server || server.exitCode !== null) return;
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGKILL');
    await ended;
  }

  /** From now on it is reached where it is reached now, also after it was started anew. */
  async keepAddress(): Promise<void> {
    this.#circumstances.listen = await this.place();
  }

  /** Lets so many seconds pass for the program at once. */
  later(seconds: number): void {
    this.#ahead += seconds;
    const next = `${this.#clock}.next`;
    writeFileSync(next, `+${this.#ahead}s`);
    renameSync(next, this.#clock);
  }

  /** Holds the server still, as a computer that sleeps would. */
  stop(): void {
    this.#server?.kill('SIGSTOP');
  }

  /** Lets it go on. */
  go(): void {
    this.#server?.kill('SIGCONT');
  }

  /** Makes the server slow, on a quick computer too: it runs for a moment and then stands still for
   * ten of them. The answer ends that. */
  slow(): () => void {
    const moment = 10;
    let turn: NodeJS.Timeout;
    const run = () => {
      this.go();
      turn = setTimeout(stand, moment);
    };
    const stand = () => {
      this.stop();
      turn = setTimeout(run, 10 * moment);
    };
    stand();
    return () => {
      clearTimeout(turn);
      this.go();
    };
  }

  /** Runs another command of the program on the same profile. */
  async run(...args: string[]): Promise<Printed> {
    const child = this.#start([...args, '--profile', this.profile]);
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (data) => (stdout += data));
    child.stderr?.on('data', (data) => (stderr += data));
    const code = await new Promise<number | null>((done) => child.once('close', done));
    return { code, stdout, stderr };
  }

  /** The same, read as JSON; fails when the program does. */
  async json<T>(...args: string[]): Promise<T> {
    const printed = await this.run(...args, '--json');
    if (printed.code !== 0) throw new Error(`segue ${args.join(' ')} failed: ${printed.stderr}${printed.stdout}`);
    return JSON.parse(printed.stdout) as T;
  }

  /** Takes a name and serves. */
  async begin(name: string): Promise<void> {
    await this.run('settings', 'set', 'name', name);
    await this.serve();
  }

  /** Becomes verified with another one, who serves, by an invite. */
  async meet(other: Segue): Promise<void> {
    const { ticket } = await other.json<{ ticket: string }>('invite');
    const joined = await this.run('join', ticket);
    if (joined.code !== 0) throw new Error(`segue join failed: ${joined.stderr}`);
  }

  /** Where others reach it, as `host:port`. */
  async place(): Promise<string> {
    const { network } = await this.json<{ network: { listening: string[] } }>('status');
    return network.listening.find((address) => !address.includes('QUIC')) ?? '';
  }

  /** What the program says of itself on the command line. */
  async status(): Promise<{ you: { name: string; device_id: string }; version: string }> {
    return this.json('status');
  }

  /** Such as closing a page that would miss it. */
  beforeRemoval(run: () => Promise<void>): void {
    this.#before.push(run);
  }

  async remove(): Promise<void> {
    for (const run of this.#before) await run();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #start(args: string[]): ChildProcess {
    const [program = PROGRAM, ...rest] = [...(this.#circumstances.within ?? []), PROGRAM, ...args];
    return spawn(program, rest, { env: this.#environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  }

  #environment(): NodeJS.ProcessEnv {
    const page = process.env['SEGUE_PAGE'] ?? join(REPOSITORY, 'ui/dist');
    return {
      PATH: process.env['PATH'],
      HOME: this.folder,
      SEGUE_DISCOVERY: 'off',
      SEGUE_LISTEN: this.#circumstances.listen ?? '127.0.0.1:0',
      SEGUE_PAGE: page,
      SEGUE_CLOCK: this.#clock,
      ...this.#circumstances.env,
    };
  }
}

async function firstLine(server: ChildProcess): Promise<string> {
  let complaint = '';
  server.stderr?.on('data', (data) => (complaint += data));
  if (!server.stdout) throw new Error('the server has no output');
  const lines = createInterface({ input: server.stdout });
  return new Promise((found, failed) => {
    lines.once('line', found);
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`segue serve ended with ${code}: ${complaint}`)));
  });
}
