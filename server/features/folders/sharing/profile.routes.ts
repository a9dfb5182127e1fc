import { Router } from 'express';
import { profileApi } from '../../../../common/api/users.ts';
import { type FamilyKey, familyKeys } from '../../../../common/families.ts';
import { serve } from '../../../platform/http/request.ts';
import { wordErrorsFor } from '../access/familyErrors.ts';
import { findProfileOwner, getProfileFolder, listProfileFolders, listProfileItems } from './profile.service.ts';

/** Other users' lists, read-only, for both families. */
export function profileRouters(): Router[] {
  return familyKeys.map(profileRouter);
}

function profileRouter(key: FamilyKey): Router {
  const router = Router();
  const calls = profileApi[key];
  serve(router, calls.owner, ({ params }) => findProfileOwner(params.id));
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
  router.use(wordErrorsFor(() => key));
  return router;
}
