import { invitationLinkApi } from '../../../lib/http/api.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { queryOf } from '../../../lib/query.ts';

export const linkOfferQuery = (token: string) => queryOf(invitationLinkApi.offer, { params: { token } });

/** Whether the link has ended, also for a token that no link can have. */
export const hasLinkEnded = (error: Error) => error instanceof ApiError && [400, 404].includes(error.status);
