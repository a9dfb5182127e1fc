import { Router } from 'express';
import { channelApi, listNoticeApi, noticeApi } from '../../../common/api/notices.ts';
import { type FamilyKey, familyKeys } from '../../../common/families.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { serve } from '../../platform/requests/request.ts';
import { ownSessionOf } from '../../platform/session/session.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { wordErrorsFor } from '../folders/access/familyErrors.ts';
import { createChannel, listChannels, loadChannel, removeChannel } from './channels/channel.service.ts';
import { changeSettings, listNotices, markRead, readLevel, readSettings, setLevel } from './notice.service.ts';
import type { NoticeSending } from './sending/noticeSending.ts';

/** The calls on the user's own notices and channels, and on the notices of each list for both families. */
export function noticeRouters(sending: NoticeSending, limits: Pick<Limits, 'mailPerAccount'>): Router[] {
  return [noticeRouter(sending, limits), ...familyKeys.map(listNoticeRouter)];
}

function noticeRouter(sending: NoticeSending, limits: Pick<Limits, 'mailPerAccount'>): Router {
  const router = Router();
  serve(router, noticeApi.list, (_input, { userId }) => listNotices(userId));
  serve(router, noticeApi.markRead, ({ body }, actor) => markRead(actor, body.upTo));
  serve(router, noticeApi.settings, (_input, { userId }) => readSettings(userId));
  serve(router, noticeApi.setSettings, ({ body }, actor) => changeSettings(actor, body));
  serve(router, channelApi.list, (_input, { userId }) => listChannels(sending.parts, userId));
  serve(router, channelApi.create, ({ body }, { req, ...actor }) =>
    createChannel(sending.parts, actor, { body, session: ownSessionOf(req) }),
  );
  serve(router, channelApi.remove, ({ params }, actor) => removeChannel(actor, params.id));
  serve(router, channelApi.test, async ({ params }, { userId }) => {
    const channel = await loadChannel(userId, params.id);
    if (channel.kind === 'email') await limits.mailPerAccount.take(userId);
    return { problem: await sending.test(channel) };
  });
  return router;
}

function listNoticeRouter(key: FamilyKey): Router {
  const router = Router();
  const calls = listNoticeApi[key];
  serve(router, calls.level, ({ params }, { userId }) => readLevel(userId, params.id));
  serve(router, calls.setLevel, ({ params, body }, actor) => setLevel(actor, params.id, body.level), {
    access: ({ params }, userId) => loadFolderFor(userId, params.id, null),
  });
  return router.use(wordErrorsFor(() => key));
}
