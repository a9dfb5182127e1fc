import type { FamilyKey } from '../../../../common/families.ts';
import type { JoinRequest, JoinStatus } from '../../../../common/schemas/joinRequest.ts';
import { createLiveList } from '../../../lib/createLiveList.ts';
import { listApi } from '../../../lib/http/api.ts';
import { call, isMissing } from '../../../lib/http/http.ts';
import type { Respond } from '../state/folder.api.ts';
import { newOpId } from '../state/opId.ts';

/** The requests that wait for an answer, of lists that the viewer may share. */
export const liveJoinRequests = createLiveList<JoinRequest[]>({
  load: (folderId, family) => call(listApi[family].joinRequests, { params: { id: folderId } }),
});

/** The state of the viewer's own requests. */
export const liveJoinStatus = createLiveList<JoinStatus>({
  load: async (folderId, family) => (await call(listApi[family].joinState, { params: { id: folderId } })).status,
});

export async function answerJoinRequest(
  { folderId, userId }: JoinRequest,
  status: Respond,
  family: FamilyKey,
): Promise<void> {
  const remove = () =>
    liveJoinRequests.apply(folderId, (known) => known?.filter((request) => request.userId !== userId));
  try {
    await call(listApi[family].answerJoinRequest, {
      params: { id: folderId, userId },
      body: { status },
      opId: newOpId(),
    });
  } catch (error) {
    // The request was withdrawn, or someone else has answered it.
    if (isMissing(error)) remove();
    throw error;
  }
  remove();
}

export async function askToJoin(folderId: string, family: FamilyKey): Promise<void> {
  const { status } = await call(listApi[family].askToJoin, { params: { id: folderId }, opId: newOpId() });
  liveJoinStatus.apply(folderId, () => status);
}

export async function withdrawJoinRequest(folderId: string, family: FamilyKey): Promise<void> {
  await call(listApi[family].withdrawJoinRequest, { params: { id: folderId }, opId: newOpId() });
  liveJoinStatus.apply(folderId, () => 'none');
}
