// What the desktop app does for its page beside carrying requests: dialogs of the system, and other
// programs of the desktop. A page names no file; it learns handles.
import type { OpenedPath } from '../bindings/door';

export type DeskAction =
  | { action: 'choose_file' }
  | { action: 'choose_folder' }
  | { action: 'save_folder' }
  | { action: 'open_link'; params: { url: string } }
  | { action: 'show_in_folder'; params: { handle: string } }
  | { action: 'open_terminal'; params: { handle: string } };

export type DeskAnswer =
  | { action: 'choose_file' | 'choose_folder' | 'save_folder'; result: OpenedPath | null }
  | { action: 'open_link' | 'show_in_folder' | 'open_terminal' };
