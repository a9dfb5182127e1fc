import { trusted } from 'mongoose';
import type {
  ExportedJoinRequest,
  ExportedLink,
  ExportedPublicLink,
  ReceivedInvitation,
  SentInvitation,
} from '../../../../common/schemas/export/export.ts';
import { loadExportedPersonLookup } from '../../users/userExport.service.ts';
import { type FolderDoc, FolderModel, flagsOf, ShareModel } from '../model/folder.model.ts';
import { type InvitationDoc, InvitationModel } from '../model/invitation.model.ts';
import { type JoinRequestDoc, JoinRequestModel } from '../model/joinRequest.model.ts';
import { type LinkDoc, LinkModel } from '../model/link.model.ts';
import { type PublicLinkDoc, PublicLinkModel } from '../model/publicLink.model.ts';

/** The invitations to the user and by the user, answered ones included. */
export async function exportInvitations(
  userId: string,
): Promise<{ received: ReceivedInvitation[]; sent: SentInvitation[] }> {
  const own = { $or: [{ invitedUserId: userId }, { invitedByUserId: userId }] };
  // Asked to sort them, MongoDB may read all invitations in the order of their ids.
  const found = await InvitationModel.find(own).lean<InvitationDoc[]>();
  const all = found.sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1));
  const nameOf = await findListNames(userId, all);
  const personById = await loadExportedPersonLookup(all.flatMap((one) => [one.invitedUserId, one.invitedByUserId]));
  const show = (invitation: InvitationDoc) => ({
    listId: invitation.folderId.toHexString(),
    listName: nameOf(invitation),
    status: invitation.status,
    createdAt: invitation.createdAt.toISOString(),
    respondedAt: invitation.respondedAt?.toISOString() ?? null,
    permissions: flagsOf(invitation),
  });
  const received = all.filter(({ invitedUserId }) => invitedUserId.toHexString() === userId);
  const sent = all.filter(({ invitedByUserId }) => invitedByUserId.toHexString() === userId);
  return {
    received: received.map((one) => ({ from: personById(one.invitedByUserId), ...show(one) })),
    sent: sent.map((one) => ({ to: personById(one.invitedUserId), ...show(one) })),
  };
}

/** The names of lists that the user sees now, or is invited to. Others may have new names that are none of the user's business. */
async function findListNames(userId: string, invitations: readonly InvitationDoc[]) {
  const folderIds = invitations.map(({ folderId }) => folderId);
  const folders = await FolderModel.find({ _id: trusted({ $in: folderIds }) }, { name: 1, userId: 1 }).lean<
    FolderDoc[]
  >();
  const shares = await ShareModel.find({ userId, folderId: trusted({ $in: folderIds }) }, { folderId: 1 }).lean();
  const shared = new Set(shares.map(({ folderId }) => folderId.toHexString()));
  const folderById = new Map(folders.map((folder) => [folder._id.toHexString(), folder]));
  return ({ folderId, status, invitedUserId }: InvitationDoc): string | null => {
    const folder = folderById.get(folderId.toHexString());
    if (!folder) return null;
    const isInvited = status === 'pending' && invitedUserId.toHexString() === userId;
    const isSeen = folder.userId.toHexString() === userId || shared.has(folderId.toHexString());
    return isInvited || isSeen ? folder.name : null;
  };
}

/** The user's invitation links. Anyone with the secret part of an address can use it, so the file leaves it out. */
export async function exportLinks(userId: string): Promise<ExportedLink[]> {
  const links = await LinkModel.find({ createdByUserId: userId }).sort({ _id: 1 }).lean<LinkDoc[]>();
  return links.map((link) => ({
    listId: link.folderId?.toHexString() ?? null,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    maxUses: link.maxUses,
    uses: link.uses,
    permissions: flagsOf(link),
  }));
}

/** The user's public links, without the secret part of their addresses either. */
export async function exportPublicLinks(userId: string): Promise<ExportedPublicLink[]> {
  const links = await PublicLinkModel.find({ createdByUserId: userId }).sort({ _id: 1 }).lean<PublicLinkDoc[]>();
  return links.map(({ folderId, showsNotes, showsNames, isFindable, createdAt, expiresAt, visits }) => ({
    listId: folderId.toHexString(),
    ...{ showsNotes, showsNames, isFindable, visits },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }));
}

export async function exportJoinRequests(userId: string): Promise<ExportedJoinRequest[]> {
  const requests = await JoinRequestModel.find({ userId }).sort({ _id: 1 }).lean<JoinRequestDoc[]>();
  return requests.map(({ folderId, declinedAt, createdAt }) => ({
    listId: folderId.toHexString(),
    status: declinedAt ? 'declined' : 'pending',
    createdAt: createdAt.toISOString(),
  }));
}
