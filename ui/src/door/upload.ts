// Gives the node a file that the person chose or dropped in the browser: its bytes and its name, to the
// same `segue serve` the page came from, with what let the page in.
import type { OpenedPath } from '../bindings/door';
import { words } from '../words';
import { hostLost, toFailure } from './failure';

/** No conversation file is larger. */
export const LARGEST_FILE = 2_000_000_000;

export async function uploadFile(file: File, session: string | null): Promise<OpenedPath> {
  if (file.size > LARGEST_FILE) {
    throw { code: 'refused', message: words.desktop.tooLarge, hints: [], retry: 'no' };
  }
  const answer = await fetch(`/file?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session ?? ''}`, 'content-type': 'application/octet-stream' },
    body: file,
  }).catch(() => {
    throw hostLost(true);
  });
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw toFailure(said ?? new Error(`${answer.status}`));
  return said as OpenedPath;
}
