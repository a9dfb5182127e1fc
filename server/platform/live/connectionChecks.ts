import { log } from '../log.ts';
import { findGuestIds } from '../session/guestSession.ts';
import type { Sessions } from '../session/session.ts';
import { guestRoom, type TabServer, type TabSocket } from './tabSocket.ts';

const MAX_QUEUED_BYTES = 1_000_000;
const QUEUE_CHECK_MS = 250;
const SESSION_CHECK_MS = 60_000;

/**
 * Checks open connections from time to time. Returns the function that stops the checks. `reconnect` disconnects the tabs of a
 * session that is no longer valid; they connect again if the browser has got another one meanwhile.
 */
export function startConnectionChecks(
  io: TabServer,
  sessions: Sessions,
  reconnect: (sessionId: string) => void,
): () => void {
  const openTabs = () => [...io.of('/').sockets.values()];
  const queueCheck = setInterval(() => disconnectSlowTabs(openTabs()), QUEUE_CHECK_MS).unref();
  const sessionCheck = setInterval(() => void cutExpiredSessions(openTabs(), sessions, reconnect), SESSION_CHECK_MS);
  sessionCheck.unref();
  return () => {
    clearInterval(queueCheck);
    clearInterval(sessionCheck);
  };
}

/** Catches a sign-out that came after the handshake read the session and before the socket joined the session's room. */
export async function recheckSession(
  { data }: TabSocket,
  sessions: Sessions,
  reconnect: (sessionId: string) => void,
): Promise<void> {
  const { user } = data;
  if (!user) return;
  try {
    if ((await sessions.findUserId(user.sessionId)) !== user.userId) reconnect(user.sessionId);
  } catch (error) {
    log.warn({ err: error }, 'a session could not be checked');
  }
}

async function cutExpiredSessions(
  tabs: readonly TabSocket[],
  sessions: Sessions,
  reconnect: (sessionId: string) => void,
): Promise<void> {
  try {
    for (const sessionId of new Set(tabs.flatMap(({ data }) => data.user?.sessionId ?? []))) {
      if ((await sessions.findUserId(sessionId)) === null) reconnect(sessionId);
    }
    for (const pollId of new Set(tabs.flatMap(({ data }) => data.guest?.pollId ?? []))) {
      dropFormerGuests(
        tabs.filter(({ data }) => data.guest?.pollId === pollId),
        await findGuestIds(pollId),
      );
    }
  } catch (error) {
    log.warn({ err: error }, 'sessions could not be checked');
  }
}

/** Takes the tabs of people who are no longer guests out of the poll's room, and disconnects those without a user. */
export function dropFormerGuests(tabs: readonly TabSocket[], guestIds: readonly string[]): void {
  for (const tab of tabs) {
    const { guest, user } = tab.data;
    if (!guest || guestIds.includes(guest.id)) continue;
    tab.data.guest = null;
    if (user) void tab.leave(guestRoom(guest.pollId));
    else tab.disconnect(true);
  }
}

function disconnectSlowTabs(tabs: readonly TabSocket[]): void {
  for (const tab of tabs) if (queuedBytes(tab) > MAX_QUEUED_BYTES) tab.disconnect(true);
}

/** Bytes that wait to be sent to a tab. */
function queuedBytes(tab: TabSocket): number {
  const { writeBuffer } = tab.conn as unknown as { writeBuffer: { data?: string | Buffer }[] };
  let bytes = 0;
  for (const packet of writeBuffer) bytes += packet.data?.length ?? 0;
  return bytes;
}
