import { queryOptions } from '@tanstack/react-query';
import type { FamilyKey } from '../../../../common/families.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { createLiveList } from '../../../lib/createLiveList.ts';
import { createStore } from '../../../lib/createStore.ts';
import { listApi } from '../../../lib/http/api.ts';
import { ApiError, call } from '../../../lib/http/http.ts';
import { useUsers } from '../../users/users.store.ts';
import { folderApi, type Respond } from './folder.api.ts';
import { newOpId } from './opId.ts';

interface InvitationsState {
  /** The viewer's pending invitations, newest first. */
  invitations: Invitation[];
  /** By a load or a sync. */
  isLoaded: boolean;
  respond: (invitation: Invitation, status: Respond, family?: FamilyKey) => Promise<void>;
  applyAll: (invitations: readonly Invitation[]) => void;
  applyReceived: (invitation: Invitation) => void;
  applySettled: (invitation: Invitation) => void;
}

export const useInvitations = createStore<InvitationsState>((set, get) => ({
  invitations: [],
  isLoaded: false,

  async respond(invitation, status, family = 'folder') {
    get().applySettled(invitation);
    try {
      await folderApi.respond(invitation.id, status, family, newOpId());
    } catch (error) {
      if (!isSettled(error)) get().applyReceived(invitation);
      throw error;
    }
  },

  applyAll(invitations) {
    useUsers.getState().applyPeople(invitations.map((invitation) => invitation.invitedByUser));
    set({ invitations: newestFirst(invitations), isLoaded: true });
  },

  applyReceived(invitation) {
    useUsers.getState().applyPeople([invitation.invitedByUser]);
    set(({ invitations }) => ({ invitations: newestFirst([...except(invitations, invitation), invitation]) }));
  },

  applySettled(invitation) {
    set(({ invitations }) => ({ invitations: except(invitations, invitation) }));
  },
}));

/** The viewer's pending invitations, loaded once. They go to the store, which keeps them up to date. */
export const invitationsQuery = (family: FamilyKey) =>
  queryOptions({
    queryKey: [listApi[family].myInvitations.path],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }) {
      const invitations = await call(listApi[family].myInvitations, { signal });
      // A sync may have answered first, and has the newer invitations.
      if (!useInvitations.getState().isLoaded) useInvitations.getState().applyAll(invitations);
      return invitations;
    },
  });

/** The pending invitations to lists that the viewer may share, newest first. */
export const liveSentInvitations = createLiveList<Invitation[]>({
  async load(folderId, family) {
    const invitations = await folderApi.sentInvitations(folderId, family);
    useUsers.getState().applyPeople(invitations.map((invitation) => invitation.invitedUser));
    return newestFirst(invitations);
  },
});

export async function withdrawInvitation(invitation: Invitation, family: FamilyKey = 'folder'): Promise<void> {
  removeSent(invitation);
  try {
    await folderApi.withdraw(invitation.id, family, newOpId());
  } catch (error) {
    if (!isSettled(error)) applySent(invitation);
    throw error;
  }
}

export function applySent(invitation: Invitation): void {
  useUsers.getState().applyPeople([invitation.invitedUser]);
  liveSentInvitations.apply(
    invitation.folderId,
    (known) => known && newestFirst([...except(known, invitation), invitation]),
  );
}

export function applyAnswered(invitation: Invitation): void {
  // The owner gets this event too: it has the email, which the shares in changes do not include.
  useUsers.getState().applyPeople([invitation.invitedUser]);
  applyWithdrawn(invitation);
}

export function applyWithdrawn(invitation: Invitation): void {
  useInvitations.getState().applySettled(invitation);
  removeSent(invitation);
}

function removeSent(invitation: Invitation): void {
  liveSentInvitations.apply(invitation.folderId, (known) => known && except(known, invitation));
}

function except(invitations: readonly Invitation[], { id }: Invitation): Invitation[] {
  return invitations.filter((invitation) => invitation.id !== id);
}

/** Answered in another tab or withdrawn in the meantime: remove it in both cases. */
function isSettled(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'already_answered');
}

function newestFirst(invitations: readonly Invitation[]): Invitation[] {
  return [...invitations].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
