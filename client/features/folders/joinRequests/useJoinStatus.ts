import { useEffect } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { JoinStatus } from '../../../../common/schemas/joinRequest.ts';
import { useJoinRequests } from './joinRequest.store.ts';

/** What has become of the viewer's request to join a list; undefined until loaded. */
export function useJoinStatus(folderId: string, family: Family): JoinStatus | undefined {
  useEffect(() => {
    // Without an answer the list can still be read.
    useJoinRequests
      .getState()
      .loadStatus(folderId, family.key)
      .catch(() => undefined);
  }, [folderId, family]);

  return useJoinRequests((state) => state.statuses[folderId]);
}
