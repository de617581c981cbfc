// Puts the appearance settings onto the document, follows the desktop's colours while the theme is
// `system`, and remembers all of it for the first paint of the next visit (`public/theme.js`).
import type { Appearance } from '../bindings/door';
import { remember } from './memory';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
let current: Appearance | null = null;

dark.addEventListener('change', () => {
  if (current) paint(current);
});

export function applyAppearance(appearance: Appearance): void {
  current = appearance;
  remember('appearance', {
    theme: appearance.theme,
    density: appearance.density,
    reduceEffects: appearance.reduce_effects,
  });
  paint(appearance);
}

function paint(appearance: Appearance): void {
  const { dataset } = document.documentElement;
  const system = dark.matches ? 'dark' : 'light';
  dataset['theme'] = appearance.theme === 'system' ? system : appearance.theme;
  dataset['density'] = appearance.density;
  dataset['effects'] = appearance.reduce_effects ? 'reduced' : 'full';
}
