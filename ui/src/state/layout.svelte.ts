// How the person arranged the window: the navigation wide or narrow, the width of the list.
import { recall, remember } from './memory';

export const LIST = { least: 280, most: 480, usual: 340, step: 16 };

export function clampWidth(width: number): number {
  return Math.round(Math.min(LIST.most, Math.max(LIST.least, width)));
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

class Layout {
  /** The person made the navigation narrow. */
  navCollapsed = $state(false);
  /** The window leaves no room for more than a narrow navigation. */
  cramped = $state(false);
  /** The list and the reading pane share one place. */
  stacked = $state(false);
  listWidth = $state(LIST.usual);

  get navNarrow(): boolean {
    return this.navCollapsed || this.cramped;
  }

  /** Reads what was remembered and follows the window from now on. */
  start(): void {
    this.navCollapsed = recall('nav.collapsed', isBoolean) ?? false;
    this.listWidth = clampWidth(recall('list.width', isNumber) ?? LIST.usual);
    follow('(max-width: 639.98px)', (is) => (this.cramped = is));
    follow('(max-width: 899.98px)', (is) => (this.stacked = is));
  }

  toggleNav(): void {
    this.navCollapsed = !this.navCollapsed;
    remember('nav.collapsed', this.navCollapsed);
  }

  setListWidth(width: number): void {
    this.listWidth = clampWidth(width);
    remember('list.width', this.listWidth);
  }
}

function follow(query: string, tell: (matches: boolean) => void): void {
  const media = window.matchMedia(query);
  media.addEventListener('change', () => tell(media.matches));
  tell(media.matches);
}

export const layout = new Layout();
