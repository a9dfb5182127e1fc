import { type Request, type Response, Router } from 'express';
import { feedApi } from '../../../common/api/library.ts';
import type { FeedKind } from '../../../common/schemas/feed.ts';
import type { Config } from '../../config/config.ts';
import { addressOf } from '../../platform/http/address.ts';
import { sendTagged } from '../../platform/http/freshness.ts';
import { originOf } from '../../platform/http/origin.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { serve } from '../../platform/requests/request.ts';
import { recordSecurityEvent } from '../../platform/securityLog/securityLog.ts';
import { ownSessionOf, requireFreshSignIn } from '../../platform/session/session.ts';
import type { Sources } from '../plays/play.service.ts';
import {
  createFeed,
  findFeedUser,
  listFeeds,
  personalAdditions,
  personalCalendar,
  revokeFeed,
} from './feed.service.ts';

interface FeedParts {
  config: Pick<Config, 'publicUrl'>;
  sources: Sources;
  limits: Pick<Limits, 'workPerVisitor'>;
}

/** In milliseconds of processor time: the calendar of a person with many shows, and fifty titles. */
const COSTS: Record<FeedKind, number> = { calendar: 100, additions: 20 };

/** In the security log. */
const names: Record<FeedKind, string> = { calendar: 'My calendar', additions: 'New titles in my lists' };

/** The calls on a person's own feeds, and the feeds themselves at their secret addresses. */
export function feedRouter({ config, sources, limits }: FeedParts): Router {
  const router = Router();

  serve(router, feedApi.list, (_input, { userId }) => listFeeds(userId));
  serve(router, feedApi.create, async ({ body }, { req, userId }) => {
    requireFreshSignIn(req);
    const { credentialsRev } = ownSessionOf(req);
    const created = await createFeed({ userId, credentialsRev }, body, originOf(req, config));
    await recordSecurityEvent(req, { type: 'feed-created', userId, detail: names[created.kind] });
    return created;
  });
  serve(router, feedApi.revoke, async ({ params }, { req, userId }) => {
    const kind = await revokeFeed(userId, params.id);
    await recordSecurityEvent(req, { type: 'feed-revoked', userId, detail: names[kind] });
  });

  /** The secret is in the address, so no cache on the way may keep the answer. */
  const send = async (req: Request, res: Response, kind: FeedKind, read: (userId: string) => Promise<string>) => {
    await limits.workPerVisitor.take(addressOf(req), COSTS[kind]);
    const text = await read(await findFeedUser(String(req.params.token), kind));
    res.set({ 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' });
    sendTagged(req, res, kind === 'calendar' ? 'text/calendar' : 'application/rss+xml', text);
  };
  router.get('/feeds/:token.ics', (req, res) =>
    send(req, res, 'calendar', (userId) => personalCalendar(sources, userId)),
  );
  router.get('/feeds/:token.rss', (req, res) => {
    const origin = originOf(req, config);
    return send(req, res, 'additions', (userId) => personalAdditions(userId, origin, `${origin}${req.path}`));
  });
  return router;
}
