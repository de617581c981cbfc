// What the desktop app does for its page beside carrying requests: dialogs of the system, and other
// programs of the desktop. A page names no file; it learns handles.
export type { DeskAction, DeskAnswer } from '../bindings/door';
