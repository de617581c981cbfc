// The layers that can be opened from anywhere, each loaded when it is first shown.
import type { LayerId } from '../command-context';
import { openFile } from '../inbox/files.svelte';
import { openConnect, openInvite, openJoin } from '../people/open';
import type { Session } from './session.svelte';

export function showLayer(id: LayerId, session: Session): void {
  switch (id) {
    case 'invite':
      return void openInvite(session);
    case 'join':
      return void openJoin(session);
    case 'connect':
      return void openConnect(session);
    case 'openFile':
      return void openFile(session);
  }
}
