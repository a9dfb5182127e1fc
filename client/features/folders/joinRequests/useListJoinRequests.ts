import { useEffect } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { JoinRequest } from '../../../../common/schemas/joinRequest.ts';
import { useJoinRequests } from './joinRequest.store.ts';

/** The requests to join a list that wait for an answer; undefined until loaded. */
export function useListJoinRequests(folderId: string, family: Family): JoinRequest[] | undefined {
  useEffect(() => {
    // The requests are an extra on these screens, so a failure is not shown.
    useJoinRequests
      .getState()
      .loadRequests(folderId, family.key)
      .catch(() => undefined);
  }, [folderId, family]);

  return useJoinRequests((state) => state.requests[folderId]);
}
