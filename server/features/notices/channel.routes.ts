import { Router } from 'express';
import { channelApi } from '../../../common/api/notices.ts';
import { serve } from '../../platform/requests/request.ts';
import { createChannel, listChannels, loadChannel, removeChannel } from './channels/channel.service.ts';
import type { NoticeSending } from './sending/noticeSending.ts';

/** The calls on where the user's notices are sent to. */
export function channelRouter(sending: NoticeSending): Router {
  const router = Router();
  serve(router, channelApi.list, (_input, { userId }) => listChannels(sending.parts, userId));
  serve(router, channelApi.create, ({ body }, actor) => createChannel(sending.parts, actor, body));
  serve(router, channelApi.remove, ({ params }, actor) => removeChannel(actor, params.id));
  serve(router, channelApi.test, async ({ params }, { userId }) => ({
    problem: await sending.test(await loadChannel(userId, params.id)),
  }));
  return router;
}
