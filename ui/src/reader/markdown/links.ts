// Which links can be followed: to the web and to mail. Everything else is text.

const SCHEMES = ['http:', 'https:', 'mailto:'];

export interface LinkTarget {
  /** The address as it would be opened. */
  url: string;
  /** Where it leads: a host, or the one who gets the mail. */
  host: string;
}

/** Where a link leads; nothing when it must not be followed. */
export function targetOf(href: string): LinkTarget | null {
  let url: URL;
  try {
    // Without a base: an address that names no scheme leads nowhere.
    url = new URL(href);
  } catch {
    return null;
  }
  if (!SCHEMES.includes(url.protocol)) return null;
  if (url.protocol === 'mailto:') return { url: url.href, host: decodedMail(url.pathname) };
  if (url.hostname === '') return null;
  return { url: url.href, host: url.host };
}

function decodedMail(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
