import { invitationLinkEndpoints } from '../endpoints.ts';
import { joinedSchema, linkOfferSchema, linkTokenParams } from '../schemas/invitationLink.ts';
import { noContentSchema } from '../schemas/primitives.ts';
import { call, guarded, idParams, seen } from './call.ts';

/** The calls on an invitation link itself. Those on the links of a list are in `lists.ts`. */
export const invitationLinkApi = {
  offer: call(invitationLinkEndpoints.offer, {
    params: linkTokenParams,
    answer: linkOfferSchema,
    errors: seen,
    isPublic: true,
  }),
  join: call(invitationLinkEndpoints.join, {
    params: linkTokenParams,
    answer: joinedSchema,
    errors: [...seen, 'limit_reached'],
  }),
  revoke: call(invitationLinkEndpoints.revoke, {
    params: idParams,
    answer: noContentSchema,
    status: 204,
    errors: guarded,
  }),
};
