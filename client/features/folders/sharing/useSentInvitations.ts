import { useEffect } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Invitation } from '../../../../common/schemas/invitation.ts';
import { useInvitations } from './invitation.store.ts';

/** The pending invitations to a list; undefined until loaded. */
export function useSentInvitations(folderId: string, family: Family): Invitation[] | undefined {
  useEffect(() => {
    // The pending invitations are an extra on these screens, so a failure is not shown.
    useInvitations
      .getState()
      .loadSent(folderId, family.key)
      .catch(() => undefined);
  }, [folderId, family]);

  return useInvitations((state) => state.sent[folderId]);
}
