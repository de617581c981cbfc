// What someone is called on the screen. An unknown device with the name of a teammate is not called
// by it.
import { visible } from '../lib/visible';
import { texts } from '../i18n';
import type { Someone } from './model';

export function shownName(someone: Someone): string {
  return someone.issue === 'alike' ? texts.people.unknownDevice : visible(someone.name);
}
