import { limits } from '../../../common/constants.ts';
import type { ErrorBody } from '../../../common/errors.ts';
import { PROTOCOL, type ProtocolMismatch } from '../../../common/protocol.ts';
import {
  connectRefusals,
  type ServerToClientEvents,
  type SyncAnswer,
  type SyncRequest,
} from '../../../common/schemas/events.ts';
import type { PublicUser } from '../../../common/schemas/user.ts';
import { useSession } from '../../features/account/session.store.ts';
import { usePresence } from '../../features/folders/presence/presence.store.ts';
import { useInvitations } from '../../features/folders/sharing/invitation.store.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useRecommendations } from '../../features/recommendations/recommendation.store.ts';
import { useReviews } from '../../features/reviews/review.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { accountApi } from '../../lib/http/api.ts';
import { ApiError, call } from '../../lib/http/http.ts';
import { getSocket, type LiveSocket } from '../../lib/http/socket.ts';
import { useLive } from './live.store.ts';
import { tellWhereabouts } from './presence.ts';

const OFFLINE_MARK_MS = 2000;
const RETRY_MS = 2000;
/** Other tabs of this user have to close first. */
const TOO_MANY_TABS_RETRY_MS = 30_000;

/** How each event changes the stores. A missing or misspelt event does not compile. */
const handlers: ServerToClientEvents = {
  'folder:changes': (batch) => {
    useFolders.getState().applyChangeBatch(batch);
    for (const change of batch.changes) {
      if (change.type !== 'item:added' && change.type !== 'item:removed') continue;
      useRecommendations.getState().applyListed([change.item], change.type === 'item:added');
    }
  },
  'folder:available': ({ folder }) => useFolders.getState().applyAvailable(folder),
  'folder:gone': ({ folderId, reason }) => useFolders.getState().applyGone(folderId, reason),
  'invitation:received': ({ invitation }) => useInvitations.getState().applyReceived(invitation),
  'invitation:sent': ({ invitation }) => useInvitations.getState().applySent(invitation),
  'invitation:answered': ({ invitation }) => useInvitations.getState().applyAnswered(invitation),
  'invitation:withdrawn': ({ invitation }) => useInvitations.getState().applyWithdrawn(invitation),
  'review:saved': ({ review }) => {
    useReviews.getState().applySaved(review);
    useRecommendations.getState().applyReviewed();
  },
  'review:deleted': ({ review }) => {
    useReviews.getState().applyDeleted(review);
    useRecommendations.getState().applyReviewed();
  },
  'recommendations:changed': () => useRecommendations.getState().applyChanged(),
  'pin:changed': ({ userId, isPinned }) => useUsers.getState().applyPin(userId, isPinned),
  'user:updated': ({ user }) => {
    applyPerson(user);
    useFolders.getState().applyPeople([user]);
  },
  'presence:changed': (event) => usePresence.getState().applyPresence(event),
  'session:ended': () => useSession.getState().applySignedOut(),
};

/** A user's data that is stored outside of lists. */
function applyPerson(user: PublicUser): void {
  useUsers.getState().applyUpdated(user);
  usePresence.getState().applyUpdated(user);
}

