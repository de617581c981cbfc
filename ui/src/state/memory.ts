// What the page remembers between visits: small, in this browser only, and never needed to work.

export function recall<T>(key: string, check: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`segue.${key}`) ?? 'null');
    return check(value) ? value : null;
  } catch {
    return null;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`segue.${key}`, JSON.stringify(value));
  } catch {
    // A full or forbidden store costs comfort, not function.
  }
}

/** Forgets all of it; what is on the screen stays until the page is opened anew. */
export function forgetAll(): void {
  try {
    const ours = Object.keys(localStorage).filter((key) => key.startsWith('segue.'));
    for (const key of ours) localStorage.removeItem(key);
  } catch {
    // Nothing was kept, then.
  }
}
