import { type Request, type Response, Router } from 'express';
import { itemApi } from '../../../../common/api/items.ts';
import type { ItemsQuery } from '../../../../common/schemas/item.ts';
import { isCurrentVersion } from '../../../platform/http/freshness.ts';
import { serve, WRITTEN } from '../../../platform/requests/request.ts';
import { loadFolderFor, requireNamedAccess } from '../access/access.ts';
import { namedFamily, wordErrorsFor } from '../access/familyErrors.ts';
import {
  addItem,
  listOwnItems,
  moveItem,
  overviewPart,
  removeItem,
  requireAddAccess,
  requireItemAccess,
  setNote,
  setWatched,
} from './item.service.ts';
import { itemPageOf } from './itemPages.ts';

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

/** Sends a page of a folder's items with its headers. A client that has the page already gets 304. */
export async function sendItems(
  userId: string,
  folderId: string,
  query: ItemsQuery,
  { req, res }: { req: Request; res: Response },
): Promise<typeof WRITTEN> {
  const { folder } = await loadFolderFor(userId, folderId, 'folder:view');
  const { etag, load } = itemPageOf(folder, query);
  res.set({ 'Folder-Rev': String(folder.rev), ETag: etag, 'Cache-Control': 'private, no-cache' });
  if (isCurrentVersion(req, etag)) {
    res.status(304).end();
    return WRITTEN;
  }
  const { json, total } = await load();
  res.set('X-Total-Count', String(total)).type('json').send(json);
  return WRITTEN;
}
