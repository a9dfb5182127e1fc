import { Router } from 'express';
import { userApi } from '../../../common/api/users.ts';
import { linkNext } from '../../platform/database/nextPage.ts';
import { isCurrentVersion } from '../../platform/http/freshness.ts';
import { serve } from '../../platform/http/request.ts';
import { loadPicture } from './picture.service.ts';
import { togglePin } from './pin.service.ts';
import { getUser, listDirectory, searchUsers } from './user.service.ts';

export function userRouter(): Router {
  const router = Router();
  for (const call of [userApi.list, userApi.all]) {
    serve(router, call, async ({ query }, { userId, req, res }) => {
      const { page, next } = await listDirectory(userId, query);
      linkNext(req, res, next);
      return page;
    });
  }
  serve(router, userApi.search, ({ query }, { userId }) => searchUsers(userId, query.q));
  serve(router, userApi.pin, ({ params }, actor) => togglePin(actor, params.id));
  router.get('/api/users/pictures/:id', async (req, res) => {
    const bytes = await loadPicture(String(req.params.id));
    const etag = `"${req.params.id}"`;
    res.set({ ETag: etag, 'Cache-Control': 'private, max-age=31536000, immutable' });
    if (isCurrentVersion(req, etag)) res.status(304).end();
    else res.type('image/webp').send(bytes);
  });
  serve(router, userApi.get, ({ params }) => getUser(params.id));
  return router;
}
