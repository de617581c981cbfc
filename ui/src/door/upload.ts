// Gives the node a file that the person chose or dropped in the browser: its bytes and its name, to the
// same `segue serve` the page came from, with what let the page in.
import type { OpenedPath } from '../bindings/door';
import { hostLost, toFailure } from './failure';

export async function uploadFile(file: File, session: string | null): Promise<OpenedPath> {
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
