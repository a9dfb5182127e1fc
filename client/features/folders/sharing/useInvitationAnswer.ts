import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { dismissToast, toast, toastError } from '../../../components/toast/toast.ts';
import { displayName } from '../../../lib/person.ts';
import { offeredRights } from '../rights/offeredRights.ts';
import type { Respond } from '../state/folder.api.ts';
import { folderPath } from '../state/folderPaths.ts';
import { useInvitations } from '../state/invitation.store.ts';

interface AnswerOptions {
  /** The list takes the place of the current address, which is that of a dialog. */
  isReplacing?: boolean;
}

/** Returns a function that answers an invitation. Accepting opens the list. */
export function useInvitationAnswer(family: Family, { isReplacing = false }: AnswerOptions = {}) {
  const navigate = useNavigate();

  return useCallback(
    async (invitation: Invitation, status: Respond) => {
      try {
        await useInvitations.getState().respond(invitation, status, family.key);
      } catch (error) {
        toastError(error, 'Failed to respond to invitation');
        return;
      }
      if (status === 'declined') {
        toast({ title: 'Invitation declined' });
        return;
      }
      toast({
        title: 'Invitation accepted',
        description: withNames`"${invitation.folder.name}" is in your lists now.`,
      });
      navigate(folderPath(family, invitation.folderId), { replace: isReplacing });
    },
    [navigate, family, isReplacing],
  );
}

/** Shows a toast with 'Accept' when an invitation arrives. Those that were there from the start have no toast. */
export function useInvitationNotice(family: Family): void {
  const answer = useInvitationAnswer(family);
  const shown = useRef<{ id: string; toastId: number } | null>(null);

  useEffect(() => {
    const known = new Set(useInvitations.getState().invitations.map(({ id }) => id));

    return useInvitations.subscribe(({ invitations }, before) => {
      const arrived = invitations.find(({ id }) => !known.has(id));
      for (const { id } of invitations) known.add(id);
      // Answered in another tab, or withdrawn.
      if (shown.current && !invitations.some(({ id }) => id === shown.current?.id)) {
        dismissToast(shown.current.toastId);
        shown.current = null;
      }
      if (!arrived || !before.isLoaded) return;
      shown.current = { id: arrived.id, toastId: announce(arrived, () => answer(arrived, 'accepted')) };
    });
  }, [answer]);
}

function announce(invitation: Invitation, onAccept: () => void): number {
  return toast({
    title: withNames`${displayName(invitation.invitedByUser)} invited you to "${invitation.folder.name}"`,
    description: offeredRights(invitation),
    action: { label: 'Accept', onPress: onAccept },
  });
}
