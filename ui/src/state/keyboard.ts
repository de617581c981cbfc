// Turns key presses into commands of the table.
import { isSingleCharacter, matches, onMac } from '../lib/keys';
import { scrollByKey } from '../lib/scroll';
import { commandsFor, titleOf, type Command } from '../shortcuts';
import { texts } from '../i18n';
import type { CommandContextState } from './command-context.svelte';
import { overlays } from './overlays.svelte';
import { toasts } from './toasts.svelte';

export const mac = onMac(navigator.platform);

/** Listens on the window; the answer stops it. */
export function listenToKeys(context: CommandContextState): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = commandFor(event, context);
    if (command) act(command, event, context);
    else if (overlays.open === null && !isTyping(targetOf(event)) && scrollByKey(event)) {
      event.preventDefault();
    }
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

function act(command: Command, event: KeyboardEvent, context: CommandContextState): void {
  const reason = command.blocked(context);
  if (reason === null) {
    event.preventDefault();
    command.run(context);
  } else if (command.group === 'handoff') {
    toasts.note(texts.commands.notNow(titleOf(command.id)), reason);
  }
}

function commandFor(event: KeyboardEvent, context: CommandContextState): Command | undefined {
  const target = targetOf(event);
  const inList = target?.closest('[data-list]') !== null && target !== null;
  return commandsFor(context).find((command) => {
    // An open layer has its own keys, wherever the focus is; only the way to the palette works.
    if (overlays.open !== null && !command.overLayers) return false;
    const inForce = inList ? [...command.keys, ...(command.listKeys ?? [])] : command.keys;
    return inForce.some((keys) => {
      if (isSingleCharacter(keys) && (isTyping(target) || !context.singleLetters)) return false;
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
