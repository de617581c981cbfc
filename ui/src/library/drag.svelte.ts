// Dragging a conversation onto a person, by pointer. It begins after a few pixels, so that a click stays a
// click; Esc ends it. The same is done by keys, menu and palette.
import type { Conversation } from '../bindings/door';
import { openHandOff } from '../handoff/open';
import type { Session } from '../state/session.svelte';

const DRAG_THRESHOLD_PX = 8;

export class Drag {
  /** What is dragged. */
  what = $state.raw<Conversation | null>(null);
  at = $state.raw({ x: 0, y: 0 });
  /** The one it is over, by the id of their device. */
  over = $state<string | null>(null);
  readonly #session: Session;
  #pressed: { x: number; y: number; conversation: Conversation } | null = null;
  #dragged = false;

  constructor(session: Session) {
    this.#session = session;
  }

  press(event: PointerEvent, conversation: Conversation): void {
    this.#dragged = false;
    // A finger scrolls; only a mouse or a pen drags.
    if (event.button !== 0 || event.pointerType === 'touch') return;
    this.#pressed = { x: event.clientX, y: event.clientY, conversation };
    window.addEventListener('pointermove', this.#move);
    window.addEventListener('pointerup', this.#drop);
    window.addEventListener('pointercancel', this.end);
    window.addEventListener('keydown', this.#key, true);
  }

  /** Whether the press that just ended was a drag and no click. */
  wasDrag(): boolean {
    const was = this.#dragged;
    this.#dragged = false;
    return was;
  }

  readonly end = (): void => {
    this.#pressed = null;
    this.what = null;
    this.over = null;
    window.removeEventListener('pointermove', this.#move);
    window.removeEventListener('pointerup', this.#drop);
    window.removeEventListener('pointercancel', this.end);
    window.removeEventListener('keydown', this.#key, true);
  };

  readonly #move = (event: PointerEvent): void => {
    if (!this.#pressed) return;
    const { x, y, conversation } = this.#pressed;
    if (!this.what && Math.hypot(event.clientX - x, event.clientY - y) < DRAG_THRESHOLD_PX) return;
    this.what = conversation;
    this.#dragged = true;
    this.at = { x: event.clientX, y: event.clientY };
    const under = document.elementFromPoint(event.clientX, event.clientY);
    this.over = under?.closest<HTMLElement>('[data-drop]')?.dataset['drop'] ?? null;
  };

  readonly #drop = (): void => {
    const { what, over } = this;
    this.end();
    if (what && over) openHandOff(this.#session, { conversation: what.name, to: [over] });
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.what) return;
    event.preventDefault();
    event.stopPropagation();
    this.end();
  };
}
