import type { Server, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '../../../common/schemas/events.ts';
import type { Guest } from '../session/guestSession.ts';

/** Whom a socket belongs to: the session of a user, the session of a poll's guest, or both. */
interface SocketData {
  user: { userId: string; sessionId: string } | null;
  guest: Guest | null;
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

/** The room of all signed-in users. */
export const EVERYONE = 'everyone';
export const userRoom = (userId: string) => `user:${userId}`;
export const guestRoom = (pollId: string) => `guest:${pollId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
