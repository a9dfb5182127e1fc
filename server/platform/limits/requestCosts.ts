import { type RequestHandler, Router } from 'express';
import { settingsApi } from '../../../common/api/account.ts';
import type { Call } from '../../../common/api/call.ts';
import { importApi } from '../../../common/api/imports.ts';
import { groupRecommendationApi, progressApi, recommendationApi, reviewApi } from '../../../common/api/library.ts';
import { itemApi, listApi } from '../../../common/api/lists.ts';
import { playerApi } from '../../../common/api/players.ts';
import { listPollApi } from '../../../common/api/polls.ts';
import { titleApi } from '../../../common/api/titles.ts';
import { userApi } from '../../../common/api/users.ts';
import { familyKeys } from '../../../common/families.ts';
import { addressOf } from '../http/address.ts';
import { isRateLimited } from '../http/errors.ts';
import { userIdOf } from '../session/accessToken.ts';
import type { Limits } from './limits.ts';

// Costs are in milliseconds of CPU time, as measured by benchmark R6.

/** The cost of a request that is not listed below. */
const USUAL_COST = 2;
/** The cost of a page with a user's data. */
export const PAGE_COST = 10;
/** The cost of a page with the results of a search, which are three searches. */
export const SEARCH_PAGE_COST = 70;
export const SYNC_COST = 20;
/** An answer of this many characters costs 1 more. */
const CHARACTERS_PER_COST = 2000;

/** Calls whose cost is not only the length of their answers. */
const costs: readonly [Pick<Call, 'method' | 'path'>, number][] = [
  [recommendationApi.forYou, 100],
  [recommendationApi.guess, 50],
  [reviewApi.backfill, 200],
  [progressApi.upTo, 200],
  [progressApi.season, 200],
  [progressApi.removePlays, 100],
  [progressApi.undo, 200],
  [progressApi.statistics, 100],
  [{ method: 'get', path: '/api/statistics/picture' }, 200],
  [settingsApi.setNames, 200],
  [settingsApi.setUsername, 200],
  [settingsApi.removePicture, 200],
  [settingsApi.setPrivacy, 200],
  [settingsApi.exportAccount, 1000],
  [importApi.addRows, 20],
  [importApi.get, 10],
  [playerApi.unrecognised, 20],
  [playerApi.recognise, 200],
  [userApi.search, 20],
  [userApi.block, 50],
  [itemApi.list, 20],
  [titleApi.movie.search, 20],
  [titleApi.tv.search, 20],
  [titleApi.person.search, 20],
  [titleApi.movie.popular, 10],
  [titleApi.tv.popular, 10],
  ...familyKeys.flatMap((key): [Call, number][] => [
    [groupRecommendationApi[key].forList, 200],
    [listPollApi[key].open, 200],
    [listPollApi[key].history, 10],
    [listApi[key].list, 10],
    [listApi[key].search, 20],
    [listApi[key].statistics, 200],
    [listApi[key].file, 500],
    [listApi[key].setVisibility, 200],
    [listApi[key].restore, 50],
    [listApi[key].shared, 10],
    [listApi[key].undo, 30],
  ]),
];

type Budgets = Pick<Limits, 'workPerUser' | 'workPerVisitor'>;

/** Takes the cost of each request from the budget of the user or of the visitor's address. Mount it at /api. */
export function limitWork({ workPerUser, workPerVisitor }: Budgets): RequestHandler {
  const router = Router();
  const takeCost =
    (cost: number): RequestHandler =>
    async (req, res, next) => {
      const userId = userIdOf(req);
      const [budget, key] = userId ? [workPerUser, userId] : [workPerVisitor, addressOf(req)];
      await budget.take(key, cost);
      const send = res.send.bind(res);
      res.send = (body?: unknown) => {
        const length = typeof body === 'string' ? body.length : 0;
        // This answer is already computed and is sent. Only the next request is refused.
        budget.take(key, Math.floor(length / CHARACTERS_PER_COST)).catch(ignoreRateLimited);
        return send(body);
      };
      next('router');
    };
  // Signing out must always work.
  router.all('/logout', (_req, _res, next) => next('router'));
  for (const [{ method, path }, cost] of costs) router[method](path.slice('/api'.length), takeCost(cost));
  return router.use(takeCost(USUAL_COST));
}

function ignoreRateLimited(error: unknown): void {
  if (!isRateLimited(error)) throw error;
}
