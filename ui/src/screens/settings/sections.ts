// The sections of Settings in their order, and the way to one of them from anywhere.
import { route } from '../../state/route.svelte';

export const SECTIONS = [
  'you',
  'receiving',
  'sending',
  'platforms',
  'network',
  'appearance',
  'shortcuts',
  'window',
  'identity',
  'data',
  'about',
] as const;

export type SectionId = (typeof SECTIONS)[number];

export function isSection(name: string | null): name is SectionId {
  return SECTIONS.some((one) => one === name);
}

/** Opens Settings at a section; its heading takes the focus. */
export function goToSection(section: SectionId): void {
  route.go('settings', { item: section, aim: `settings-${section}` });
}
