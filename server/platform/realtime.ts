import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { z } from 'zod';
import { limits } from '../../common/constants.ts';
import type { ErrorBody } from '../../common/errors.ts';
import {
  type ClientToServerEvents,
  type Place,
  placeSchema,
  type ServerEvent,
  type ServerToClientEvents,
  type SyncAnswer,
  type SyncRequest,
  syncRequestSchema,
} from '../../common/events.ts';
import type { Config } from '../config.ts';
import { toProblem } from './errorHandler.ts';
import { invalid, issuesOf, Problem, rateLimited } from './errors.ts';
import { SOCKET_MESSAGES_PER_SECOND } from './limits.ts';
import { log } from './log.ts';
import { openSockets } from './metrics.ts';
import { isSameOrigin } from './origin.ts';
import type { Sessions } from './session.ts';

interface SocketData {
  userId: string;
  sessionId: string;
  /** Whether the tab may say where it is once more; made with the first time it does. */
  mayMove?: () => boolean;
}

type TabSocket = Socket<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** One tab's socket, and whose it is. */
export interface TabId {
  id: string;
  userId: string;
}

export interface RealtimeHandlers {
  sync(userId: string, request: SyncRequest): Promise<SyncAnswer>;
  enter(tab: TabId, place: Place): Promise<void>;
  leave(tab: TabId, place: Place): Promise<void>;
  /** The tab is gone. */
  forget(tabId: string): void;
}

type Told = Exclude<ServerEvent, 'session:ended'>;

export interface Realtime {
  /** To every tab of these people on this node. Nobody named means nobody told. */
  emitTo<E extends Told>(userIds: readonly string[], event: E, ...payload: Parameters<ServerToClientEvents[E]>): void;
  /** To these tabs of this node alone. */
  emitToTabs<E extends Told>(
    tabIds: readonly string[],
    event: E,
    ...payload: Parameters<ServerToClientEvents[E]>
  ): void;
  /** Tells the session's tabs that it is over, and cuts them. */
  endSession(sessionId: string): void;
  /** Cuts every tab; each comes back and asks what it missed. */
  cutAll(): void;
  socketCount(): number;
  close(): Promise<void>;
}

const MAX_QUEUED_BYTES = 1_000_000;
const QUEUE_CHECK_MS = 250;
const SESSION_CHECK_MS = 60_000;

