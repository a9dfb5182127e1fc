import { getSocket } from '../../../lib/http/socket.ts';
import { applyPollChanged, guestPolls } from './livePoll.store.ts';

const RETRY_MS = 2000;

/**
 * The live connection of a guest, which carries the events of their poll. Returns a function that ends it. `isSignedIn`: the
 * tab has a live connection anyway, which stays.
 */
export function connectGuest(isSignedIn: boolean): () => void {
  const socket = getSocket();
  let again: ReturnType<typeof setTimeout> | undefined;
  // Each connection may have missed events before.
  const reload = () => void guestPolls.refresh();
  const reconnect = () => {
    // While it is active, socket.io reconnects by itself. It does not after the server has refused or ended a connection.
    if (socket.active) return;
    clearTimeout(again);
    again = setTimeout(() => {
      // The vote may have no such guest any more. Then loading says so.
      reload();
      socket.connect();
    }, RETRY_MS);
  };

  // The connection of someone who is signed in was made before they were a guest.
  socket.disconnect();
  socket.on('poll:changed', applyPollChanged);
  socket.on('connect', reload);
  socket.on('disconnect', reconnect);
  socket.on('connect_error', reconnect);
  socket.connect();
  return () => {
    clearTimeout(again);
    socket.off('poll:changed', applyPollChanged);
    socket.off('connect', reload);
    socket.off('disconnect', reconnect);
    socket.off('connect_error', reconnect);
    if (!isSignedIn) socket.disconnect();
  };
}
