import { io, type Socket } from 'socket.io-client';
import { RECONNECT_WITHIN_MS } from '../../common/constants.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '../../common/events.ts';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

let socket: LiveSocket | undefined;

/** The tab's one socket; app/realtime connects it once somebody is signed in. */
export function getSocket(): LiveSocket {
  socket ??= io({
    autoConnect: false,
    transports: ['websocket'],
    reconnectionDelayMax: RECONNECT_WITHIN_MS,
  });
  return socket;
}
