import { Router } from 'express';
import { requestApi } from '../../../common/api/titles.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { serve } from '../../platform/requests/request.ts';
import { mayRequestTitles } from '../users/user.service.ts';
import type { Seerr } from './seerr.ts';

/** Requests for titles at the operator's Seerr, by those whom the operator allows. */
export function requestRouter(seerr: Seerr | null): Router {
  const router = Router();
  const openTo = async (userId: string) => (seerr && (await mayRequestTitles(userId)) ? seerr : null);

  serve(router, requestApi.get, async ({ params }, { userId }) => {
    const open = await openTo(userId);
    return { state: open ? await open.stateOf(params) : 'closed' };
  });
  serve(router, requestApi.create, async ({ body }, { userId }) => {
    const open = await openTo(userId);
    if (!open) throw forbidden('You may not request titles here');
    await open.request(body);
    return { state: await open.stateOf(body) };
  });
  return router;
}
