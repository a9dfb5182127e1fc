import { type Request, type Response, Router } from 'express';
import { itemApi } from '../../../../common/api/items.ts';
import type { Item, ItemsQuery } from '../../../../common/schemas/item.ts';
import { isCurrentVersion } from '../../../platform/http/freshness.ts';
import { serve } from '../../../platform/http/request.ts';
import { loadFolderFor, requireNamedAccess } from '../access/access.ts';
import { namedFamily, wordErrorsFor } from '../access/familyErrors.ts';
import {
  addItem,
  countItems,
  listItems,
  listOwnItems,
  moveItem,
  overviewPart,
  removeItem,
  requireAddAccess,
  requireItemAccess,
  setNote,
  setWatched,
} from './item.service.ts';

/** The calls on items by their own ids. They are the same for both families. */
export function itemRouter(): Router {
  const router = Router();
  serve(
    router,
    itemApi.add,
    ({ body: { folderId, categoryId, ...added } }, actor) => addItem(actor, folderId ?? categoryId ?? '', added),
    {
      access: ({ body }, userId) => requireAddAccess(userId, body),
      largePart: overviewPart,
    },
  );
  serve(
    router,
    itemApi.list,
    async ({ query: { folderId, categoryId, ...query } }, { userId, req, res }) => {
      const listId = folderId ?? categoryId;
      if (listId !== undefined) return sendItems(userId, listId, query, { req, res });
      const { items, total } = await listOwnItems(userId, query);
      res.set('X-Total-Count', String(total));
      return items;
    },
    {
      access: ({ query }, userId) => requireNamedAccess(userId, query, 'folder:view'),
    },
  );
  serve(router, itemApi.setWatched, ({ params, body }, actor) => setWatched(actor, params.id, body.watched), {
    access: ({ params }, userId) => requireItemAccess(userId, params.id, 'item:watch'),
    largePart: overviewPart,
  });
  serve(router, itemApi.setNote, ({ params, body }, actor) => setNote(actor, params.id, body.note), {
    access: ({ params }, userId) => requireItemAccess(userId, params.id, 'item:note'),
    largePart: overviewPart,
  });
  serve(router, itemApi.move, ({ params, body }, actor) => moveItem(actor, params.id, body), {
    access: ({ params }, userId) => requireItemAccess(userId, params.id, 'item:move'),
    largePart: overviewPart,
  });
  serve(router, itemApi.remove, ({ params }, actor) => removeItem(actor, params.id));
  router.use(wordErrorsFor(namedFamily));
  return router;
}

/**
 * Sends a page of a folder's items with its headers. The rev is read before the items, so the items may be newer than the
 * rev but never older. The content depends only on the revs, so an unchanged folder is answered 304 without reading items.
 */
export async function sendItems(
  userId: string,
  folderId: string,
  query: ItemsQuery,
  { req, res }: { req: Request; res: Response },
): Promise<Item[]> {
  const { folder } = await loadFolderFor(userId, folderId, 'folder:view');
  const { rev, revId, peopleRev = 0 } = folder;
  const etag = `W/"${rev}-${revId ?? ''}-${peopleRev}-${query.limit}-${query.after ?? ''}-${query.filter ?? ''}"`;
  res.set({ 'Folder-Rev': String(rev), ETag: etag, 'Cache-Control': 'private, no-cache' });
  if (isCurrentVersion(req, etag)) {
    res.status(304).end();
    return [];
  }
  const [items, total] = await Promise.all([listItems(folder, query), countItems(folder, query.filter)]);
  res.set('X-Total-Count', String(total));
  return items;
}
