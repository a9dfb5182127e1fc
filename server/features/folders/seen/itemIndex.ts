import { LRUCache } from 'lru-cache';
import type { MediaType } from '../../../../common/schemas/title.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel } from '../model/item.model.ts';

/** The id of a folder's item by its TMDB id, for each media type. */
export type ItemIndex = Record<MediaType, Map<number, string>>;

interface CachedIndex {
  rev: number;
  index: ItemIndex;
}

/** Items in all cached indexes together: about 20 MB. */
const MAX_ITEMS = 200_000;

const cached = new LRUCache<string, CachedIndex>({
  maxSize: MAX_ITEMS,
  sizeCalculation: ({ index }) => 1 + index.movie.size + index.tv.size,
});

/** Reads the items again only when the folder's rev has changed: the marks are read far more often than items change. */
export async function itemIndexOf({ _id, rev }: Pick<FolderDoc, '_id' | 'rev'>): Promise<ItemIndex> {
  const folderId = _id.toHexString();
  const known = cached.get(folderId);
  if (known?.rev === rev) return known.index;
  const index: ItemIndex = { movie: new Map(), tv: new Map() };
  const items = await ItemModel.collection
    .find<Pick<ItemDoc, '_id' | 'mediaType' | 'tmdbId'>>({ folderId: _id }, { projection: { mediaType: 1, tmdbId: 1 } })
    .toArray();
  for (const item of items) index[item.mediaType].set(item.tmdbId, item._id.toHexString());
  cached.set(folderId, { rev, index });
  return index;
}
