import { Router } from 'express';
import { commentApi, listCommentApi } from '../../../../common/api/comments.ts';
import { type FamilyKey, familyKeys } from '../../../../common/families.ts';
import { serve } from '../../../platform/requests/request.ts';
import { isForSomeLists } from '../../../platform/session/accessToken.ts';
import { wordErrorsFor } from '../access/familyErrors.ts';
import {
  addComment,
  deleteComment,
  getComment,
  listComments,
  requireItem,
  requireOwnComment,
  restoreComment,
  setReaction,
  textPart,
  updateComment,
} from './comment.service.ts';
import { type FindReached, findNothingReached } from './comment.views.ts';
import { findUnread, markRead } from './unread.service.ts';

/**
 * How far the caller has come. A token for some lists does not read the diary, and which comments wait would tell it. Call it
 * before a write is queued, since the queue runs the writes of several requests.
 */
type ReachedOf = () => FindReached;

/** The calls on comments: those of a list for both families, and those on one comment. */
export function commentRouters(findReached: FindReached): Router[] {
  const reachedOf: ReachedOf = () => (isForSomeLists() ? findNothingReached : findReached);
  return [...familyKeys.map((key) => listCommentRouter(findReached, reachedOf, key)), commentRouter(reachedOf)];
}

function listCommentRouter(findReached: FindReached, reachedOf: ReachedOf, key: FamilyKey): Router {
  const router = Router();
  const calls = listCommentApi[key];
  serve(router, calls.unread, ({ params }, { userId }) => findUnread(reachedOf(), userId, params.id));
  serve(router, calls.list, ({ params, query }, { userId }) => listComments(reachedOf(), userId, params, query), {
    access: ({ params }, userId) => requireItem(userId, params, 'comment:read'),
  });
  serve(router, calls.add, ({ params, body }, actor) => addComment(actor, params, body), {
    access: ({ params }, userId) => requireItem(userId, params, 'comment:write'),
    largePart: textPart(reachedOf),
  });
  serve(router, calls.markRead, ({ params, body }, actor) => markRead(findReached, actor, params, body), {
    access: ({ params }, userId) => requireItem(userId, params, 'comment:read'),
  });
  return router.use(wordErrorsFor(() => key));
}

function commentRouter(reachedOf: ReachedOf): Router {
  const router = Router();
  serve(
    router,
    commentApi.get,
    ({ params, query }, { userId }) => getComment(reachedOf(), userId, params.id, { show: query.show === 'true' }),
    {
      access: ({ params }, userId) => getComment(reachedOf(), userId, params.id, { show: false }),
    },
  );
  serve(router, commentApi.update, ({ params, body }, actor) => updateComment(actor, params.id, body), {
    access: ({ params }, userId) => requireOwnComment(reachedOf(), userId, params.id),
    largePart: textPart(reachedOf),
  });
  serve(router, commentApi.remove, ({ params }, actor) => deleteComment(actor, params.id));
  serve(router, commentApi.restore, ({ params }, actor) => restoreComment(reachedOf(), actor, params.id), {
    largePart: textPart(reachedOf),
  });
  serve(router, commentApi.react, ({ params }, actor) =>
    setReaction(reachedOf(), actor, params.id, { kind: params.kind, isOn: true }),
  );
  serve(router, commentApi.removeReaction, ({ params }, actor) =>
    setReaction(reachedOf(), actor, params.id, { kind: params.kind, isOn: false }),
  );
  return router;
}
