// What a simulated tab runs: the client's stores and its live connection, without screens.

export { useLive } from '../../../client/app/live/live.store.ts';
export { connectRealtime } from '../../../client/app/live/realtime.ts';
export { startQueue } from '../../../client/app/offline/keep.ts';
export { useSession } from '../../../client/features/account/session.store.ts';
export {
  closePoll,
  joinPoll,
  openPoll,
  revealPoll,
  saveBallot,
  startPoll,
} from '../../../client/features/folders/polls/poll.api.ts';
export { usePolls } from '../../../client/features/folders/polls/poll.store.ts';
export { usePresence } from '../../../client/features/folders/presence/presence.store.ts';
export { replicasOf } from '../../../client/features/folders/state/folder.state.ts';
export { useFolders } from '../../../client/features/folders/state/folder.store.ts';
export { useInvitations } from '../../../client/features/folders/state/invitation.store.ts';
export { keepUnsentWrites, sendUnsentWrites } from '../../../client/features/folders/state/unsentWrites.ts';
export { useQueue } from '../../../client/features/offline/queue.store.ts';
export { getSocket } from '../../../client/lib/http/socket.ts';
