// What the keys and the palette can do while a conversation is read.
import type { Offered } from '../state/actions.svelte';
import { copyOrSay } from '../state/copy';
import { texts } from '../i18n';
import type { Folds } from './folds.svelte';
import { markdownOf } from './markdownOf';
import type { Moves } from './moves';
import type { Pages } from './pages.svelte';

export function offeredBy(pages: Pages, folds: Folds, moves: Moves, chosen: number | null, openFind: () => unknown): Offered {
  const t = texts.reader;
  const now = (run: () => unknown) => ({ blocked: pages.read ? null : t.loading, run });
  return {
    // Where something else has its own search, that one is meant.
    ...(document.activeElement?.closest('[data-own-find]') ? {} : { find: now(openFind) }),
    previousMessage: now(() => moves.step(-1)),
    nextMessage: now(() => moves.step(1)),
    previousTurn: now(() => moves.turn(-1)),
    nextTurn: now(() => moves.turn(1)),
    foldTools: now(() => folds.toggleAll()),
    copyMessage: { blocked: copyBlocked(chosen), run: () => copy(pages, chosen) },
  };
}

function copyBlocked(chosen: number | null): string | null {
  const selection = window.getSelection();
  if (selection && !selection.isCollapsed) return texts.reader.selection;
  return chosen === null ? texts.reader.nothingChosen : null;
}

async function copy(pages: Pages, chosen: number | null): Promise<void> {
  const message = chosen === null ? null : pages.message(chosen);
  if (message) await copyOrSay(markdownOf(message, pages), texts.reader.copied);
}
