// How the window is arranged: the navigation wide or narrow, the width of the list, and what fits.
// Widths are counted in steps of the text size, so larger text or a zoom counts as a smaller
// window; media queries would know of neither.
import { recall, remember } from './memory';
import { zoom } from './zoom.svelte';

export const LIST_WIDTH = { least: 280, most: 480, usual: 340, step: 16 };
/** Narrower than this there is room for a narrow navigation only. */
export const CRAMPED_BELOW_PX = 640;
/** Narrower than this the list and the reading pane share one place. */
export const STACKED_BELOW_PX = 900;
/** Lower than this there is room for one message under the screen. */
export const SHORT_BELOW_PX = 640;
/** The text size that all widths are written for. */
const DEFAULT_TEXT_PX = 16;

export function clampWidth(width: number): number {
  return Math.round(Math.min(LIST_WIDTH.most, Math.max(LIST_WIDTH.least, width)));
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
  /** The window is low: what is beside the matter takes as little as it can. */
  short = $state(false);
  listWidth = $state(LIST_WIDTH.usual);
  /** How many pixels of the window one pixel of the layout takes. */
  scale = 1;

  get navNarrow(): boolean {
    return this.navCollapsed || this.cramped;
  }

  /** Reads what was remembered and follows the window from now on. */
  start(): void {
    this.navCollapsed = recall('nav.collapsed', isBoolean) ?? false;
    this.listWidth = clampWidth(recall('list.width', isNumber) ?? LIST_WIDTH.usual);
    window.addEventListener('resize', () => this.measure());
    zoom.onChange(() => this.measure());
    // One step of the text size wide: tells when that changes.
    const probe = document.createElement('div');
    probe.className = 'text-probe';
    document.body.append(probe);
    new ResizeObserver(() => this.measure()).observe(probe);
    this.measure();
  }

  measure(): void {
    const root = document.documentElement;
    const text = parseFloat(getComputedStyle(root).fontSize) || DEFAULT_TEXT_PX;
    this.scale = (zoom.level * text) / DEFAULT_TEXT_PX;
    const width = window.innerWidth / this.scale;
    this.cramped = width < CRAMPED_BELOW_PX;
    this.stacked = width < STACKED_BELOW_PX;
    this.short = window.innerHeight / this.scale < SHORT_BELOW_PX;
    const fits = [this.cramped && 'cramped', this.stacked && 'stacked'].filter(Boolean);
    root.dataset['layout'] = fits.join(' ') || 'wide';
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

export const layout = new Layout();
