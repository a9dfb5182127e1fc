import { useEffect } from 'react';
import type { Family } from '../../../common/families.ts';
import type { Invitation } from '../../../common/invitation.ts';
import { useInvitations } from './invitation.store.ts';

/** Who was invited to a list and has not answered; undefined until that is known. */
export function useSentInvitations(folderId: string, family: Family): Invitation[] | undefined {
  useEffect(() => {
    // What asks for it shows who is in the list; that it cannot say who may yet come is no reason to interrupt.
    useInvitations
      .getState()
      .loadSent(folderId, family.key)
      .catch(() => undefined);
  }, [folderId, family]);

  return useInvitations((state) => state.sent[folderId]);
}
