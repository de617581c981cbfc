// What someone in the history of a conversation is called here: the person of this computer in the page's
// own language, everyone else as the node names them.
import type { You } from '../bindings/door';
import { visible } from '../lib/visible';
import { texts } from '../i18n';
import type { Someone } from './version';

export function nameOf(someone: Someone, you: Pick<You, 'device_id' | 'name'> | undefined): string {
  const mine = you !== undefined && someone.device === you.device_id;
  return mine ? texts.activity.you(visible(you.name)) : visible(someone.name);
}
