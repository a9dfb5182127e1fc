import { trusted } from 'mongoose';
import { FolderModel } from '../../model/folder.model.ts';
import { type LinkDoc, LinkModel } from '../../model/link.model.ts';
import { endLinks, notEnded, writeLinksChanged } from '../link.store.ts';

/**
 * Shows the links that depend on a user to those who may invite, or hides them. Call it in the transaction that disables or
 * enables the account.
 */
export async function showLinksOf(userId: string): Promise<void> {
  const owned = await FolderModel.find({ userId }, { _id: 1 }).lean();
  const dependent = { $or: [{ createdByUserId: userId }, { folderId: trusted({ $in: owned.map(({ _id }) => _id) }) }] };
  const links = await LinkModel.find({ ...dependent, ...notEnded() }, { folderId: 1 }).lean<LinkDoc[]>();
  const byId = new Map(links.map(({ folderId }) => [String(folderId), folderId]));
  for (const folderId of byId.values()) if (folderId) await writeLinksChanged(folderId);
}

/** Ends the links that a user has made as an operator. Call it in the transaction that ends the role. */
export async function endInstanceLinksOf(userId: string): Promise<void> {
  for (const link of await LinkModel.find({ createdByUserId: userId, isOperators: true }).lean<LinkDoc[]>())
    await endLinks(link.folderId, [link]);
}
