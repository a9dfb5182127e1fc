import { type Request, type Response, Router } from 'express';
import { itemApi } from '../../../common/api.ts';
import type { Item, ItemsQuery } from '../../../common/item.ts';
import { holdsAlready } from '../../platform/freshness.ts';
import { serve } from '../../platform/request.ts';
import { loadFolderFor, requireNamedAccess } from './access.ts';
import {
  addItem,
  countItems,
  listItems,
  listOwnItems,
  removeItem,
  requireAddAccess,
  requireItemAccess,
  setWatched,
} from './item.service.ts';
import { inWordsOf, namedFamily } from './words.ts';

/** Items, by their own ids; both families speak of them in the same words. */
export function itemRouter(): Router {
  const router = Router();
  serve(
    router,
    itemApi.add,
    ({ body: { folderId, categoryId, ...facts } }, actor) => addItem(actor, folderId ?? categoryId ?? '', facts),
    {
      access: ({ body }, userId) => requireAddAccess(userId, body),
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
  });
  serve(router, itemApi.remove, ({ params }, actor) => removeItem(actor, params.id));
  router.use(inWordsOf(namedFamily));
  return router;
}

/**
 * A page of a folder's items with its headers. The rev is read before the items, so a reader can never believe to be
 * further than it is; nothing but the revs decides the content, so an unchanged folder is answered 304 without reading it.
 */
export async function sendItems(
  userId: string,
  folderId: string,
  query: ItemsQuery,
  { req, res }: { req: Request; res: Response },
): Promise<Item[]> {
  const { folder } = await loadFolderFor(userId, folderId, 'folder:view');
  const etag = `W/"${folder.rev}-${folder.peopleRev ?? 0}-${query.limit}-${query.after ?? ''}-${query.filter ?? ''}"`;
  res.set({ 'Folder-Rev': String(folder.rev), ETag: etag, 'Cache-Control': 'private, no-cache' });
  if (holdsAlready(req, etag)) {
    res.status(304).end();
    return [];
  }
  const [items, total] = await Promise.all([listItems(folder, query), countItems(folder, query.filter)]);
  res.set('X-Total-Count', String(total));
  return items;
}
