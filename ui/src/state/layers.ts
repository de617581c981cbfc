// The layers that can be opened from anywhere, each loaded when it is first shown.
import type { LayerId } from '../desk';
import { route } from './route.svelte';
import type { Session } from './session.svelte';

export function showLayer(id: LayerId, session: Session): void {
  void session;
  if (id === 'openFile') route.go('inbox');
  else route.go('people');
}
