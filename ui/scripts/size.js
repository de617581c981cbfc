// Prints the gzip size of the JavaScript a page needs before it shows anything, in its built-in language,
// and fails when it is over the budget: the scripts index.html names, the start of the page, and all
// that these import.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET = 120_000;
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const scripts = new Set();
const waiting = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((match) => match[1]);
if (waiting.length === 0) throw new Error('dist/index.html names no script; run the build first');
const start = readdirSync(join(dist, 'assets')).find((name) => /^start-.*\.js$/.test(name));
if (!start) throw new Error('the start of the page is in no file of its own');
waiting.push(`assets/${start}`);
while (waiting.length > 0) {
  const script = waiting.pop();
  if (scripts.has(script)) continue;
  scripts.add(script);
  const code = readFileSync(join(dist, script), 'utf8');
  for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) waiting.push(`assets/${name}`);
}

let total = 0;
for (const script of scripts) {
  const size = gzipSync(readFileSync(join(dist, script)), { level: 9 }).length;
  total += size;
  console.log(`${String(size).padStart(8)}  ${script}`);
}
console.log(`${String(total).padStart(8)}  initial JavaScript, gzip (budget ${BUDGET})`);
if (total > BUDGET) process.exitCode = 1;
