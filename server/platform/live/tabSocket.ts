import type { Server, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../common/schemas/events.ts';

interface SocketData {
  userId: string;
  sessionId: string;
  /** The limit on presence messages; created with the tab's first one. */
  mayMove?: () => boolean;
}

type NoServerEvents = Record<string, never>;

export type TabServer = Server<ClientToServerEvents, ServerToClientEvents, NoServerEvents, SocketData>;

/** One tab's connection. */
export type TabSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoServerEvents, SocketData>;

/** One tab's socket, and its user. */
export interface TabId {
  id: string;
  userId: string;
}

export const userRoom = (userId: string) => `user:${userId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
