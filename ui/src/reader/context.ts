// What every part of a reader shares with the others: the messages, what is unfolded, what is marked.
import { getContext, setContext } from 'svelte';
import type { Folds } from './folds.svelte';
import type { Highlight } from './marks';
import type { Pages } from './pages.svelte';

export interface ReaderContext {
  readonly pages: Pages;
  readonly folds: Folds;
  /** What is searched for; empty when nothing is. */
  readonly find: string;
  readonly highlights: readonly Highlight[];
  readonly onhighlight: ((id: string) => void) | undefined;
}

const KEY = Symbol('reader');

export function provideReader(reader: ReaderContext): void {
  setContext(KEY, reader);
}

export function useReader(): ReaderContext {
  return getContext<ReaderContext>(KEY);
}
