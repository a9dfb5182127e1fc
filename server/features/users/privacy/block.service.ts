import { Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { Block } from '../../../../common/schemas/account/privacy.ts';
import { conflict, limitReached, notFound } from '../../../platform/http/errors.ts';
import { type BlockDoc, BlockModel, toBlock } from '../block.model.ts';
import { writeNotification } from '../notification.service.ts';
import type { UserDoc } from '../user.model.ts';
import { loadPublicUserLookup, loadUser, lockQuotas } from '../user.service.ts';

type Id = Types.ObjectId | string;

/** The people whom the user blocks, the latest first. */
export async function listBlocks(userId: string): Promise<Block[]> {
  const blocks = await BlockModel.find({ blockerId: userId }).sort({ _id: -1 }).lean<BlockDoc[]>();
  const userById = await loadPublicUserLookup(blocks.map(({ blockedId }) => blockedId));
  return blocks.map((block) => toBlock(block, userById(block.blockedId)));
}

/** Everyone whom the user blocks, and everyone who blocks the user. */
export async function findBlockedWith(userId: Id): Promise<Set<string>> {
  const blocks = await BlockModel.find({ $or: [{ blockerId: userId }, { blockedId: userId }] }).lean<BlockDoc[]>();
  const ids = new Set(blocks.flatMap(({ blockerId, blockedId }) => [blockerId, blockedId].map(String)));
  ids.delete(String(userId));
  return ids;
}

/** True when there is a block between the user and one of the others. */
export async function isBlockedWithAny(userId: Id, otherIds: readonly Id[]): Promise<boolean> {
  const others = trusted({ $in: otherIds });
  const pairs = [
    { blockerId: userId, blockedId: others },
    { blockerId: others, blockedId: userId },
  ];
  return (await BlockModel.exists({ $or: pairs })) !== null;
}

/** From whom a block keeps each of these users apart, for those in a block with another of them. */
export async function findBlocksAmong(userIds: readonly Id[]): Promise<Map<string, Set<string>>> {
  const blocked = new Map<string, Set<string>>();
  if (userIds.length < 2) return blocked;
  const among = trusted({ $in: userIds });
  const blocks = await BlockModel.find({ blockerId: among, blockedId: among }).lean<BlockDoc[]>();
  const add = (from: Id, to: Id) => blocked.set(String(from), (blocked.get(String(from)) ?? new Set()).add(String(to)));
  for (const { blockerId, blockedId } of blocks) {
    add(blockerId, blockedId);
    add(blockedId, blockerId);
  }
  return blocked;
}

/** Throws not_found also for a user who blocks the viewer, or whom the viewer blocks. */
export async function loadFindableUser(viewerId: string, id: Id): Promise<UserDoc> {
  const user = await loadUser(id);
  if (await isBlockedWithAny(viewerId, [user._id])) throw notFound('User not found');
  return user;
}

/**
 * The user to invite. For users who block the inviter it throws not_found, as for unknown ones, and conflict for those whom
 * the inviter blocks.
 */
export async function loadInvitableUser(inviterId: string, id: Id): Promise<UserDoc> {
  const user = await loadUser(id);
  if (await BlockModel.exists({ blockerId: inviterId, blockedId: user._id })) {
    throw conflict('conflict', 'You have blocked this person. Unblock them to invite them.');
  }
  await refuseBlockedBy(inviterId, user);
  return user;
}

/** Throws not_found for a user who blocks the viewer, as for an unknown one. */
export async function loadUnlessBlockedBy(viewerId: string, id: Id): Promise<UserDoc> {
  const user = await loadUser(id);
  await refuseBlockedBy(viewerId, user);
  return user;
}

async function refuseBlockedBy(viewerId: string, { _id }: UserDoc): Promise<void> {
  if (await BlockModel.exists({ blockerId: _id, blockedId: viewerId })) throw notFound('User not found');
}

/**
 * Stores a block, in the caller's transaction, and has the tabs of both load again what they show of each other. Returns false
 * when there is one already. Throws not_found as if the user did not exist, and limit_reached.
 */
export async function storeBlock(blockerId: string, namedId: string): Promise<boolean> {
  const blocked = await loadUser(namedId);
  const pair = { blockerId: new Types.ObjectId(blockerId), blockedId: blocked._id };
  if (pair.blockedId.equals(pair.blockerId)) throw conflict('conflict', 'You cannot block yourself');
  // An invitation that one of them sends at the same time conflicts with this.
  await lockQuotas(pair.blockerId);
  await lockQuotas(pair.blockedId);
  if (await BlockModel.exists(pair)) return false;
  if (await BlockModel.exists({ blockerId: pair.blockedId, blockedId: pair.blockerId })) {
    throw notFound('User not found');
  }
  if ((await BlockModel.countDocuments({ blockerId })) >= limits.blocksPerPerson) {
    throw limitReached(`You block ${limits.blocksPerPerson} people, the most there can be.`);
  }
  await BlockModel.insertMany([{ ...pair, createdAt: new Date() }], { lean: true });
  await writeBlockChanged(pair);
  return true;
}

/** Ends a block, in the caller's transaction. Without one, nothing changes. */
export async function removeBlock(blockerId: string, blockedId: string): Promise<void> {
  const block = await BlockModel.findOneAndDelete({ blockerId, blockedId }).lean<BlockDoc>();
  if (block) await writeBlockChanged(block);
}

async function writeBlockChanged({ blockerId, blockedId }: Pick<BlockDoc, 'blockerId' | 'blockedId'>): Promise<void> {
  const changed = 'user:visibility-changed';
  await writeNotification(changed, { userId: blockedId.toHexString() }, { to: [blockerId], by: blockerId });
  // Without a name: the blocked person must not learn who it was.
  await writeNotification(changed, { userId: null }, { to: [blockedId], by: null });
}
