import type { Types } from 'mongoose';
import type { ExportedItem } from '../../../../common/schemas/export/lists.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { loadExportedPersonLookup } from '../../users/userExport.service.ts';
import { type ItemDoc, toItem } from '../model/item.model.ts';

/** Returns a function that gives one of these items as the user's file has it: other people are named, the user is not. */
export async function createItemExporter(
  userId: string,
  items: readonly ItemDoc[],
): Promise<(item: ItemDoc) => ExportedItem> {
  const isOther = (id: Types.ObjectId | null | undefined) => id != null && id.toHexString() !== userId;
  const ids = items.flatMap((item) => [item.userId, item.watchedByUserId]).filter((id) => id != null);
  const personById = await loadExportedPersonLookup(ids.filter(isOther));
  return (item) => {
    const { folderId: _f, categoryId: _c, userId: _u, addedBy: _a, ...shown } = toItem(item, nobody);
    return {
      ...shown,
      ...(isOther(item.userId) && { addedBy: personById(item.userId) }),
      ...(item.watchedByUserId && isOther(item.watchedByUserId) && { watchedBy: personById(item.watchedByUserId) }),
    };
  };
}

const nobody: PublicUser = { id: '', username: null, firstName: null, lastName: null, profileImageUrl: null };
