import type { ServerToClientEvents } from '../../../common/schemas/events.ts';
import { useSession } from '../../features/account/session.store.ts';
import {
  applyCommentChanges,
  liveUnread,
  refreshComments,
  refreshThreads,
} from '../../features/comments/comment.queries.ts';
import { liveJoinRequests, liveJoinStatus } from '../../features/folders/joinRequests/joinRequest.store.ts';
import { liveLinks } from '../../features/folders/links/link.store.ts';
import { applyRightsChanged } from '../../features/folders/links/publicLink.queries.ts';
import { applyPollChanged } from '../../features/folders/polls/livePoll.store.ts';
import { usePolls } from '../../features/folders/polls/poll.store.ts';
import { usePresence } from '../../features/folders/presence/presence.store.ts';
import { applyMembersLeft, applySeenChanged, liveSeen } from '../../features/folders/seen/seen.store.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import {
  applyAnswered,
  applySent,
  applyWithdrawn,
  useInvitations,
} from '../../features/folders/state/invitation.store.ts';
import { applyImportProgress } from '../../features/moving/import.queries.ts';
import { refreshNotices } from '../../features/notices/notice.queries.ts';
import { applyReportsChanged } from '../../features/operator/operator.queries.ts';
import { applyDeleted, applyProposed, applySaved } from '../../features/plays/play.queries.ts';
import { applyProgressChanged } from '../../features/plays/progress.queries.ts';
import { applyGroupChanged, applyGroupProposed } from '../../features/plays/together/group.queries.ts';
import { useHiddenPicks } from '../../features/recommendations/hiddenPicks.store.ts';
import { useReviews } from '../../features/reviews/review.store.ts';
import { useConfig } from '../../features/titles/config.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { announceReachable } from '../../lib/http/reachable.ts';
import { getSocket, type LiveSocket } from '../../lib/http/socket.ts';
import { refreshAbout } from '../../lib/query.ts';
import { applyPerson } from './applyPerson.ts';
import { catchUp } from './catchUp.ts';
import { useLive } from './live.store.ts';
import { tellWhereabouts } from './presence.ts';
import { type ConnectError, createReconnect } from './reconnect.ts';
import { createSync } from './sync.ts';

