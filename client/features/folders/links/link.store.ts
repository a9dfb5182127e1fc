import type { FamilyKey } from '../../../../common/families.ts';
import type { CreateLinkBody, InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { createLiveList } from '../../../lib/createLiveList.ts';
import { invitationLinkApi, listApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { createOnce, newOpId } from '../state/opId.ts';

/** The valid links of lists that the viewer may share. */
export const liveLinks = createLiveList<InvitationLink[]>({
  load: (folderId, family) => call(listApi[family].links, { params: { id: folderId } }),
});

export async function createLink(folderId: string, body: CreateLinkBody, family: FamilyKey): Promise<InvitationLink> {
  const link = await createOnce(['link', folderId, body], (opId) =>
    call(listApi[family].createLink, { params: { id: folderId }, body, opId }),
  );
  liveLinks.apply(folderId, (known = []) => [...known.filter(({ id }) => id !== link.id), link]);
  return link;
}

export async function mailLink({ id }: InvitationLink, email: string): Promise<void> {
  await call(invitationLinkApi.mail, { params: { id }, body: { email } });
}

/** Makes the viewer a member of the link's list. */
export function joinList(token: string): Promise<{ folderId: string }> {
  return call(invitationLinkApi.join, { params: { token }, opId: newOpId() });
}

export async function revokeLink({ id, folderId }: InvitationLink): Promise<void> {
  await call(invitationLinkApi.revoke, { params: { id }, opId: newOpId() });
  liveLinks.apply(folderId, (known) => known?.filter((link) => link.id !== id));
}
