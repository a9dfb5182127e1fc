import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../../../common/constants.ts';
import { connectRefusals, type Handshake, PROTOCOL, type ProtocolMismatch } from '../../../common/protocol.ts';
import type { Config } from '../../config/config.ts';
import { isKnownHost } from '../http/hosts.ts';
import { isSameOrigin, logRefusedOrigin } from '../http/origin.ts';
import { refuseUpgrade } from '../http/upgrade.ts';
import { log } from '../log.ts';
import { findGuest, type Guest, guestTokenOf } from '../session/guestSession.ts';
import type { Sessions } from '../session/session.ts';
import { EVERYONE, guestRoom, sessionRoom, type TabServer, type TabSocket, userRoom } from './tabSocket.ts';

type HandshakeConfig = Pick<Config, 'publicUrl' | 'trustProxy' | 'host' | 'allowedHosts'>;

/** Checks each new connection: host, origin, session, number of tabs and protocol. Then the socket joins its rooms. */
export function checkHandshakes(io: TabServer, config: HandshakeConfig, sessions: Sessions): void {
  io.engine.use((req: IncomingMessage, res: ServerResponse, next: () => void) => {
    if (!isKnownHost(req, config)) refuse(req, res, 421);
    else if (isSameOrigin(req, config)) next();
    else {
      logRefusedOrigin(req);
      refuse(req, res, 403);
    }
  });
  io.engine.use(sessions.middleware);
  io.use(async (socket, next) => {
    const error = await admit(io, socket, config).catch((failure: unknown) => {
      log.warn({ err: failure }, 'a connection could not be checked');
      return new Error(connectRefusals.unavailable);
    });
    if (error) next(error);
    else next();
  });
}

/** Joins the socket to its rooms, or returns why it is refused. */
async function admit(io: TabServer, socket: TabSocket, config: HandshakeConfig): Promise<Error | null> {
  const { session, sessionID } = socket.request as IncomingMessage & {
    session?: { userId?: string };
    sessionID?: string;
  };
  const user = session?.userId && sessionID ? { userId: session.userId, sessionId: sessionID } : null;
  const guest = await findGuest({ guestToken: guestTokenOf(socket.request, config) });
  if (!user && !guest) return new Error(connectRefusals.unauthorized);
  // Disconnecting the oldest tab instead would not help: it would reconnect and push out the next one.
  if (hasTooManyTabs(io, user, guest)) return new Error(connectRefusals.tooManyTabs);
  const { protocol } = socket.handshake.auth as Handshake;
  if (protocol !== undefined && protocol !== PROTOCOL) return protocolMismatch();
  socket.data = { user, guest };
  // Before the connect is acknowledged: from then on the tab relies on receiving every event.
  await socket.join([
    ...(user ? [EVERYONE, userRoom(user.userId), sessionRoom(user.sessionId)] : []),
    ...(guest ? [guestRoom(guest.pollId)] : []),
  ]);
  return null;
}

function hasTooManyTabs(io: TabServer, user: TabSocket['data']['user'], guest: Guest | null): boolean {
  const { adapter, sockets } = io.of('/');
  if (user) return (adapter.rooms.get(userRoom(user.userId))?.size ?? 0) >= limits.socketsPerPerson;
  const ofPoll = [...(guest ? (adapter.rooms.get(guestRoom(guest.pollId)) ?? []) : [])];
  return ofPoll.filter((id) => sockets.get(id)?.data.guest?.id === guest?.id).length >= limits.socketsPerGuest;
}

/** Sends the server's protocol version to the tab; socket.io passes `data` on. */
function protocolMismatch(): Error {
  const data: ProtocolMismatch = { code: 'protocol_mismatch', protocol: PROTOCOL };
  return Object.assign(new Error('protocol_mismatch'), { data });
}

/** Refuses a handshake. engine.io's own allowRequest runs after the session was read, and answers an upgrade with 400. */
function refuse(req: IncomingMessage, res: ServerResponse, status: 403 | 421): void {
  if (req.headers.upgrade) refuseUpgrade(req.socket, status);
  else res.writeHead(status).end();
}
