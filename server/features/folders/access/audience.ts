import { trusted } from 'mongoose';
import { createBatchLoader } from '../../../platform/database/batchLoader.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from '../model/folder.model.ts';

/** The current owner and members of a folder. Empty when the folder is deleted. */
export type AudienceOf = (folderId: string) => Promise<string[]>;

/** The owner and members, and the rev of the change that made each member one, if it is known. */
interface Audience {
  userIds: string[];
  arrivedRevs: ReadonlyMap<string, number>;
}

const noAudience: Audience = { userIds: [], arrivedRevs: new Map() };

const MAX_CACHED = 5000;
const MAX_BATCH = 200;

/** The audiences of the folders whose changes this node delivers. */
export interface Audiences {
  /** Reads the folder by id. The members are read again only when they have changed. */
  load(folderId: string): Promise<Audience>;
  /** The audience at the last `load`, as long as it is remembered. Changes of the log since then may have changed it. */
  lastOf(folderId: string): Audience | undefined;
  /** Forgets all: changes of the log were missed. */
  forget(): void;
}

type Owned = Pick<FolderDoc, '_id' | 'userId' | 'membersRev'>;

/** Every change that is delivered needs it, so it is batched. */
const membersRevs = createBatchLoader<string, Owned | null>(async (ids) => {
  const found = await FolderModel.find({ _id: trusted({ $in: ids }) }, { userId: 1, membersRev: 1 }).lean<Owned[]>();
  const byId = new Map(found.map((folder) => [folder._id.toHexString(), folder]));
  return ids.map((id) => byId.get(id) ?? null);
}, MAX_BATCH);

export function createAudiences(): Audiences {
  const audiences = new Map<string, Audience & { membersRev: number }>();

  async function load(folderId: string): Promise<Audience> {
    const folder = await membersRevs.load(folderId);
    if (!folder) {
      audiences.delete(folderId);
      return noAudience;
    }
    const known = audiences.get(folderId);
    if (known?.membersRev === folder.membersRev) return known;
    const shares = await ShareModel.find({ folderId }, { userId: 1, arrivedRev: 1 }).lean<
      Pick<ShareDoc, 'userId' | 'arrivedRev'>[]
    >();
    const userIds = [folder.userId, ...shares.map((share) => share.userId)].map(String);
    const arrivedRevs = new Map(shares.map(({ userId, arrivedRev = 0 }) => [String(userId), arrivedRev]));
    const audience = { membersRev: folder.membersRev, userIds, arrivedRevs };
    audiences.set(folderId, audience);
    const oldest = audiences.keys().next().value;
    if (audiences.size > MAX_CACHED && oldest) audiences.delete(oldest);
    return audience;
  }

  return { load, lastOf: (folderId) => audiences.get(folderId), forget: () => audiences.clear() };
}
