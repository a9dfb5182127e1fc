import type { LinkOffer } from '../../../../common/schemas/invitationLink.ts';
import { invitationLinkApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { newOpId } from '../state/opId.ts';

/** What the link offers. Rejects with not_found once it has ended. */
export function fetchOffer(token: string): Promise<LinkOffer> {
  return call(invitationLinkApi.offer, { params: { token } });
}

/** Makes the viewer a member of the link's list. */
export function joinList(token: string): Promise<{ folderId: string }> {
  return call(invitationLinkApi.join, { params: { token }, opId: newOpId() });
}
