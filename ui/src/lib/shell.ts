// Words of a command as a shell takes them, so that it can be pasted into a terminal. The same rules as the
// node's own commands, and stricter about what no quotes keep harmless.

/** Whether a path is of Windows, whose shells quote in another way. */
export function isWindowsPath(path: string): boolean {
  return /^[A-Za-z]:[\\/]|^\\\\/.test(path);
}

export function isWholePath(path: string): boolean {
  return path.startsWith('/') || isWindowsPath(path);
}

/** One word. */
export function quoted(word: string, windows: boolean): string {
  if (/^[A-Za-z0-9_./:=@,+-]+$/.test(word)) return word;
  return windows ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Whether a path stays one word in a shell, whatever it holds: pasted, a line break or an escape acts at
    once, and the shells of Windows look into quotes. */
export function canBePasted(path: string): boolean {
  // eslint-disable-next-line no-control-regex -- those are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(path)) return false;
  return isWholePath(path) && !(isWindowsPath(path) && /["$%`!^]/.test(path));
}
