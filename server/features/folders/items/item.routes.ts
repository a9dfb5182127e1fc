import { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { itemApi } from '../../../../common/api/lists.ts';
import type { ItemsQuery } from '../../../../common/schemas/item.ts';
import { isCurrentVersion } from '../../../platform/http/freshness.ts';
import { serve, WRITTEN } from '../../../platform/requests/request.ts';
import type { TitleSource } from '../../titles/title.source.ts';
import { loadFolderFor, requireNamedAccess } from '../access/access.ts';
import { namedFamily, wordErrorsFor } from '../access/familyErrors.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import { withRuntime } from '../model/itemFacts.ts';
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
export function itemRouter(source: TitleSource): Router {
  const router = Router();
  serve(
    router,
    itemApi.add,
    async ({ body: { folderId, categoryId, ...added } }, actor) =>
      addItem(actor, folderId ?? categoryId ?? '', await withRuntime(source, added)),
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
  serve(router, itemApi.setWatched, ({ params, body }, actor) => setWatched(actor, params.id, body), {
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

/** A page of a folder's items as it is sent, and how many items there are in all. */
interface ItemPage {
  json: Buffer;
  total: number;
}

/** How much memory the recent pages may take, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

// People who share a list often open it at the same time. Names in a page may be as old as those of `loadPublicUserLookup`.
const recentPages = new LRUCache<string, ItemPage, () => Promise<ItemPage>>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ json }) => json.length,
  ttl: 5_000,
  // Each change makes a new page, and the ones before are never asked for again.
  ttlAutopurge: true,
  ignoreFetchAbort: true,
  fetchMethod: (_key, _previous, { context: read }) => read(),
});

/**
 * A page of a folder's items for everyone who may see the folder, and its ETag: the content depends only on the revs and the
 * query. The folder must have been read first, so the items may be newer than its rev but never older.
 */
function itemPageOf(folder: FolderDoc, query: ItemsQuery): { etag: string; load: () => Promise<ItemPage> } {
  const { rev, revId = '', peopleRev = 0 } = folder;
  const version = `${rev}-${revId}-${peopleRev}-${query.limit}-${query.after ?? ''}-${query.filter ?? ''}`;
  const read = async () => {
    const [items, total] = await Promise.all([listItems(folder, query), countItems(folder, query.filter)]);
    return { json: Buffer.from(JSON.stringify(items)), total };
  };
  return {
    etag: `W/"${version}"`,
    load: () => recentPages.forceFetch(`${folder._id} ${version}`, { context: read }),
  };
}
