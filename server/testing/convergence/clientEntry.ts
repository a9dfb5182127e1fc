// What a simulated tab is made of: the client's own stores and its own handling of the socket.
export { connectRealtime } from '../../../client/app/realtime.ts';
export { useSession } from '../../../client/features/account/session.store.ts';
export { useFolders } from '../../../client/features/folders/folder.store.ts';
export { useInvitations } from '../../../client/features/folders/invitation.store.ts';
export { usePresence } from '../../../client/features/folders/presence.store.ts';
export { aim } from './aim.ts';
