// What only the desktop app can do, with what a browser does in its place.

/** Opens an address outside of the page; only after the person said so. */
export function openLink(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}
