// A message as Markdown, to be pasted elsewhere.
import type { ShownMessage } from '../bindings/door';
import { texts } from '../i18n';
import type { Pages } from './pages.svelte';

export function markdownOf(message: ShownMessage, pages: Pages): string {
  const out: string[] = [];
  for (const part of message.parts) {
    if (part.kind === 'text') out.push(part.text);
    else if (part.kind === 'reasoning') out.push(quoted(`${texts.reader.reasoning}\n\n${part.text}`));
    else if (part.kind === 'tool_call') {
      out.push(`**${part.tool ?? texts.reader.tool.unnamed}**`, fenced(part.text));
      const result = pages.resultOf(message.number, part.call);
      if (result) out.push(fenced(result.part.text));
    } else if (part.kind === 'tool_result') out.push(fenced(part.text));
    else out.push(`[${part.text}]`);
  }
  return out.join('\n\n');
}

const quoted = (text: string) => text.replace(/^/gm, '> ');

/** Longer fences than any inside it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(({ 0: ticks }) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
