import { io, type Socket } from 'socket.io-client';
import { RECONNECT_WITHIN_MS } from '../../../common/constants.ts';
import { type Handshake, PROTOCOL } from '../../../common/protocol.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../common/schemas/events.ts';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

let socket: LiveSocket | undefined;

/** The tab's only socket; app/live/realtime connects it after sign-in. */
export function getSocket(): LiveSocket {
  socket ??= io({
    autoConnect: false,
    auth: { protocol: PROTOCOL } satisfies Handshake,
    transports: ['websocket'],
    reconnectionDelayMax: RECONNECT_WITHIN_MS,
  });
  return socket;
}
