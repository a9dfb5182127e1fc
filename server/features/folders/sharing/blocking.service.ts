import { trusted } from 'mongoose';
import { type Actor, inOperation } from '../../../platform/requests/operations.ts';
import { removeBlock, storeBlock } from '../../users/privacy/block.service.ts';
import { quotaQueue } from '../access/quotas.ts';
import { type FolderDoc, FolderModel } from '../model/folder.model.ts';
import { type InvitationDoc, InvitationModel } from '../model/invitation.model.ts';
import { type JoinRequestDoc, JoinRequestModel } from '../model/joinRequest.model.ts';
import { type PublicLinkDoc, PublicLinkModel } from '../model/publicLink.model.ts';
import { withdraw } from './invitation.store.ts';
import { writeJoinStateChanged } from './joinRequest.store.ts';

/** What two users have in common in features that build on lists, which ends with a block. */
export type EndShared = (userId: string, otherId: string) => Promise<void>;

/**
 * Blocks a user. Invitations between the two or into each other's lists that wait for an answer are withdrawn, and so are
 * requests to join each other's lists. Public links to each other's lists end. Lists that they share stay shared.
 * `endShared` ends what else they have in common.
 */
export async function blockUser(actor: Actor, namedId: string, endShared: EndShared): Promise<void> {
  const block = async () => {
    if (!(await storeBlock(actor.userId, namedId))) return;
    await withdrawInvitationsBetween(actor.userId, namedId);
    await endJoinRequests(actor.userId, namedId);
    await endJoinRequests(namedId, actor.userId);
    await endPublicLinks(actor.userId, namedId);
    await endPublicLinks(namedId, actor.userId);
    await endShared(actor.userId, namedId);
  };
  await quotaQueue([actor.userId, namedId], () => inOperation(actor, block));
}

export async function unblockUser(actor: Actor, namedId: string): Promise<void> {
  await inOperation(actor, () => removeBlock(actor.userId, namedId));
}

async function withdrawInvitationsBetween(a: string, b: string): Promise<void> {
  const invited = trusted({ $in: [a, b] });
  const invitations = await InvitationModel.find({ status: 'pending', invitedUserId: invited }).lean<InvitationDoc[]>();
  for (const invitation of invitations) {
    const folder = await FolderModel.findById(invitation.folderId).lean<FolderDoc>();
    const other = invitation.invitedUserId.equals(a) ? b : a;
    const isByOther = folder && [invitation.invitedByUserId, folder.userId].some((id) => id.equals(other));
    if (isByOther) await withdraw(folder, [invitation]);
  }
}

/** Ends the requests of a user to join the lists of an owner. */
async function endJoinRequests(userId: string, ownerId: string): Promise<void> {
  const requests = await JoinRequestModel.find({ userId, declinedAt: null }).lean<JoinRequestDoc[]>();
  const folderIds = requests.map(({ folderId }) => folderId);
  const folders = await FolderModel.find({ _id: trusted({ $in: folderIds }), userId: ownerId }, { _id: 1 }).lean<
    Pick<FolderDoc, '_id'>[]
  >();
  for (const { _id } of folders) {
    await JoinRequestModel.deleteOne({ folderId: _id, userId });
    await writeJoinStateChanged(_id, userId, 'none');
  }
}

/** Ends the public links that a user has made to the lists of an owner. */
async function endPublicLinks(userId: string, ownerId: string): Promise<void> {
  const links = await PublicLinkModel.find({ createdByUserId: userId }, { folderId: 1 }).lean<PublicLinkDoc[]>();
  const linked = trusted({ $in: links.map(({ folderId }) => folderId) });
  const folders = await FolderModel.find({ _id: linked, userId: ownerId }, { _id: 1 }).lean();
  const folderId = trusted({ $in: folders.map(({ _id }) => _id) });
  await PublicLinkModel.deleteMany({ createdByUserId: userId, folderId });
}
