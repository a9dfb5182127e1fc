import { Router } from 'express';
import { userApi } from '../../../common/api.ts';
import { serve } from '../../platform/request.ts';
import { togglePin } from './pin.service.ts';
import { listDirectory, searchUsers } from './user.service.ts';

export function userRouter(): Router {
  const router = Router();
  serve(router, userApi.list, (_input, { userId }) => listDirectory(userId));
  serve(router, userApi.all, (_input, { userId }) => listDirectory(userId));
  serve(router, userApi.search, ({ query }, { userId }) => searchUsers(userId, query.q));
  serve(router, userApi.pin, ({ params }, actor) => togglePin(actor, params.id));
  return router;
}
