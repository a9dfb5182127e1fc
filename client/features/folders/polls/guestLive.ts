import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { getSocket } from '../../../lib/http/socket.ts';
import { useSession } from '../../account/session.store.ts';
import { usePolls } from './poll.store.ts';

const RETRY_MS = 2000;

/**
 * The live connection of a guest, which carries only the events of their poll. Returns a function that ends it. `reload` is
 * called with each connection, because events may have been missed before.
 */
export function connectGuest(reload: () => void): () => void {
  const socket = getSocket();
  let again: ReturnType<typeof setTimeout> | undefined;
  const apply = (poll: PollProgress) => usePolls.getState().applyPoll(poll);
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
  socket.on('poll:changed', apply);
  socket.on('connect', reload);
  socket.on('disconnect', reconnect);
  socket.on('connect_error', reconnect);
  socket.connect();
  return () => {
    clearTimeout(again);
    socket.off('poll:changed', apply);
    socket.off('connect', reload);
    socket.off('disconnect', reconnect);
    socket.off('connect_error', reconnect);
    if (useSession.getState().status !== 'signedIn') socket.disconnect();
  };
}
