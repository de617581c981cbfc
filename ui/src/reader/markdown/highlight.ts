// Colours for code: the languages people meet most, each loaded when it is first seen. The answer is a
// list of pieces with a class of ours; no HTML is made.
import type { HLJSApi, LanguageFn } from 'highlight.js';

export interface CodePiece {
  text: string;
  /** How it is drawn; see code.css. */
  look: string;
}

/** Longer code stays without colours. */
const MAX_HIGHLIGHTED_CHARS = 30_000;

const LOADERS: Record<string, () => Promise<{ default: LanguageFn }>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const OTHER_NAMES: Record<string, string> = {
  ...{ sh: 'bash', shell: 'bash', zsh: 'bash', console: 'bash', h: 'c', 'c++': 'cpp', cc: 'cpp', hpp: 'cpp' },
  ...{ cs: 'csharp', 'c#': 'csharp', scss: 'css', patch: 'diff', docker: 'dockerfile', golang: 'go', toml: 'ini' },
  ...{ js: 'javascript', jsx: 'javascript', mjs: 'javascript', jsonc: 'json', json5: 'json', jsonl: 'json' },
  ...{ kt: 'kotlin', make: 'makefile', md: 'markdown', py: 'python', python3: 'python', rb: 'ruby', rs: 'rust' },
  ...{ ts: 'typescript', tsx: 'typescript', html: 'xml', svg: 'xml', svelte: 'xml', vue: 'xml', yml: 'yaml' },
};

/** The language a label names, if it is one of ours. */
export function languageOfLabel(label: string): string | null {
  const name = label.toLowerCase();
  const known = Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? name) : name;
  return Object.hasOwn(LOADERS, known) ? known : null;
}

let core: Promise<HLJSApi> | null = null;

/** The code in pieces; nothing when it stays without colours. */
export async function coloured(code: string, label: string): Promise<CodePiece[] | null> {
  const language = languageOfLabel(label);
  const load = language === null ? undefined : LOADERS[language];
  if (language === null || !load || code.length > MAX_HIGHLIGHTED_CHARS) return null;
  core ??= import('highlight.js/lib/core').then((module) => module.default);
  const hljs = await core;
  if (!hljs.getLanguage(language)) hljs.registerLanguage(language, (await load()).default);
  const { _emitter } = hljs.highlight(code, { language, ignoreIllegals: true });
  return flattened((_emitter as unknown as { rootNode: Node }).rootNode);
}

interface Node {
  scope?: string;
  children: (Node | string)[];
}

/** A tree of scopes as a flat list: the innermost scope that has a look of its own counts. */
export function flattened(root: Node, look = ''): CodePiece[] {
  return root.children.flatMap((child) => {
    if (typeof child === 'string') return [{ text: child, look }];
    return flattened(child, lookOf(child.scope) ?? look);
  });
}

const CLASS_OF_SCOPE: Record<string, string> = {
  ...{ keyword: 'keyword', built_in: 'name', type: 'type', literal: 'number', number: 'number', operator: '' },
  ...{ string: 'string', regexp: 'string', char: 'string', subst: '', symbol: 'number', comment: 'comment' },
  ...{ doctag: 'comment', meta: 'meta', title: 'name', params: '', attr: 'attr', attribute: 'attr' },
  ...{ name: 'keyword', tag: '', 'selector-tag': 'keyword', 'selector-class': 'attr', 'selector-id': 'attr' },
  ...{ variable: 'attr', property: 'attr', section: 'name', bullet: 'keyword', code: 'string', link: 'string' },
  ...{ addition: 'added', deletion: 'removed', quote: 'comment', punctuation: '', template_variable: 'attr' },
};

function lookOf(scope: string | undefined): string | undefined {
  const first = scope?.split('.')[0];
  return first !== undefined && Object.hasOwn(CLASS_OF_SCOPE, first) ? CLASS_OF_SCOPE[first] : undefined;
}
