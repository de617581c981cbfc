// One thing to do in a menu.
import type { IconName } from './icons';

export interface MenuItem {
  id: string;
  label: string;
  icon?: IconName;
  /** A second line. */
  about?: string | undefined;
  /** Why it cannot be done now. */
  blocked?: string | null;
  danger?: boolean;
  run(): unknown;
}
