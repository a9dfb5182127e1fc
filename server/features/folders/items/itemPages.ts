import { LRUCache } from 'lru-cache';
import type { ItemsQuery } from '../../../../common/schemas/item.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import { countItems, listItems } from './item.service.ts';

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
  ignoreFetchAbort: true,
  fetchMethod: (_key, _previous, { context: read }) => read(),
});

/**
 * A page of a folder's items for everyone who may see the folder, and its ETag: the content depends only on the revs and the
 * query. The folder must have been read first, so the items may be newer than its rev but never older.
 */
export function itemPageOf(folder: FolderDoc, query: ItemsQuery): { etag: string; load: () => Promise<ItemPage> } {
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
