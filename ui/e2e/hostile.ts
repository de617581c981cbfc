// Texts that would do harm wherever a page takes them for more than text, and a guard that notices if one did.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { Claude, idOf } from './samples';

export interface Payload {
  what: string;
  text: string;
  /** How it reads when it is shown for what it is. */
  shown: string;
  /** How it reads as a name, out of which is taken what can't be seen; none if no name can be this. */
  name: string | null;
}

const of = (what: string, text: string, shown = text, name: string | null = text): Payload => ({ what, text, shown, name });

/** None is longer than a name may be, so that each fits into every place. */
export const PAYLOADS: Payload[] = [
  of('a script', '<script>window.hacked=1</script>'),
  of('an image', '<img src=x onerror=window.hacked=1>'),
  of('a drawing', '<svg onload=window.hacked=1>'),
  of('a frame', '"><iframe src=//evil.example>'),
  of('a style', '<style>*{display:none}</style>'),
  of('an attribute', '" autofocus onfocus=window.hacked=1 x="'),
  of('an end of a title', '</title><base href=//evil.example>'),
  of('a link', '[a](javascript:window.hacked=1)'),
  of('an image from elsewhere', '![a](https://evil.example/a.png)'),
  of('a template', "{@html '<b id=hacked>'}{{hacked}}"),
  of('an end of a label', '"]; click v0 "javascript:hacked=1"'),
  of('text turned around', 'safe\u202Egpj.exe', 'safe[U+202E]gpj.exe', null),
  of('text that hides', 'be\u200Bfore\u{E0041}', 'be[U+200B]fore[U+E0041]', 'before'),
];

/** Watches from before the page begins: what is put into it, and what runs. */
export async function guard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const harm: string[] = [];
    Object.defineProperty(window, 'harm', { value: harm });
    const FORBIDDEN = 'script, style, link, base, meta, img, iframe, frame, object, embed, video, audio, math, marquee';
    const look = (element: Element) => {
      const own = (element.getAttribute('src') ?? element.getAttribute('href') ?? '').replace(window.location.origin, '');
      const fetched = element.matches('head > link, head > script') && /^\.?\/?assets\/[\w.-]+$/.test(own);
      if (element.matches(FORBIDDEN) && !fetched) harm.push(element.outerHTML.slice(0, 120));
      for (const { name, value } of element.attributes) {
        const acts = name.startsWith('on') || /^\s*(javascript|data|vbscript):/i.test(value) || /^(https?:)?\/\/evil/.test(value);
        if (acts && !fetched) harm.push(`${element.tagName} ${name}=${value}`);
      }
    };
    const watch = new MutationObserver((records) => {
      // What the document itself brings along is not put there by anyone.
      if (document.readyState === 'loading') return;
      for (const { target, addedNodes } of records) {
        for (const node of [target, ...addedNodes]) {
          if (!(node instanceof Element)) continue;
          if (node !== target) for (const inner of [node, ...node.querySelectorAll('*')]) look(inner);
          else if (node !== document.head && node !== document.documentElement && node !== document.body) look(node);
        }
      }
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true');
}

const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u{e0000}-\u{e007f}]/u;

/** What went wrong in a guarded page so far; nothing, if all is well. */
export async function harm(page: Page): Promise<string[]> {
  const { done, texts } = await page.evaluate(() => {
    const done = [...(window as unknown as { harm: string[] }).harm];
    if ('hacked' in window) done.push('a script ran, or an element took its name');
    const names = ['title', 'aria-label', 'aria-description', 'alt', 'placeholder'];
    const said = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())].flatMap((element) =>
      names.map((name) => element.getAttribute(name) ?? ''),
    );
    return { done, texts: [document.title, document.body.innerText, document.body.textContent ?? '', ...said] };
  });
  const hidden = texts.filter((text) => HIDDEN.test(text)).map((text) => `hidden characters near: ${JSON.stringify(text.slice(Math.max(0, text.search(HIDDEN) - 30)).slice(0, 80))}`);
  return [...done, ...new Set(hidden)];
}

/** Nothing went wrong in a guarded page so far. */
export async function calm(page: Page): Promise<void> {
  expect(await harm(page), 'what did harm').toEqual([]);
}

/** A path can't have every character. */
export const pathed = (text: string) => text.replaceAll('/', '\u2215');
export const artifact = (text: string) => `out/${pathed(text)}`;

/** Sessions of an agent, one for each payload, with the payload wherever a session has text. */
export function sessions(home: string, first: number): string[] {
  return PAYLOADS.map(({ text }, at) => {
    const cwd = join(home, 'work', pathed(text));
    mkdirSync(join(cwd, 'out'), { recursive: true });
    writeFileSync(join(cwd, artifact(text)), 'x');
    return new Claude(idOf(first + at), cwd)
      .ask(text)
      .think(text)
      .answer(`${text}\n\n\`\`\`${text}\n${text}\n\`\`\`\n\n| ${text} |\n|---|\n| ${text} |`)
      .call(text, { file_path: text, [text]: text }, text)
      .call('Edit', { file_path: `${cwd}/${text}`, old_string: 'a', new_string: text }, text, true)
      .title(text)
      .write(home).id;
  });
}
