import type { StoreApi } from 'zustand';
import type { FamilyKey } from '../../../../common/families.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { createStore } from '../../../lib/createStore.ts';
import { ApiError, isRefused } from '../../../lib/http/http.ts';
import { loadNewest } from '../../../lib/loadNewest.ts';
import { useUsers } from '../../users/users.store.ts';
import { folderApi, type Respond } from '../state/folder.api.ts';
import { type LoadStatus, without } from '../state/folder.state.ts';
import { newOpId } from '../state/opId.ts';

interface ReceivedInvitations {
  /** The viewer's pending invitations, newest first. */
  invitations: Invitation[];
  status: LoadStatus | undefined;
  loadInvitations: (family?: FamilyKey) => Promise<void>;
  respond: (invitation: Invitation, status: Respond, family?: FamilyKey) => Promise<void>;
  applyAll: (invitations: readonly Invitation[]) => void;
  applyReceived: (invitation: Invitation) => void;
}

interface SentInvitations {
  /** Pending invitations to the viewer's lists, by folder, if loaded. */
  sent: Record<string, Invitation[]>;
  loadSent: (folderId: string, family?: FamilyKey) => Promise<void>;
  /** Reloads the sent invitations in this tab, after it may have missed events. */
  refreshSent: () => Promise<void>;
  withdraw: (invitation: Invitation, family?: FamilyKey) => Promise<void>;
  applySent: (invitation: Invitation) => void;
  applyAnswered: (invitation: Invitation) => void;
  applyWithdrawn: (invitation: Invitation) => void;
}

type InvitationsState = ReceivedInvitations & SentInvitations;
type SetInvitations = StoreApi<InvitationsState>['setState'];
type GetInvitations = () => InvitationsState;

export const useInvitations = createStore<InvitationsState>((set, get) => ({
  ...createReceived(set, get),
  ...createSent(set, get),
}));

function createReceived(set: SetInvitations, get: GetInvitations): ReceivedInvitations {
  return {
    invitations: [],
    status: undefined,

    async loadInvitations(family = 'folder') {
      if (get().status === 'ready' || get().status === 'loading') return;
      set({ status: 'loading' });
      try {
        get().applyAll(await folderApi.invitations(family));
      } catch (error) {
        set({ status: 'failed' });
        throw error;
      }
    },

    async respond(invitation, status, family = 'folder') {
      removeReceived(set, invitation);
      try {
        await folderApi.respond(invitation.id, status, family, newOpId());
      } catch (error) {
        if (!isSettled(error)) get().applyReceived(invitation);
        throw error;
      }
    },

    applyAll(invitations) {
      useUsers.getState().applyPeople(invitations.map((invitation) => invitation.invitedByUser));
      set({ invitations: newestFirst(invitations), status: 'ready' });
    },

    applyReceived(invitation) {
      useUsers.getState().applyPeople([invitation.invitedByUser]);
      set((state) => ({
        invitations: newestFirst([...state.invitations.filter(({ id }) => id !== invitation.id), invitation]),
      }));
    },
  };
}

function createSent(set: SetInvitations, get: GetInvitations): SentInvitations {
  let eventsHeard = 0;

  return {
    sent: {},

    async loadSent(folderId, family = 'folder') {
      const load = () => folderApi.sentInvitations(folderId, family);
      const invitations = await loadNewest(load, () => eventsHeard);
      useUsers.getState().applyPeople(invitations.map((invitation) => invitation.invitedUser));
      set(({ sent }) => ({ sent: { ...sent, [folderId]: newestFirst(invitations) } }));
    },

    async refreshSent() {
      eventsHeard += 1;
      await Promise.all(Object.keys(get().sent).map((folderId) => reloadSent(set, get, folderId)));
    },

    async withdraw(invitation, family = 'folder') {
      removeSent(set, invitation);
      try {
        await folderApi.withdraw(invitation.id, family, newOpId());
      } catch (error) {
        if (!isSettled(error)) get().applySent(invitation);
        throw error;
      }
    },

    applySent(invitation) {
      eventsHeard += 1;
      useUsers.getState().applyPeople([invitation.invitedUser]);
      removeSent(set, invitation);
      set(({ sent }) => {
        const known = sent[invitation.folderId];
        return known ? { sent: { ...sent, [invitation.folderId]: newestFirst([...known, invitation]) } } : {};
      });
    },

    applyAnswered(invitation) {
      eventsHeard += 1;
      // The owner gets this event too: it has the email, which the shares in changes do not include.
      useUsers.getState().applyPeople([invitation.invitedUser]);
      removeReceived(set, invitation);
      removeSent(set, invitation);
    },

    applyWithdrawn(invitation) {
      eventsHeard += 1;
      removeReceived(set, invitation);
      removeSent(set, invitation);
    },
  };
}

function removeReceived(set: SetInvitations, { id }: Invitation): void {
  set((state) => ({ invitations: state.invitations.filter((invitation) => invitation.id !== id) }));
}

function removeSent(set: SetInvitations, { id, folderId }: Invitation): void {
  set(({ sent }) => {
    const known = sent[folderId];
    return known ? { sent: { ...sent, [folderId]: known.filter((invitation) => invitation.id !== id) } } : {};
  });
}

async function reloadSent(set: SetInvitations, get: GetInvitations, folderId: string): Promise<void> {
  try {
    await get().loadSent(folderId);
  } catch (error) {
    // The list is gone, or the viewer may no longer share it. After any other failure the next connection retries.
    if (isRefused(error)) set(({ sent }) => ({ sent: without(sent, folderId) }));
  }
}

/** Answered in another tab or withdrawn in the meantime: remove it in both cases. */
function isSettled(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'already_answered');
}

function newestFirst(invitations: readonly Invitation[]): Invitation[] {
  return [...invitations].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
