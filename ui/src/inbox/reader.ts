// The Reader, loaded when a conversation is first read.
import type { Component } from 'svelte';
import type { Readable } from '../bindings/door';

interface ReaderProps extends Record<string, unknown> {
  source: Readable;
  label: string;
  testid?: string;
  chosen?: number | null;
}

type Reader = Component<ReaderProps, Record<string, never>, 'chosen'>;

const found = import.meta.glob<{ default: Reader }>('../reader/Reader.svelte');

export async function loadReader(): Promise<Reader> {
  const load = found['../reader/Reader.svelte'];
  if (!load) throw new Error('there is no Reader');
  return (await load()).default;
}
