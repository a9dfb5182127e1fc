import { Router } from 'express';
import { userApi } from '../../../common/api/users.ts';
import { isCurrentVersion } from '../../platform/http/freshness.ts';
import { serve } from '../../platform/requests/request.ts';
import type { Directory } from './directory.service.ts';
import { loadPicture } from './picture.service.ts';
import { togglePin } from './pin.service.ts';

export function userRouter(directory: Directory): Router {
  const router = Router();
  for (const call of [userApi.list, userApi.all]) {
    serve(router, call, ({ query }, { userId }) => directory.list(userId, query));
  }
  serve(router, userApi.search, ({ query }, { userId }) => directory.search(userId, query.q));
  serve(router, userApi.pin, ({ params }, actor) => togglePin(actor, params.id));
  router.get('/api/users/pictures/:id', async (req, res) => {
    const bytes = await loadPicture(String(req.params.id));
    const etag = `"${req.params.id}"`;
    res.set({ ETag: etag, 'Cache-Control': 'private, max-age=31536000, immutable' });
    if (isCurrentVersion(req, etag)) res.status(304).end();
    else res.type('image/webp').send(bytes);
  });
  serve(router, userApi.get, ({ params }, { userId }) => directory.getUser(userId, params.id));
  return router;
}
