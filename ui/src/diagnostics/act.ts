// The one thing that can be done about a result, as a button: the node says it in words, this knows
// where in the app it is done. Pure.
import type { Check, PersonStanding, Visibility } from '../bindings/door';
import type { SectionId } from '../screens/settings/sections';

export type Act =
  | { kind: 'again' | 'invite' | 'connect' | 'people' }
  | { kind: 'copy'; command: string }
  | { kind: 'settings'; section: SectionId };

/** What else is known when a result is read. */
export interface Circumstances {
  discovery: boolean;
  visibility: Visibility;
  /** The one that was asked about. */
  person: { standing: PersonStanding; here: boolean; keyTrouble: boolean } | null;
}

const again: Act = { kind: 'again' };
const invite: Act = { kind: 'invite' };
const people: Act = { kind: 'people' };
const settings = (section: SectionId): Act => ({ kind: 'settings', section });

/** A command in the words of an action: what comes after `run:`, or begins with `sudo`. */
export function commandIn(action: string): string | null {
  const command = /(?:^|\brun: )((?:sudo|segue) .+)$/.exec(action)?.[1];
  return command?.replace(/[.]$/, '') ?? null;
}

/** What to do about a result; nothing when it is as it should be. */
export function actOn(check: Check, now: Circumstances): Act | null {
  if (check.outcome === 'pass' || check.action === null) return null;
  const command = commandIn(check.action);
  if (command !== null) return { kind: 'copy', command };
  switch (check.id) {
    case 'settings':
    case 'database':
      return settings('data');
    case 'listening':
      return settings('network');
    case 'network':
      return check.outcome === 'fail' ? settings('network') : again;
    case 'discovery':
      if (!now.discovery) return settings('network');
      return now.visibility === 'hidden' ? settings('receiving') : invite;
    case 'multicast_v4':
    case 'multicast_v6':
      return invite;
    case 'people':
      return check.detail.includes('nearby') ? people : invite;
    case 'person':
      return aboutPerson(check, now.person);
    default:
      return again;
  }
}

function aboutPerson(check: Check, person: Circumstances['person']): Act {
  if (check.outcome === 'note') return people;
  if (person === null || person.standing === 'blocked' || person.keyTrouble) return people;
  return person.here ? invite : { kind: 'connect' };
}
