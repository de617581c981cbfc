// Copying, with a word on whether it worked.
import { copyText } from '../lib/clipboard';
import { texts } from '../i18n';
import { toasts } from './toasts.svelte';

/** Copies and says so, or says how to copy by hand. */
export async function copyOrSay(text: string, done: string): Promise<boolean> {
  if (await copyText(text)) {
    toasts.done(done);
    return true;
  }
  toasts.failure(texts.failure.notCopied, {
    code: 'internal',
    message: texts.failure.notCopiedWhy,
    hints: [texts.failure.notCopiedHint],
    retry: 'safe',
  });
  return false;
}
