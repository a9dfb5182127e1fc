import { Router } from 'express';
import { groupRecommendationApi, recommendationApi } from '../../../common/api/library.ts';
import { type FamilyKey, familyKeys } from '../../../common/families.ts';
import { serve } from '../../platform/requests/request.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { wordErrorsFor } from '../folders/access/familyErrors.ts';
import { dismissTitle, restoreTitle } from './dismissal.service.ts';
import { recommendForGroup } from './group.ts';
import { getSettings, guessRating, type Recommender, recommend, setSettings } from './recommender.ts';

/** Recommendations for the caller and for the members of a list. */
export function recommendationRouter(recommender: Recommender): Router {
  const router = Router();
  serve(router, recommendationApi.forYou, ({ query }, { userId }) => recommend(recommender, userId, query));
  serve(router, recommendationApi.guess, ({ params }, { userId }) => guessRating(recommender, userId, params));
  serve(router, recommendationApi.dismiss, ({ body }, actor) => dismissTitle(actor, body));
  serve(router, recommendationApi.restore, ({ params }, actor) => restoreTitle(actor, params));
  serve(router, recommendationApi.settings, (_input, { userId }) => getSettings(userId));
  serve(router, recommendationApi.setSettings, ({ body }, actor) => setSettings(actor, body.useModel));
  for (const key of familyKeys) router.use(groupRouter(recommender, key));
  return router;
}

function groupRouter(recommender: Recommender, key: FamilyKey): Router {
  const router = Router();
  serve(
    router,
    groupRecommendationApi[key].forList,
    ({ params, query }, { userId }) => recommendForGroup(recommender.source, userId, params.id, query.limit),
    { access: ({ params }, userId) => loadFolderFor(userId, params.id, 'folder:view') },
  );
  return router.use(wordErrorsFor(() => key));
}
