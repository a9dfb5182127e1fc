import type { PublicUser } from '../../../common/user.ts';
import { writeNews } from '../../platform/outbox.ts';
import { raiseUserRevs } from '../users/user.service.ts';
import { type FolderDoc, FolderModel } from './folder.model.ts';
import { findFoldersOf } from './folderViews.ts';
import { type ShareDoc, ShareModel } from './share.model.ts';

/**
 * Tells everybody who shares a folder with somebody, and their own tabs, how they look now; runs in the transaction
 * that changed it. What shows them in those folders has changed too, though no rev has.
 */
export async function tellProfileChanged(user: PublicUser): Promise<void> {
  const folders = await findFoldersOf(user.id);
  const folderIds = folders.map((folder: FolderDoc) => folder._id);
  const shares = await ShareModel.find({ folderId: { $in: folderIds } }, { userId: 1 }).lean<
    Pick<ShareDoc, 'userId'>[]
  >();
  const others = [...folders.map((folder) => folder.userId), ...shares.map((share) => share.userId)];
  await FolderModel.updateMany({ _id: { $in: folderIds } }, { $inc: { peopleRev: 1 } });
  await raiseUserRevs([user.id]);
  await writeNews([user.id, ...others], 'user:updated', { user });
}
