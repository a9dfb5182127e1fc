import { Router } from 'express';
import { commentApi, listCommentApi } from '../../../../common/api/comments.ts';
import { type FamilyKey, familyKeys } from '../../../../common/families.ts';
import { serve } from '../../../platform/requests/request.ts';
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
import type { FindReached } from './comment.views.ts';
import { findUnread, markRead } from './unread.service.ts';

/** The calls on comments: those of a list for both families, and those on one comment. */
export function commentRouters(findReached: FindReached): Router[] {
  return [...familyKeys.map((key) => listCommentRouter(findReached, key)), commentRouter(findReached)];
}

function listCommentRouter(findReached: FindReached, key: FamilyKey): Router {
  const router = Router();
  const calls = listCommentApi[key];
  serve(router, calls.unread, ({ params }, { userId }) => findUnread(findReached, userId, params.id));
  serve(router, calls.list, ({ params, query }, { userId }) => listComments(findReached, userId, params, query), {
    access: ({ params }, userId) => requireItem(userId, params, 'comment:read'),
  });
  serve(router, calls.add, ({ params, body }, actor) => addComment(actor, params, body), {
    access: ({ params }, userId) => requireItem(userId, params, 'comment:write'),
    largePart: textPart(findReached),
  });
  serve(router, calls.markRead, ({ params, body }, actor) => markRead(findReached, actor, params, body), {
    access: ({ params }, userId) => requireItem(userId, params, 'comment:read'),
  });
  return router.use(wordErrorsFor(() => key));
}

function commentRouter(findReached: FindReached): Router {
  const router = Router();
  serve(
    router,
    commentApi.get,
    ({ params, query }, { userId }) => getComment(findReached, userId, params.id, { show: query.show === 'true' }),
    {
      access: ({ params }, userId) => getComment(findReached, userId, params.id, { show: false }),
    },
  );
  serve(router, commentApi.update, ({ params, body }, actor) => updateComment(actor, params.id, body), {
    access: ({ params }, userId) => requireOwnComment(findReached, userId, params.id),
    largePart: textPart(findReached),
  });
  serve(router, commentApi.remove, ({ params }, actor) => deleteComment(actor, params.id));
  serve(router, commentApi.restore, ({ params }, actor) => restoreComment(findReached, actor, params.id), {
    largePart: textPart(findReached),
  });
  serve(router, commentApi.react, ({ params }, actor) =>
    setReaction(findReached, actor, params.id, { kind: params.kind, isOn: true }),
  );
  serve(router, commentApi.removeReaction, ({ params }, actor) =>
    setReaction(findReached, actor, params.id, { kind: params.kind, isOn: false }),
  );
  return router;
}
