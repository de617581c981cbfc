// Turns key presses into commands of the table.
import { isSingleCharacter, matches, onMac } from '../lib/keys';
import { COMMANDS, titleOf, type Command } from '../shortcuts';
import { words } from '../words';
import type { DeskState } from './desk.svelte';
import { toasts } from './toasts.svelte';

export const mac = onMac(navigator.platform);

/** Listens on the window; the answer stops it. */
export function listenToKeys(desk: DeskState): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = commandFor(event, desk);
    if (!command) return;
    const reason = command.blocked(desk);
    if (reason === null) {
      event.preventDefault();
      command.run(desk);
    } else if (command.group === 'handoff') {
      toasts.note(words.commands.notNow(titleOf(command.id)), reason);
    }
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

function commandFor(event: KeyboardEvent, desk: DeskState): Command | undefined {
  const target = event.target instanceof Element ? event.target : null;
  // An open dialog has its own keys; only the way to the palette works from there.
  const inDialog = target?.closest('dialog') !== null && target !== null;
  const inList = target?.closest('[data-list]') !== null && target !== null;
  return COMMANDS.find((command) => {
    if (inDialog && command.id !== 'palette') return false;
    const inForce = inList ? [...command.keys, ...(command.listKeys ?? [])] : command.keys;
    return inForce.some((keys) => {
      if (isSingleCharacter(keys) && (isTyping(target) || !desk.singleLetters)) return false;
      if (keys === 'Escape' && isTyping(target)) return false;
      return matches(keys, event, mac);
    });
  });
}

function isTyping(target: Element | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