/** Connects this tab and applies events to its stores. Returns a function that disconnects. `leave` opens the landing screen. */
export function connectRealtime(leave: () => void, socket: LiveSocket = getSocket()): () => void {
  let markTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let userRev: number | undefined;

  const markOffline = () => {
    markTimer ??= setTimeout(() => {
      useLive.getState().applyReconnecting(true);
      usePresence.getState().applyUnknown();
    }, OFFLINE_MARK_MS);
  };
  const markOnline = () => {
    clearTimeout(markTimer);
    markTimer = undefined;
    useLive.getState().applyReconnecting(false);
  };

  const applyAnswer = (answer: SyncAnswer, asked: Record<string, number>) => {
    useFolders.getState().applySync(answer, asked);
    for (const person of answer.people ?? []) applyPerson(person);
    useInvitations.getState().applyAll(answer.invitations);
    // This tab missed personal events, or the database was restored: reload everything that has no log.
    if (userRev !== undefined && answer.userRev !== userRev) refreshOwn();
    userRev = answer.userRev;
  };

  const sync = async () => {
    let after: string | undefined;
    do {
      const part = knownPart(useFolders.getState().knownRevs(), after);
      const answer = await ask(socket, { ...part, userRev: userRev ?? 0 });
      if (!answer || 'code' in answer) {
        // The next connection syncs anyway.
        if (socket.connected) retryTimer = setTimeout(sync, RETRY_MS);
        return;
      }
      applyAnswer(answer, part.folders);
      // A node of an older version answers for all requested folders and sets no `next`.
      after = answer.next ?? part.upTo;
    } while (after);
  };

  // After a disconnect by the server, socket.io does not reconnect by itself. Reconnect only if the session is still valid.
  const reconnectIfSignedIn = async () => {
    try {
      useSession.getState().applyUser(await call(accountApi.currentUser, { isQuietAboutSession: true }));
      socket.connect();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        useSession.getState().applySignedOut();
        leave();
      } else {
        retryTimer = setTimeout(reconnectIfSignedIn, RETRY_MS);
      }
    }
  };

  const handleConnect = () => {
    markOnline();
    sync();
    void useInvitations.getState().refreshSent();
    whereabouts.sayAgain();
  };
  const handleDisconnect = (reason: string) => {
    if (reason === 'io client disconnect') return;
    markOffline();
    if (reason === 'io server disconnect') reconnectIfSignedIn();
  };
  const handleConnectError = (error: Error & { data?: Partial<ProtocolMismatch> }) => {
    markOffline();
    if (error.data?.code === 'protocol_mismatch') {
      if (Number(error.data.protocol) > PROTOCOL) useLive.getState().applyOutdated();
      // During an update nodes of both versions may answer, so the next attempt may reach one with this tab's version.
      retryTimer = setTimeout(() => socket.connect(), RETRY_MS);
      return;
    }
    if (error.message === connectRefusals.tooManyTabs) {
      retryTimer = setTimeout(() => socket.connect(), TOO_MANY_TABS_RETRY_MS);
      return;
    }
    // If `active`, socket.io retries by itself; it does not after the server refused the connection.
    if (!socket.active) reconnectIfSignedIn();
  };

  const whereabouts = tellWhereabouts(socket);
  const unbind = bindAll(socket);
  socket.on('connect', handleConnect);
  socket.on('disconnect', handleDisconnect);
  socket.on('connect_error', handleConnectError);
  socket.on('session:ended', leave);
  socket.connect();
  // The first connection can hang as well.
  markOffline();

  return () => {
    clearTimeout(markTimer);
    clearTimeout(retryTimer);
    whereabouts.stop();
    unbind();
    socket.off('connect', handleConnect);
    socket.off('disconnect', handleDisconnect);
    socket.off('connect_error', handleConnectError);
    socket.off('session:ended', leave);
    socket.disconnect();
  };
}

function bindAll(socket: LiveSocket): () => void {
  const names = Object.keys(handlers) as (keyof ServerToClientEvents)[];
  for (const name of names) socket.on(name, handlers[name]);
  return () => {
    for (const name of names) socket.off(name, handlers[name]);
  };
}

type KnownRevs = ReturnType<ReturnType<typeof useFolders.getState>['knownRevs']>;

/** The part of the known revs for one sync request: the folders after an id, ordered by id, up to the request's limit. */
export function knownPart(known: KnownRevs, after = ''): Omit<SyncRequest, 'userRev'> {
  const later = Object.entries(known)
    .filter(([id]) => id > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const named = later.slice(0, limits.syncFolders);
  const peopleRevs = named.flatMap(([id, { peopleRev }]) => (peopleRev ? [[id, peopleRev] as const] : []));
  return {
    folders: Object.fromEntries(named.map(([id, { rev }]) => [id, rev])),
    ...(peopleRevs.length > 0 && { peopleRevs: Object.fromEntries(peopleRevs) }),
    ...(after && { after }),
    ...(named.length < later.length && { upTo: named.at(-1)?.[0] }),
  };
}

/** Sends one sync request. Null if the answer did not arrive in time or the connection was lost. */
async function ask(socket: LiveSocket, request: SyncRequest): Promise<SyncAnswer | ErrorBody | null> {
  try {
    return await socket.timeout(10_000).emitWithAck('sync', request);
  } catch {
    return null;
  }
}

function refreshOwn(): void {
  // A missed event shows no error: the next load of each screen has the same data.
  useSession
    .getState()
    .refreshUser()
    .catch(() => undefined);
  useReviews.getState().applyMissed();
  useRecommendations.getState().applyReviewed();
  if (Object.keys(useUsers.getState().pinned).length > 0) {
    useUsers
      .getState()
      .loadPeople()
      .catch(() => undefined);
  }
}
