// Key combinations: how they are written in the table, how a key press matches one, and how they
// are shown on each system. `Mod` is Cmd on macOS and Ctrl elsewhere.

/** For example `Mod+K`, `ArrowDown`, `?`, `S`. A single letter is written in upper case. */
export type Keys = string;

/** What is read from a key press. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function onMac(platform: string): boolean {
  return /mac|iphone|ipad/i.test(platform);
}

/** Whether the press is this combination. */
export function matches(keys: Keys, press: Press, mac: boolean): boolean {
  const { mod, shift, key } = parts(keys);
  const modPressed = mac ? press.metaKey : press.ctrlKey;
  const otherMod = mac ? press.ctrlKey : press.metaKey;
  if (mod !== modPressed || otherMod || press.altKey) return false;
  // Some keyboards need Shift to type a sign such as + or ?; with letters it means another thing.
  if (shift !== press.shiftKey && (shift || isLetter(key) || key.length > 1)) return false;
  return press.key.toLowerCase() === key.toLowerCase();
}

/** Whether it is one printable character alone, which must not act while a person types. */
export function isSingleCharacter(keys: Keys): boolean {
  const { mod, key } = parts(keys);
  return !mod && key.length === 1;
}

/** The combination as the caps of a keyboard, for example `Ctrl`, `K`. */
export function caps(keys: Keys, mac: boolean): string[] {
  const { mod, shift, key } = parts(keys);
  const cap = CAPS[key] ?? key;
  if (mac) return [`${shift ? '⇧' : ''}${mod ? '⌘' : ''}${cap}`];
  return [...(mod ? ['Ctrl'] : []), ...(shift ? ['Shift'] : []), cap];
}

/** The combination in one piece of text. */
export function spoken(keys: Keys, mac: boolean): string {
  return caps(keys, mac).join('+');
}

/** The combination as `aria-keyshortcuts` wants it. */
export function ariaKeys(keys: Keys, mac: boolean): string {
  const { mod, shift, key } = parts(keys);
  return [...(mod ? [mac ? 'Meta' : 'Control'] : []), ...(shift ? ['Shift'] : []), key].join('+');
}

const CAPS: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
  '-': '−',
};

function parts(keys: Keys): { mod: boolean; shift: boolean; key: string } {
  const mod = keys.startsWith('Mod+');
  const rest = mod ? keys.slice(4) : keys;
  const shift = rest.startsWith('Shift+');
  return { mod, shift, key: shift ? rest.slice(6) : rest };
}

function isLetter(key: string): boolean {
  return /^[a-z]$/i.test(key);
}
