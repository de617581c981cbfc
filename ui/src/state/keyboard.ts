// Turns key presses into commands of the table.
import { isSingleCharacter, matches, onMac } from '../lib/keys';
import { scrollByKey } from '../lib/scroll';
import { commandsFor, titleOf, type Command } from '../shortcuts';
import { texts } from '../i18n';
import type { DeskState } from './desk.svelte';
import { overlays } from './overlays.svelte';
import { toasts } from './toasts.svelte';

export const mac = onMac(navigator.platform);

/** Listens on the window; the answer stops it. */
export function listenToKeys(desk: DeskState): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = commandFor(event, desk);
    if (command) act(command, event, desk);
    else if (overlays.open === null && !isTyping(targetOf(event)) && scrollByKey(event)) {
      event.preventDefault();
    }
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

function act(command: Command, event: KeyboardEvent, desk: DeskState): void {
  const reason = command.blocked(desk);
  if (reason === null) {
    event.preventDefault();
    command.run(desk);
  } else if (command.group === 'handoff') {
    toasts.note(texts.commands.notNow(titleOf(command.id)), reason);
  }
}

function commandFor(event: KeyboardEvent, desk: DeskState): Command | undefined {
  const target = targetOf(event);
  const inList = target?.closest('[data-list]') !== null && target !== null;
  return commandsFor(desk).find((command) => {
    // An open layer has its own keys, wherever the focus is; only the way to the palette works.
    if (overlays.open !== null && !command.overLayers) return false;
    const inForce = inList ? [...command.keys, ...(command.listKeys ?? [])] : command.keys;
    return inForce.some((keys) => {
      if (isSingleCharacter(keys) && (isTyping(target) || !desk.singleLetters)) return false;
      if (keys === 'Escape' && isTyping(target)) return false;
      return matches(keys, event, mac);
    });
  });
}

function targetOf(event: KeyboardEvent): Element | null {
  return event.target instanceof Element ? event.target : null;
}

function isTyping(target: Element | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
