// The parts of the client in a simulated tab: its stores and its handling of the socket.
export { connectRealtime } from '../../../client/app/live/realtime.ts';
export { useSession } from '../../../client/features/account/session.store.ts';
export { usePresence } from '../../../client/features/folders/presence/presence.store.ts';
export { replicasOf } from '../../../client/features/folders/state/folder.state.ts';
export { useFolders } from '../../../client/features/folders/state/folder.store.ts';
export { useInvitations } from '../../../client/features/folders/state/invitation.store.ts';
export { aim } from './aim.ts';