const userRoom = (userId: string) => `user:${userId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/** The socket server of this node: handshake, rooms and the only place that emits. */
export function createRealtime(
  httpServer: HttpServer,
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'rateLimit'>,
  sessions: Sessions,
  handlers: RealtimeHandlers,
): Realtime {
  const io = new Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>(httpServer, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: limits.socketMessageBytes,
  });
  io.engine.use((req: IncomingMessage, res: ServerResponse, next: () => void) => {
    if (isSameOrigin(req, config)) next();
    else refuseForeign(req, res);
  });
  io.engine.use(sessions.middleware);

  io.use(async (socket, next) => {
    const { session, sessionID } = socket.request as IncomingMessage & {
      session?: { userId?: string };
      sessionID?: string;
    };
    if (!session?.userId || !sessionID) {
      next(new Error('unauthorized'));
      return;
    }
    socket.data = { userId: session.userId, sessionId: sessionID };
    // Joined before the connect is acknowledged: from then on the tab relies on hearing everything.
    await socket.join([userRoom(session.userId), sessionRoom(sessionID)]);
    next();
  });

  const tabOf = (socket: TabSocket): TabId => ({ id: socket.id, userId: socket.data.userId });

  // One function each for all sockets: an idle tab costs next to nothing.
  const listeners = {
    disconnect(this: TabSocket) {
      openSockets.dec();
      handlers.forget(this.id);
    },
    sync(this: TabSocket, request: unknown, reply: unknown) {
      void answer(reply, async () => handlers.sync(this.data.userId, read(syncRequestSchema, request)));
    },
    enter(this: TabSocket, place: unknown, reply: unknown) {
      void move(this, handlers.enter, place, reply);
    },
    leave(this: TabSocket, place: unknown, reply: unknown) {
      void move(this, handlers.leave, place, reply);
    },
  };

  function move(socket: TabSocket, to: RealtimeHandlers['enter'], place: unknown, reply: unknown): Promise<void> {
    return answer(reply, async () => {
      socket.data.mayMove ??= createLimit(limits.presencePerSecond, config.rateLimit);
      if (!socket.data.mayMove()) throw rateLimited(1);
      await to(tabOf(socket), read(placeSchema, place));
      return { ok: true } as const;
    });
  }

  io.on('connection', (socket) => {
    openSockets.inc();
    socket.on('disconnect', listeners.disconnect);
    limitMessages(socket, config.rateLimit);
    socket.on('sync', listeners.sync);
    socket.on('presence:enter', listeners.enter);
    socket.on('presence:leave', listeners.leave);
    void leaveIfSessionEnded(socket);
  });

  // A sign-out between the handshake's read of the session and joining its room would otherwise go unnoticed.
  async function leaveIfSessionEnded(socket: TabSocket): Promise<void> {
    try {
      if ((await sessions.findUserId(socket.data.sessionId)) !== socket.data.userId) endSockets(socket.data.sessionId);
    } catch (error) {
      log.warn({ err: error }, 'a session could not be checked');
    }
  }

  function endSockets(sessionId: string): void {
    const room = io.in(sessionRoom(sessionId));
    room.emit('session:ended');
    room.disconnectSockets(true);
  }

  const queueCheck = setInterval(() => {
    for (const socket of io.of('/').sockets.values()) {
      if (queuedBytes(socket) > MAX_QUEUED_BYTES) socket.disconnect(true);
    }
  }, QUEUE_CHECK_MS);
  queueCheck.unref();

  const sessionCheck = setInterval(async () => {
    const sessionIds = new Set([...io.of('/').sockets.values()].map((socket) => socket.data.sessionId));
    for (const sessionId of sessionIds) {
      try {
        if ((await sessions.findUserId(sessionId)) === null) endSockets(sessionId);
      } catch (error) {
        log.warn({ err: error }, 'sessions could not be checked');
        return;
      }
    }
  }, SESSION_CHECK_MS);
  sessionCheck.unref();

  /** The only emit. A socket is in a room of its own by its id. */
  function emit<E extends Told>(rooms: string[], event: E, payload: Parameters<ServerToClientEvents[E]>): void {
    // io.to([]) would reach everybody.
    if (rooms.length > 0) io.to(rooms).emit(event, ...payload);
  }

  return {
    emitTo: (userIds, event, ...payload) => emit(userIds.map(userRoom), event, payload),
    emitToTabs: (tabIds, event, ...payload) => emit([...tabIds], event, payload),
    endSession: endSockets,
    cutAll: () => io.disconnectSockets(true),
    socketCount: () => io.of('/').sockets.size,
    async close() {
      clearInterval(queueCheck);
      clearInterval(sessionCheck);
      await io.close();
    },
  };
}

/** Answers 403; engine.io's own allowRequest would answer an upgrade 400, and after the session was read. */
function refuseForeign(req: IncomingMessage, res: ServerResponse): void {
  if (!req.headers.upgrade) {
    res.writeHead(403).end();
    return;
  }
  const { socket } = req;
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
}

async function answer<T>(reply: unknown, work: () => Promise<T>): Promise<void> {
  if (typeof reply !== 'function') return;
  const send = reply as (answer: T | ErrorBody) => void;
  try {
    send(await work());
  } catch (error) {
    const problem = toProblem(error) ?? new Problem('internal', 'Something went wrong on our side');
    if (problem.status >= 500) log.error({ err: error }, 'a socket message failed');
    send(problem.toBody());
  }
}

/** Bytes that wait for a tab that reads too slowly. */
function queuedBytes(socket: TabSocket): number {
  const buffer = (socket.conn as unknown as { writeBuffer: { data?: string | Buffer }[] }).writeBuffer;
  let bytes = 0;
  for (const packet of buffer) bytes += packet.data?.length ?? 0;
  return bytes;
}

/** What a tab sent, when it is what the schema asks for. */
function read<T>(schema: z.ZodType<T>, sent: unknown): T {
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw invalid(issuesOf(parsed.error));
  return parsed.data;
}

function limitMessages(socket: TabSocket, factor: number): void {
  const mayAsk = createLimit(SOCKET_MESSAGES_PER_SECOND, factor);
  socket.use((packet, next) => {
    if (mayAsk()) {
      next();
      return;
    }
    const reply: unknown = packet.at(-1);
    if (typeof reply === 'function') reply(rateLimited(1).toBody());
  });
}

/** True as often as may be within a second; a factor of 0 is no limit. */
function createLimit(perSecond: number, factor: number): () => boolean {
  if (factor === 0) return () => true;
  const allowed = Math.max(1, Math.round(perSecond * factor));
  let taken: number[] | undefined;
  return () => {
    const now = performance.now();
    taken ??= [];
    while (taken[0] !== undefined && taken[0] <= now - 1000) taken.shift();
    if (taken.length >= allowed) return false;
    taken.push(now);
    return true;
  };
}
