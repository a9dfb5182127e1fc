import { accountApi } from '../../common/api.ts';
import { limits } from '../../common/constants.ts';
import type { ErrorBody } from '../../common/errors.ts';
import type { ServerToClientEvents, SyncAnswer } from '../../common/events.ts';
import { useSession } from '../features/account/session.store.ts';
import { useFolders } from '../features/folders/folder.store.ts';
import { useInvitations } from '../features/folders/invitation.store.ts';
import { usePresence } from '../features/folders/presence.store.ts';
import { useRecommendations } from '../features/recommendations/recommendation.store.ts';
import { useReviews } from '../features/reviews/review.store.ts';
import { useUsers } from '../features/users/users.store.ts';
import { ApiError, call } from '../lib/http.ts';
import { getSocket, type LiveSocket } from '../lib/socket.ts';
import { useLive } from './live.store.ts';
import { tellWhereabouts } from './presence.ts';

const OFFLINE_MARK_MS = 2000;
const RETRY_MS = 2000;

/** What each event does to the stores; a missing or misspelt one does not compile. */
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
    useUsers.getState().applyUpdated(user);
    usePresence.getState().applyUpdated(user);
  },
  'presence:changed': (news) => usePresence.getState().applyPresence(news),
  'session:ended': () => useSession.getState().applySignedOut(),
};

/** Connects this tab and keeps its stores told; gives the function that ends it. `leave` opens the landing screen. */
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

  const applyAnswer = (answer: SyncAnswer) => {
    useFolders.getState().applySync(answer);
    useInvitations.getState().applyAll(answer.invitations);
    // Personal news passed this tab by: what has no event log of its own is read again.
    if (userRev !== undefined && answer.userRev > userRev) refreshOwn();
    userRev = answer.userRev;
  };

  const sync = async () => {
    for (const folders of chunksOf(useFolders.getState().knownRevs())) {
      const answer = await ask(socket, folders, userRev ?? 0);
      if (!answer) return;
      if ('code' in answer) {
        if (socket.connected) retryTimer = setTimeout(sync, RETRY_MS);
        return;
      }
      applyAnswer(answer);
    }
  };

  // After the server cut us off, socket.io waits to be told: connect again only while the session still stands.
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
  const handleConnectError = () => {
    markOffline();
    // `active` means that socket.io tries again by itself; refused by the server, it does not.
    if (!socket.active) reconnectIfSignedIn();
  };

  const whereabouts = tellWhereabouts(socket);
  const unbind = bindAll(socket);
  socket.on('connect', handleConnect);
  socket.on('disconnect', handleDisconnect);
  socket.on('connect_error', handleConnectError);
  socket.on('session:ended', leave);
  socket.connect();
  // A first connection can hang as well as a later one.
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

/** Sync requests of at most as many folders as one may name; at least one, which asks for everything. */
export function chunksOf(revs: Record<string, number>): Record<string, number>[] {
  const entries = Object.entries(revs);
  const chunks: Record<string, number>[] = [];
  for (let at = 0; at === 0 || at < entries.length; at += limits.syncFolders) {
    chunks.push(Object.fromEntries(entries.slice(at, at + limits.syncFolders)));
  }
  return chunks;
}

/** One sync request; null when the connection went away before the answer. */
async function ask(
  socket: LiveSocket,
  folders: Record<string, number>,
  userRev: number,
): Promise<SyncAnswer | ErrorBody | null> {
  try {
    return await socket.timeout(10_000).emitWithAck('sync', { folders, userRev });
  } catch {
    return null;
  }
}

function refreshOwn(): void {
  // Missed news is not worth an error on screen: the next load of each screen shows the same.
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
