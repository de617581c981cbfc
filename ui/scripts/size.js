// Prints the gzip size of the JavaScript a page loads first, with the larger of the two screens it can
// begin with, and fails when it is over the budget.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET = 120_000;
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const scripts = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((match) => match[1]);
if (scripts.length === 0) throw new Error('dist/index.html names no script; run the build first');

const sizeOf = (script) => gzipSync(readFileSync(join(dist, script)), { level: 9 }).length;
const screens = readdirSync(join(dist, 'assets'))
  .filter((name) => /^(Inbox|Library)-.*\.js$/.test(name))
  .map((name) => `assets/${name}`)
  .sort((a, b) => sizeOf(b) - sizeOf(a));
if (screens.length !== 2) throw new Error('the first screens are not files of their own any more');

let total = 0;
for (const script of [...scripts, screens[0]]) {
  const size = sizeOf(script);
  total += size;
  console.log(`${String(size).padStart(8)}  ${script}`);
}
console.log(`${String(total).padStart(8)}  initial JavaScript, gzip (budget ${BUDGET})`);
if (total > BUDGET) process.exitCode = 1;
