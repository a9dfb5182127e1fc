import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { withNames } from '../../../components/feedback/withNames.ts';
import { toast, toastError } from '../../../components/toast/toast.ts';
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
