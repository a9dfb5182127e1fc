import { Router } from 'express';
import { profileApi } from '../../../common/api.ts';
import { familyKeys } from '../../../common/families.ts';
import { serve } from '../../platform/request.ts';
import { getProfileFolder, listProfileFolders, listProfileItems } from './profile.service.ts';

/** Others' lists, read-only, in both families' words. */
export function profileRouter(): Router {
  const router = Router();
  for (const calls of familyKeys.map((key) => profileApi[key])) {
    serve(router, calls.lists, ({ params }) => listProfileFolders(params.userId));
    serve(router, calls.list, ({ params }) => getProfileFolder(params.userId, params.id));
    serve(
      router,
      calls.items,
      async ({ params, query }, { res }) => {
        const { items, total } = await listProfileItems(params.userId, params.id, query);
        res.set('X-Total-Count', String(total));
        return items;
      },
      { access: ({ params }) => getProfileFolder(params.userId, params.id) },
    );
  }
  return router;
}
