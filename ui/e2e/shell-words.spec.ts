// What a page offers for a terminal is read by a real shell as what was meant, whatever a folder is called.
import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canBePasted, quoted } from '../src/lib/shell';

const NAMES = ["it's here", '$(touch pwned)', '`touch pwned`', 'a; touch pwned #', '"&& touch pwned', '-n', 'ünï \u202e x', '*', '\\', '~', '!!', "'"];

test('a folder of any name stays one word', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'segue-shell-')));
  try {
    for (const name of NAMES) {
      const folder = join(home, name);
      mkdirSync(folder);
      expect(canBePasted(folder), name).toBe(true);
      const printed = execFileSync('sh', ['-c', `cd ${quoted(folder, false)} && pwd && ls -A`], { cwd: home, encoding: 'utf8' });
      expect(printed, name).toBe(`${folder}\n`);
    }
    expect(readdirSync(home).sort()).toEqual([...NAMES].sort());
  } finally {
    rmSync(home, { recursive: true });
  }
});
