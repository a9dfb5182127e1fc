import { trusted } from 'mongoose';
import { byRank } from '../../../../common/rank.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { findPage } from '../../../platform/database/findPage.ts';
import type { FolderDoc } from '../model/folder.model.ts';
import { type ItemDoc, ItemModel } from '../model/item.model.ts';
import { toItems } from './item.service.ts';

/**
 * The first items of a folder, in the order that its members gave it. The caller has checked that the user may see the
 * folder. Moved items are sorted by their rank and all others by their id, so each kind is read by an index of its own.
 */
export async function listInOrder(folder: FolderDoc, limit: number): Promise<Item[]> {
  const folderId = folder._id;
  const [moved, unmoved] = await Promise.all([
    findPage<ItemDoc>(ItemModel, { folderId, rank: trusted({ $gt: '' }) }, limit, { rank: 1, _id: 1 }),
    findPage<ItemDoc>(ItemModel, { folderId, rank: null }, limit),
  ]);
  return (await toItems([...moved, ...unmoved])).sort(byRank).slice(0, limit);
}
