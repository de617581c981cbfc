// The packages by other people that end up in Segue, with their licences, for Settings, About:
// crates of both programs as cargo knows them, and what the page is bundled with. Each with the lines
// that name the holders of rights; each licence in full once, in the words of a package that has it.
//
//   npm run licences             fails when the list in src/ is not what the lock files say
//   npm run licences -- --write  writes it
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ui = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(ui, 'src/screens/settings/licences.json');
const PROGRAMS = ['segue-desktop', 'segue-cli'];
const SYSTEMS = ['x86_64-unknown-linux-gnu', 'aarch64-apple-darwin', 'x86_64-pc-windows-msvc'];
/** The parts of the compiler that are compiled into the page with it. */
const RUNTIME = ['svelte', 'clsx', 'esm-env'];
const LICENCE_FILE = /^((un)?licen[cs]e|copying|notice|copyright)/i;

const read = (path) => readFileSync(path, 'utf8');

/** Every text in a package that may be a licence. */
function textsOf(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile() && LICENCE_FILE.test(one.name));
  return names.map((one) => read(join(folder, one.name))).sort((a, b) => a.length - b.length);
}

/** The lines that name someone, as they stand, each once. */
function holdersOf(texts, authors) {
  const lines = texts.flatMap((text) => text.split('\n').map((line) => line.replace(/^[\s*#/>-]+/, '').trim()));
  const named = lines.filter(
    (line) =>
      /^(copyright\s|©|\(c\)\s*\d{4})/i.test(line) &&
      /\d{4}|©|\(c\)/i.test(line) &&
      !/\[yyyy\]|\{yyyy\}|<year>|copyright (owner|holder|notice|license|statement)/i.test(line),
  );
  const short = named.map((line) => line.replace(/\s*<[^>]*@[^>]*>/g, '').slice(0, 160));
  if (short.length > 0) return [...new Set(short)].slice(0, 6);
  return authors.map((author) => author.replace(/\s*<[^>]*>/, ''));
}

function crates() {
  const found = new Map();
  for (const system of SYSTEMS) {
    const printed = execFileSync(
      'cargo',
      ['metadata', '--format-version', '1', '--locked', '--filter-platform', system],
      { cwd: join(ui, '..'), encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const { packages, resolve: graph } = JSON.parse(printed);
    const byId = new Map(packages.map((one) => [one.id, one]));
    const needs = new Map(graph.nodes.map((node) => [node.id, node.deps]));
    const waiting = packages.filter((one) => PROGRAMS.includes(one.name)).map((one) => one.id);
    const seen = new Set(waiting);
    while (waiting.length > 0) {
      const id = waiting.pop();
      const crate = byId.get(id);
      // A macro is used while compiling and is no part of the program.
      if (crate.targets.some((target) => target.kind.includes('proc-macro'))) continue;
      if (crate.source !== null) found.set(`${crate.name} ${crate.version}`, crate);
      for (const need of needs.get(id)) {
        if (seen.has(need.pkg) || !need.dep_kinds.some((kind) => kind.kind === null)) continue;
        seen.add(need.pkg);
        waiting.push(need.pkg);
      }
    }
  }
  return [...found.values()].map((crate) => ({
    name: crate.name,
    version: crate.version,
    licence: (crate.license ?? 'see its file').replaceAll('/', ' OR ').replace(/\s+/g, ' '),
    texts: textsOf(dirname(crate.manifest_path)),
    authors: crate.authors,
  }));
}

function bundled() {
  const lock = JSON.parse(read(join(ui, 'package-lock.json')));
  const { dependencies = {} } = JSON.parse(read(join(ui, 'package.json')));
  const waiting = [...Object.keys(dependencies), ...RUNTIME];
  const seen = new Set();
  const found = [];
  while (waiting.length > 0) {
    const name = waiting.pop();
    const locked = lock.packages[`node_modules/${name}`];
    if (seen.has(name) || !locked) continue;
    seen.add(name);
    if (!RUNTIME.includes(name)) waiting.push(...Object.keys(locked.dependencies ?? {}));
    const folder = join(ui, 'node_modules', name);
    const { author } = JSON.parse(read(join(folder, 'package.json')));
    const authors = typeof author === 'string' ? [author] : author?.name ? [author.name] : [];
    found.push({ name, version: locked.version, licence: locked.license ?? 'see its file', texts: textsOf(folder), authors });
  }
  return found;
}

/** A text that is that licence, told by words only it has. */
const MARKS = {
  MIT: [/permission is hereby granted, free of charge/i, /the above copyright notice and this permission notice/i],
  'Apache-2.0': [/apache license\s+version 2\.0, january 2004/i, /end of terms and conditions/i],
  'BSD-3-Clause': [/redistributions in binary form/i, /neither the name/i],
  'BSD-2-Clause': [/redistributions in binary form/i],
  ISC: [/permission to use, copy, modify, and\/?o?r? distribute this software/i],
  'MPL-2.0': [/mozilla public license version 2\.0/i, /exhibit b/i],
  'Unicode-3.0': [/unicode license v3/i],
  Zlib: [/this software is provided 'as-is'/i, /altered source versions/i],
  'BSL-1.0': [/boost software license - version 1\.0/i],
  'CC0-1.0': [/cc0 1\.0 universal/i],
  Unlicense: [/free and unencumbered software released into the public/i],
};

function licencesIn(packages) {
  const used = (name) => packages.some((one) => one.licence.split(/[\s()]+/).includes(name));
  const full = {};
  for (const [name, marks] of Object.entries(MARKS).filter(([id]) => used(id))) {
    const all = packages.flatMap((one) => (one.licence.split(/[\s()]+/).includes(name) ? one.texts : []));
    const fits = all.filter((text) => marks.every((mark) => mark.test(text)));
    const text = fits.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
    // Who holds the rights stands with each package.
    if (text) full[name] = text.split('\n').filter((line) => !/^\s*copyright (\(c\)|©|\d{4})/i.test(line)).join('\n').trim();
  }
  return full;
}

const byName = (a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1);
const packages = [...crates(), ...bundled()].sort(byName);
const list = {
  packages: packages.map(({ name, version, licence, texts, authors }) => [name, version, licence, holdersOf(texts, authors)]),
  texts: licencesIn(packages),
};
const text = `{"packages":[\n${list.packages.map((one) => JSON.stringify(one)).join(',\n')}\n],"texts":${JSON.stringify(list.texts)}}\n`;
if (process.argv.includes('--write')) {
  writeFileSync(file, text);
  console.log(`${list.packages.length} packages, ${Object.keys(list.texts).length} licences, ${text.length} bytes`);
} else if (!existsSync(file) || read(file) !== text) {
  console.error('src/screens/settings/licences.json is not what the lock files say: npm run licences -- --write');
  process.exitCode = 1;
}
