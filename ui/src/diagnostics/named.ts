// What the node says of a result, in words for the screen.
import type { Check } from '../bindings/door';
import { visible } from '../lib/visible';
import { texts } from '../i18n';

/** The title in the person's language; one that is not known as the node has it. */
export function titleOf(check: Check): string {
  const titles: Partial<Record<string, string>> = texts.diagnostics.titles;
  return titles[check.id] ?? visible(check.title);
}

/** A text in which someone is named, not numbered: the page asks about a device by its id. */
export function named(text: string, device: string | null, name: string | null): string {
  const said = device && name ? text.replaceAll(device, name) : text;
  return visible(said, { lines: true });
}
