import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { limits } from '../../../common/constants.ts';
import type { EventPayloads, ServerToClientEvents } from '../../../common/schemas/events.ts';
import type { Config } from '../../config/config.ts';
import { openSockets } from '../http/metrics.ts';
import { refuseUpgradesBeside } from '../http/upgrade.ts';
import type { Sessions } from '../session/session.ts';
import { dropFormerGuests, recheckSession, startConnectionChecks } from './connectionChecks.ts';
import { checkHandshakes } from './handshake.ts';
import { handleMessages, type RealtimeHandlers } from './messages.ts';
import { EVERYONE, guestRoom, sessionRoom, type TabServer, type TabSocket, userRoom } from './tabSocket.ts';

export interface Realtime {
  /** Sends an event to every tab of these users on this node. An empty list reaches no tab. */
  emitTo<E extends keyof EventPayloads>(userIds: readonly string[], event: E, payload: EventPayloads[E]): void;
  /** Sends an event to the tabs of all signed-in users on this node, except these users. */
  emitToEveryoneExcept<E extends keyof EventPayloads>(
    userIds: readonly string[],
    event: E,
    payload: EventPayloads[E],
  ): void;
  /** Sends an event to these tabs of this node only. */
  emitToTabs<E extends keyof EventPayloads>(tabIds: readonly string[], event: E, payload: EventPayloads[E]): void;
  /**
   * Sends poll:changed to every tab of these users and of these guests of the poll on this node. Tabs of former guests
   * receive nothing any more.
   */
  emitToPoll(poll: EventPayloads['poll:changed'], userIds: readonly string[], guestIds: readonly string[]): void;
  /** Sends session:ended to the session's tabs and disconnects them. */
  endSession(sessionId: string): void;
  /** Disconnects the session's tabs. Each checks whether the browser is still signed in, and then connects again. */
  reconnectSession(sessionId: string): void;
  /** Does what endSession does for all of a user's sessions except one. */
  endOtherSessions(userId: string, exceptSessionId: string | null): void;
  /** Disconnects every tab. Each reconnects and syncs. */
  disconnectAll(): void;
  /** Whether one of these users has a tab on this node. */
  hasTabs(userIds: readonly string[]): boolean;
  socketCount(): number;
  close(): Promise<void>;
}

const SOCKET_PATH = '/socket.io/';
const CONNECT_WITHIN_MS = 10_000;

/** The socket server of this node: handshake, rooms and the only place that emits. */
export function createRealtime(
  httpServer: HttpServer,
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'rateLimit' | 'host' | 'allowedHosts'>,
  sessions: Sessions,
  handlers: RealtimeHandlers,
): Realtime {
  const io = createSocketServer(httpServer);
  checkHandshakes(io, config, sessions);
  const reconnectSession = (sessionId: string) => void io.in(sessionRoom(sessionId)).disconnectSockets(true);
  io.on('connection', (socket) => {
    openSockets.inc();
    socket.on('disconnect', countDisconnect);
    void recheckSession(socket, sessions, reconnectSession);
  });
  handleMessages(io, handlers, config.rateLimit);
  const stopChecks = startConnectionChecks(io, sessions, reconnectSession);

  return {
    emitTo: (userIds, event, payload) => emit(io, userIds.map(userRoom), event, payload),
    emitToEveryoneExcept: (userIds, event, payload) => emit(io, [EVERYONE], event, payload, userIds.map(userRoom)),
    // Socket.io puts each socket in a room with the socket's id.
    emitToTabs: (tabIds, event, payload) => emit(io, [...tabIds], event, payload),
    emitToPoll(poll, userIds, guestIds) {
      const room = guestRoom(poll.pollId);
      dropFormerGuests(tabsIn(io, room), guestIds);
      emit(io, [...userIds.map(userRoom), ...(guestIds.length > 0 ? [room] : [])], 'poll:changed', poll);
    },
    endSession: (sessionId) => endTabs(io.in(sessionRoom(sessionId))),
    reconnectSession,
    endOtherSessions: (userId, exceptSessionId) =>
      endTabs(io.in(userRoom(userId)).except(exceptSessionId === null ? [] : sessionRoom(exceptSessionId))),
    disconnectAll: () => io.disconnectSockets(true),
    hasTabs: (userIds) => userIds.some((userId) => io.of('/').adapter.rooms.has(userRoom(userId))),
    socketCount: () => io.of('/').sockets.size,
    async close() {
      stopChecks();
      await io.close();
    },
  };
}

function createSocketServer(httpServer: HttpServer): TabServer {
  const io: TabServer = new Server(httpServer, {
    path: SOCKET_PATH,
    destroyUpgrade: false,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: limits.socketMessageBytes,
    // Limits how long a connection may stay open before its session is checked.
    connectTimeout: CONNECT_WITHIN_MS,
  });
  refuseUpgradesBeside(httpServer, SOCKET_PATH);
  return io;
}

function countDisconnect(): void {
  openSockets.dec();
}

/** The only emit of events with a payload. */
function emit<E extends keyof EventPayloads>(
  io: TabServer,
  rooms: string[],
  event: E,
  payload: EventPayloads[E],
  except: string[] = [],
): void {
  // io.to([]) would reach every socket.
  if (rooms.length === 0) return;
  // TypeScript cannot see that these are the parameters of a generic event.
  io.to(rooms)
    .except(except)
    .emit(event, ...([payload] as Parameters<ServerToClientEvents[E]>));
}

function tabsIn(io: TabServer, room: string): TabSocket[] {
  const { adapter, sockets } = io.of('/');
  return [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id) ?? []);
}

function endTabs(tabs: ReturnType<TabServer['in']>): void {
  tabs.emit('session:ended');
  tabs.disconnectSockets(true);
}
