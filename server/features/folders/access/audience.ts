import { type FolderDoc, FolderModel } from '../folder.model.ts';
import { type ShareDoc, ShareModel } from '../sharing/share.model.ts';

/** The current owner and members of a folder. Empty when the folder is deleted. */
export type AudienceOf = (folderId: string) => Promise<string[]>;

interface Audience {
  membersRev: number;
  userIds: string[];
}

const MAX_CACHED = 5000;

/** Each call reads the folder by id. The members are read again only when they have changed. */
export function createAudiences(): AudienceOf {
  const audiences = new Map<string, Audience>();

  return async (folderId) => {
    const folder = await FolderModel.findById(folderId, { userId: 1, membersRev: 1 }).lean<
      Pick<FolderDoc, 'userId' | 'membersRev'>
    >();
    if (!folder) {
      audiences.delete(folderId);
      return [];
    }
    const known = audiences.get(folderId);
    if (known?.membersRev === folder.membersRev) return known.userIds;
    const shares = await ShareModel.find({ folderId }, { userId: 1 }).lean<Pick<ShareDoc, 'userId'>[]>();
    const userIds = [folder.userId, ...shares.map((share) => share.userId)].map(String);
    audiences.set(folderId, { membersRev: folder.membersRev, userIds });
    const oldest = audiences.keys().next().value;
    if (audiences.size > MAX_CACHED && oldest) audiences.delete(oldest);
    return userIds;
  };
}
