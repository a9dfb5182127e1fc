import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { getSocket } from '../../../lib/http/socket.ts';
import { usePolls } from './poll.store.ts';

/**
 * The live connection of a guest, who is not signed in: it carries only the events of their poll. Returns a function that
 * ends it. `reload` is called with each connection, because events may have been missed before.
 */
export function connectGuest(reload: () => void): () => void {
  const socket = getSocket();
  const apply = (poll: PollProgress) => usePolls.getState().applyPoll(poll);
  socket.on('poll:changed', apply);
  socket.on('connect', reload);
  socket.connect();
  return () => {
    socket.off('poll:changed', apply);
    socket.off('connect', reload);
    socket.disconnect();
  };
}
