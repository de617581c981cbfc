// Two computers on one cable, each a network namespace with nothing else in it: here discovery may be
// on. Needs root, `ip netns` and `nft`; `missing` says what is not there.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: 'pipe' });

/** Whether a computer has its address of IPv6, tried out; one without IPv6 has none. */
function isSettled(name: string): boolean {
  const addresses = ip(`-n ${name} -6 -o addr show dev lan0`).toString();
  return !existsSync('/proc/net/if_inet6') || (addresses !== '' && !addresses.includes('tentative'));
}

const moment = () => new Promise((done) => setTimeout(done, 50));

/** Why there can be no such network here; `null` when there can. */
export function missing(): string | null {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const probe = `segue-probe-${process.pid}`;
  try {
    ip(`netns add ${probe}`);
    ip(`netns exec ${probe} nft list tables`);
    ip(`netns del ${probe}`);
    return null;
  } catch {
    return '`ip netns` and `nft` do not work here';
  }
}

export class Lan {
  /** Two computers whose addresses are settled: while one is still tried out the network changes, and a browser drops
   * whatever it is loading then. */
  static async begin(): Promise<Lan> {
    const lan = new Lan();
    try {
      while (!lan.names.every(isSettled)) await moment();
      return lan;
    } catch (thrown) {
      lan.remove();
      throw thrown;
    }
  }

  readonly names = [`segue-a-${process.pid}`, `segue-b-${process.pid}`] as const;
  readonly #folder = mkdtempSync(join(tmpdir(), 'segue-lan-'));

  private constructor() {
    const [a, b] = this.names;
    for (const name of this.names) ip(`netns add ${name}`);
    ip(`link add lan0 netns ${a} type veth peer name lan0 netns ${b}`);
    this.names.forEach((name, at) => {
      ip(`-n ${name} addr add 10.78.0.${at + 1}/24 dev lan0`);
      ip(`-n ${name} link set lo up`);
      ip(`-n ${name} link set lan0 up`);
    });
  }

  /** What starts a program on one of the computers. */
  within(name: string): string[] {
    return ['ip', 'netns', 'exec', name];
  }

  /** A program that is another one on one of the computers. */
  wrapped(name: string, program: string): string {
    const path = join(this.#folder, 'program');
    writeFileSync(path, `#!/bin/sh\nexec ${this.within(name).join(' ')} ${program} "$@"\n`);
    chmodSync(path, 0o700);
    return path;
  }

  /** Lets nobody in on one of the computers, as a firewall does; what is connected stays so. */
  shut(name: string): void {
    this.#nft(name, 'add table inet shut');
    this.#nft(name, 'add chain inet shut door { type filter hook input priority 0; }');
    this.#nft(name, 'add rule inet shut door iifname lan0 tcp flags & (syn | ack) == syn drop');
  }

  /** Lets others in again. */
  open(name: string): void {
    this.#nft(name, 'delete table inet shut');
  }

  #nft(name: string, command: string): void {
    execFileSync('ip', ['netns', 'exec', name, 'nft', command], { stdio: 'pipe' });
  }

  remove(): void {
    for (const name of this.names) ip(`netns del ${name}`);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
