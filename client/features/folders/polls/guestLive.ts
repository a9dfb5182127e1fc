import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { getSocket } from '../../../lib/http/socket.ts';
import { usePolls } from './poll.store.ts';

const RETRY_MS = 2000;

interface GuestConnection {
  /** Called with each connection, because events may have been missed before. */
  reload: () => void;
  /** The tab has a live connection anyway, which stays. */
  isSignedIn: boolean;
}

/** The live connection of a guest, which carries the events of their poll. Returns a function that ends it. */
export function connectGuest({ reload, isSignedIn }: GuestConnection): () => void {
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
    if (!isSignedIn) socket.disconnect();
  };
}
