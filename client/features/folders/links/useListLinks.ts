import { useEffect } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { useLinks } from './link.store.ts';

/** The links of a list; undefined until loaded. */
export function useListLinks(folderId: string, family: Family): InvitationLink[] | undefined {
  useEffect(() => {
    // The links are an extra on these screens, so a failure is not shown.
    useLinks
      .getState()
      .loadLinks(folderId, family.key)
      .catch(() => undefined);
  }, [folderId, family]);

  return useLinks((state) => state.links[folderId]);
}