/** How each event changes the stores. A missing or misspelt event does not compile. */
const handlers: ServerToClientEvents = {
  'folder:changes': (batch) => {
    useFolders.getState().applyChangeBatch(batch);
    applyMembersLeft(batch.folderId, batch.changes);
    applyCommentChanges(batch);
    applyRightsChanged(batch.changes);
    for (const change of batch.changes) {
      if (change.type === 'items:added') useHiddenPicks.getState().applyListed(change.items, true);
      if (change.type !== 'item:added' && change.type !== 'item:removed') continue;
      useHiddenPicks.getState().applyListed([change.item], change.type === 'item:added');
    }
  },
  'folder:available': ({ folder }) => useFolders.getState().applyAvailable(folder),
  'folder:gone': ({ folderId, reason }) => {
    useFolders.getState().applyGone(folderId, reason);
    usePolls.getState().applyGone(folderId);
    liveSeen.apply(folderId, () => undefined);
    liveUnread.apply(folderId, () => undefined);
  },
  'invitation:received': ({ invitation }) => useInvitations.getState().applyReceived(invitation),
  'invitation:sent': ({ invitation }) => applySent(invitation),
  'invitation:answered': ({ invitation }) => applyAnswered(invitation),
  'invitation:withdrawn': ({ invitation }) => applyWithdrawn(invitation),
  'invitation-links:changed': ({ folderId, links }) => liveLinks.apply(folderId, () => links),
  'join-requests:changed': ({ folderId, requests }) => liveJoinRequests.apply(folderId, () => requests),
  'join-state:changed': ({ folderId, status }) => liveJoinStatus.apply(folderId, () => status),
  'poll:changed': applyPollChanged,
  'play:saved': ({ play }) => {
    applySaved(play);
    // It may show comments that waited for it.
    refreshComments();
  },
  'play:deleted': ({ play, isStillSeen }) => {
    applyDeleted(play, isStillSeen);
    refreshComments();
  },
  'progress:changed': () => {
    applyProgressChanged();
    refreshComments();
  },
  'play:proposed': ({ proposal }) => applyProposed(proposal),
  'group:changed': applyGroupChanged,
  'group:proposed': applyGroupProposed,
  'seen:changed': applySeenChanged,
  'comment:changed': () => void refreshThreads(),
  'comments:read': ({ folderId }) => void liveUnread.refresh(folderId),
  'review:saved': ({ review }) => {
    useReviews.getState().applySaved(review);
    void refreshAbout('picks');
  },
  'review:deleted': ({ review }) => {
    useReviews.getState().applyDeleted(review);
    void refreshAbout('picks');
  },
  'recommendations:changed': () => void refreshAbout('picks'),
  'import:progress': applyImportProgress,
  'players:changed': () => void refreshAbout('players'),
  'notices:changed': () => {
    refreshNotices();
    // There is a notice when one was turned off.
    void refreshAbout('webhooks');
  },
  'pin:changed': ({ userId, isPinned }) => useUsers.getState().applyPin(userId, isPinned),
  'user:updated': ({ user }) => {
    applyPerson(user);
    useFolders.getState().applyPeople([user]);
  },
  'user:visibility-changed': ({ userId }) => {
    useUsers.getState().applyVisibilityChanged(userId);
    void refreshAbout('people');
  },
  'operator:changed': ({ isOperator }) => useUsers.getState().applyOperator(isOperator),
  'reports:changed': applyReportsChanged,
  'titles:changed': applyTitlesChanged,
  'presence:changed': (event) => usePresence.getState().applyPresence(event),
  'session:ended': () => useSession.getState().applySignedOut(),
};

/** Connects this tab and applies events to its stores. Returns a function that disconnects. `leave` opens the landing screen. */
export function connectRealtime(leave: () => void, socket: LiveSocket = getSocket()): () => void {
  const offlineMark = createOfflineMark();
  const reconnect = createReconnect(socket, leave);
  const { sync, stop: stopSync } = createSync(socket);

  let wasConnected = false;
  const handleConnect = () => {
    offlineMark.setOnline();
    announceReachable();
    sync();
    catchUp('connect');
    if (wasConnected) catchUp('reconnect');
    wasConnected = true;
    whereabouts.sayAgain();
  };
  const handleDisconnect = (reason: string) => {
    if (reason === 'io client disconnect') return;
    offlineMark.setOffline();
    reconnect.afterDisconnect(reason);
  };
  const handleConnectError = (error: ConnectError) => {
    offlineMark.setOffline();
    reconnect.afterRefusal(error);
  };

  const whereabouts = tellWhereabouts(socket);
  const unbind = bindAll(socket);
  socket.on('connect', handleConnect);
  socket.on('disconnect', handleDisconnect);
  socket.on('connect_error', handleConnectError);
  socket.on('session:ended', leave);
  socket.connect();
  // The first connection can hang as well.
  offlineMark.setOffline();

  return () => {
    offlineMark.stop();
    reconnect.stop();
    stopSync();
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

const OFFLINE_MARK_MS = 2000;

/** Shows that the tab is offline, but only after two seconds without a connection. */
function createOfflineMark() {
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    setOffline() {
      timer ??= setTimeout(() => {
        useLive.getState().applyReconnecting(true);
        usePresence.getState().applyUnknown();
      }, OFFLINE_MARK_MS);
    },
    setOnline() {
      clearTimeout(timer);
      timer = undefined;
      useLive.getState().applyReconnecting(false);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Titles come from another source, or in another language: what is shown of them is loaded again. */
export function applyTitlesChanged(): void {
  void useConfig.getState().applyTitlesChanged();
  void refreshAbout('titles');
  void refreshAbout('progress');
  void refreshAbout('picks');
}
