import { type Request, type Response, Router } from 'express';
import { playApi, progressApi } from '../../../common/api/library.ts';
import { listApi } from '../../../common/api/lists.ts';
import { titleApi } from '../../../common/api/titles.ts';
import { type FamilyKey, familyKeys } from '../../../common/families.ts';
import { statisticsQuery } from '../../../common/schemas/statistics.ts';
import { invalid, issuesOf } from '../../platform/http/errors.ts';
import { isCurrentVersion } from '../../platform/http/freshness.ts';
import { currentUserId, serve } from '../../platform/requests/request.ts';
import { loadFolderFor, requireNamedAccess } from '../folders/access/access.ts';
import { wordErrorsFor } from '../folders/access/familyErrors.ts';
import type { Artist } from '../titles/art.ts';
import { readSpoilers } from '../users/user.service.ts';
import { readCalendar } from './calendar.service.ts';
import {
  addPlay,
  deletePlay,
  listPlays,
  loadOwnPlay,
  playOverviewPart,
  type Sources,
  undeletePlay,
  updatePlay,
} from './play.service.ts';
import { addSeason, addUpTo, loadAct, removeEpisodes, undoAct } from './playAct.service.ts';
import { readAllProgress, readProgress, readUpNext, setProgress } from './progress.service.ts';
import { answerProposal, listProposals, loadProposal } from './proposal.service.ts';
import { readSeason, setSpoilers } from './spoilers.ts';
import { readListStatistics, readStatistics, readStatisticsCard, type StatisticsParts } from './statistics.service.ts';

/** The calls on the user's own watch log. Other users' plays can be neither read nor changed. */
export function playRouter(sources: Sources): Router {
  const router = Router();
  const { shows } = sources;
  serveProgress(router, sources);
  serve(router, playApi.add, ({ body }, actor) => addPlay(sources, actor, body), { largePart: playOverviewPart });
  serve(router, playApi.list, ({ query }, { userId }) => listPlays(userId, query));
  serve(router, playApi.proposals, (_input, { userId }) => listProposals(userId));
  serve(router, playApi.update, ({ params, body }, actor) => updatePlay(shows, actor, { playId: params.id, ...body }), {
    access: ({ params }, userId) => loadOwnPlay(userId, params.id),
    largePart: playOverviewPart,
  });
  serve(router, playApi.remove, ({ params }, actor) => deletePlay(shows, actor, params.id));
  serve(router, playApi.restore, ({ params }, actor) => undeletePlay(shows, actor, params.id), {
    largePart: playOverviewPart,
  });
  serve(
    router,
    playApi.confirm,
    ({ params, body }, actor) => answerProposal(shows, actor, { originId: params.id, ...body }),
    {
      access: ({ params }, userId) => loadProposal(userId, params.id),
    },
  );
  return router;
}

/** The calls on how far the user is in shows. They come first, because `/api/plays/season` also matches `/api/plays/:id`. */
function serveProgress(router: Router, sources: Sources): void {
  const { shows, source } = sources;
  serve(router, titleApi.tv.season, ({ params }, { userId }) =>
    readSeason(source, userId, { tmdbId: params.id, number: params.season }),
  );
  serve(router, progressApi.calendar, ({ query }, { userId }) => readCalendar(sources, userId, query), {
    access: ({ query }, userId) => requireNamedAccess(userId, query, 'folder:view'),
  });
  serve(router, progressApi.spoilers, async (_input, { userId }) => ({ spoilers: await readSpoilers(userId) }));
  serve(router, progressApi.setSpoilers, ({ body }, actor) => setSpoilers(actor, body.spoilers));
  serve(router, progressApi.get, ({ params, query }, { userId }) =>
    readProgress(shows, userId, { tmdbId: params.id, ...query }),
  );
  serve(router, progressApi.set, ({ params, body }, actor) =>
    setProgress(shows, actor, { tmdbId: params.id, ...body }),
  );
  serve(router, progressApi.upTo, ({ body }, actor) => addUpTo(sources, actor, body));
  serve(router, progressApi.season, ({ body }, actor) => addSeason(sources, actor, body));
  serve(router, progressApi.removePlays, ({ params, query }, actor) =>
    removeEpisodes(shows, actor, { tmdbId: params.id, ...query }),
  );
  serve(router, progressApi.undo, ({ params, query }, actor) => undoAct(shows, actor, { actId: params.id, ...query }), {
    access: ({ params }, userId) => loadAct(userId, params.id),
  });
  serve(router, progressApi.all, ({ query }, { userId }) => readAllProgress(shows, userId, query.timeZone));
  serve(router, progressApi.upNext, ({ query }, { userId }) => readUpNext(shows, userId, query.timeZone));
}

type Drawn = StatisticsParts & { artist: Artist };

/** What the user has watched in a year, for them alone, and what the people of a list have watched together. */
export function statisticsRouter({ artist, ...parts }: Drawn): Router {
  const router = Router();
  serve(router, progressApi.statistics, ({ query }, { userId }) => readStatistics(parts, userId, query));
  router.get('/api/statistics/picture', (req, res) => sendPicture(artist, req, res));
  for (const key of familyKeys) router.use(listStatisticsRouter(parts, key));
  return router;
}

function listStatisticsRouter({ source }: StatisticsParts, key: FamilyKey): Router {
  const router = Router();
  serve(
    router,
    listApi[key].statistics,
    ({ params, query }, { userId }) => readListStatistics(source, userId, { folderId: params.id, ...query }),
    { access: ({ params }, userId) => loadFolderFor(userId, params.id, 'folder:view') },
  );
  return router.use(wordErrorsFor(() => key));
}

async function sendPicture(artist: Artist, req: Request, res: Response): Promise<void> {
  const userId = currentUserId(req);
  const query = statisticsQuery.safeParse(req.query);
  if (!query.success) throw invalid(issuesOf(query.error));
  const card = await readStatisticsCard(userId, query.data);
  const etag = artist.etagOfListCard(card);
  res.set({ ETag: etag, 'Cache-Control': 'private, no-cache' });
  if (isCurrentVersion(req, etag)) res.status(304).end();
  else res.type('jpeg').send(await artist.drawListCard(card));
}
