// The layers that can be opened from anywhere, each loaded when it is first shown.
import type { LayerId } from '../desk';
import { openFile } from '../inbox/files.svelte';
import { route } from './route.svelte';
import type { Session } from './session.svelte';

export function showLayer(id: LayerId, session: Session): void {
  if (id === 'openFile') void openFile(session);
  else route.go('people');
}
