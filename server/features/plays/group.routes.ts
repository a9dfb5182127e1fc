import { Router } from 'express';
import { watchGroupApi } from '../../../common/api/library.ts';
import { type FamilyKey, familyKeys } from '../../../common/families.ts';
import type { FolderAction } from '../../../common/permissions.ts';
import { serve } from '../../platform/requests/request.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { wordErrorsFor } from '../folders/access/familyErrors.ts';
import { declineGroup, joinGroup, leaveGroup, listGroups, proposeGroup, recordWatched } from './group.service.ts';
import type { Sources } from './play.service.ts';

/** The calls on those who watch a show of a list together, for both families. */
export function groupRouters(sources: Sources): Router[] {
  return familyKeys.map((key) => groupRouter(sources, key));
}

/** Checks access before a request is answered as malformed. */
const accessFor = (action: FolderAction) => ({
  access: ({ params }: { params: { id: string } }, userId: string) => loadFolderFor(userId, params.id, action),
});

const named = ({ id, tmdbId }: { id: string; tmdbId: number }) => ({ folderId: id, tmdbId });

function groupRouter(sources: Sources, key: FamilyKey): Router {
  const router = Router();
  const calls = watchGroupApi[key];
  const { shows } = sources;
  serve(
    router,
    calls.list,
    ({ params, query }, { userId }) => listGroups(shows, userId, { folderId: params.id, ...query }),
    accessFor('folder:view'),
  );
  serve(
    router,
    calls.join,
    ({ params, body }, actor) => joinGroup(shows, actor, { ...named(params), ...body }),
    accessFor('group:join'),
  );
  serve(router, calls.leave, ({ params }, actor) => leaveGroup(actor, named(params)));
  serve(
    router,
    calls.propose,
    ({ params, body }, actor) => proposeGroup(actor, { ...named(params), ...body }),
    accessFor('group:propose'),
  );
  serve(router, calls.decline, ({ params }, actor) => declineGroup(actor, named(params)));
  serve(
    router,
    calls.watched,
    ({ params, body }, actor) => recordWatched(sources, actor, { ...named(params), ...body }),
    accessFor('group:join'),
  );
  return router.use(wordErrorsFor(() => key));
}
