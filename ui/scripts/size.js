// Prints the gzip size of the JavaScript a page loads first, and fails when it is over the budget.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET = 120_000;
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const scripts = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((match) => match[1]);
if (scripts.length === 0) throw new Error('dist/index.html names no script; run the build first');

let total = 0;
for (const script of scripts) {
  const size = gzipSync(readFileSync(join(dist, script)), { level: 9 }).length;
  total += size;
  console.log(`${String(size).padStart(8)}  ${script}`);
}
console.log(`${String(total).padStart(8)}  initial JavaScript, gzip (budget ${BUDGET})`);
if (total > BUDGET) process.exitCode = 1;
