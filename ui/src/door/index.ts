// Picks the door that fits where the page runs.
import { carriesToken, Credentials } from './credentials';
import type { Door } from './door';
import { TauriDoor } from './tauri';
import { WebSocketDoor } from './websocket';

export type { Door, DoorState, NodeEvent, Shown } from './door';

export function chooseDoor(): Door {
  if ('__TAURI_INTERNALS__' in window) return new TauriDoor();
  // A new link opened in the same tab changes only the part after `#`: start over with it.
  window.addEventListener('hashchange', () => {
    if (carriesToken(window.location.hash)) window.location.reload();
  });
  const address = `ws://${window.location.host}/ws`;
  return new WebSocketDoor(() => new WebSocket(address), new Credentials(window));
}
