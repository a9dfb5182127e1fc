import { Router } from 'express';
import { profileApi, userApi } from '../../../../common/api/users.ts';
import { type FamilyKey, familyKeys } from '../../../../common/families.ts';
import { serve } from '../../../platform/requests/request.ts';
import { listBlocks } from '../../users/privacy/block.service.ts';
import { wordErrorsFor } from '../access/familyErrors.ts';
import { blockUser, type EndShared, unblockUser } from './blocking.service.ts';
import { findProfileOwner, getProfileFolder, listProfileFolders, listProfileItems } from './profile.service.ts';

/** Other users' lists, read-only, for both families, and the users whom one blocks. */
export function profileRouters(endShared: EndShared): Router[] {
  return [...familyKeys.map(profileRouter), blockRouter(endShared)];
}

function blockRouter(endShared: EndShared): Router {
  const router = Router();
  serve(router, userApi.blocks, (_input, { userId }) => listBlocks(userId));
  serve(router, userApi.block, ({ params }, actor) => blockUser(actor, params.id, endShared));
  serve(router, userApi.unblock, ({ params }, actor) => unblockUser(actor, params.id));
  return router;
}

function profileRouter(key: FamilyKey): Router {
  const router = Router();
  const calls = profileApi[key];
  serve(router, calls.owner, ({ params }, { userId }) => findProfileOwner(userId, params.id));
  serve(router, calls.lists, ({ params }, { userId }) => listProfileFolders(userId, params.userId));
  serve(router, calls.list, ({ params }, { userId }) => getProfileFolder(userId, params.userId, params.id));
  serve(
    router,
    calls.items,
    async ({ params, query }, { userId, res }) => {
      const { items, total } = await listProfileItems(userId, params.userId, params.id, query);
      res.set('X-Total-Count', String(total));
      return items;
    },
    { access: ({ params }, userId) => getProfileFolder(userId, params.userId, params.id) },
  );
  router.use(wordErrorsFor(() => key));
  return router;
}
