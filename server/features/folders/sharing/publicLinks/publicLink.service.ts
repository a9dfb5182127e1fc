import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { Types, trusted } from 'mongoose';
import type { z } from 'zod';
import { limits } from '../../../../../common/constants.ts';
import { can } from '../../../../../common/permissions.ts';
import type { SecurityEventType } from '../../../../../common/schemas/operator/securityEvent.ts';
import type { createPublicLinkBody, PublicLink } from '../../../../../common/schemas/publicLink.ts';
import { conflict, forbidden, limitReached, notFound } from '../../../../platform/http/errors.ts';
import { log } from '../../../../platform/log.ts';
import type { Actor } from '../../../../platform/requests/operations.ts';
import { recordSecurityEvent } from '../../../../platform/securityLog/securityLog.ts';
import { findEnabled } from '../../../users/accountState.service.ts';
import { isBlockedWithAny } from '../../../users/privacy/block.service.ts';
import { loadPublicUserLookup } from '../../../users/user.service.ts';
import { accessOf, loadFolderFor, unusedId } from '../../access/access.ts';
import { type FolderDoc, FolderModel, type ShareDoc, ShareModel } from '../../model/folder.model.ts';
import { type PublicLinkDoc, PublicLinkModel, toPublicLink } from '../../model/publicLink.model.ts';
import { changeFolder } from '../../writing/changeFolder.ts';

/*
 * Links at which anyone can read a list. They end in the transaction in which their maker loses canShare, and each visit
 * checks the maker's right again.
 */

interface RequestActor extends Actor {
  req: Request;
}

/** An entry of the security log, in the transaction of the change. */
function record({ req, userId }: RequestActor, type: SecurityEventType, { name }: FolderDoc): Promise<void> {
  return recordSecurityEvent(req, { type, userId, detail: name });
}

const publicLinkNotFound = () => notFound('This link is not valid any more');

const notExpired = () => ({ $or: [{ expiresAt: null }, { expiresAt: trusted({ $gt: new Date() }) }] });

const DAY_MS = 24 * 60 * 60 * 1000;

/** The list's public links, oldest first. The caller must have checked that the user may share the list. */
export async function listPublicLinks(folderId: string, origin: string): Promise<PublicLink[]> {
  const links = await PublicLinkModel.find({ folderId, ...notExpired() })
    .sort({ _id: 1 })
    .lean<PublicLinkDoc[]>();
  const userById = await loadPublicUserLookup(links.map(({ createdByUserId }) => createdByUserId));
  return links.map((link) => toPublicLink(link, origin, userById(link.createdByUserId)));
}

/** Makes a public link. Throws reserved_name for Reviewed, conflict where the owner allows none, and limit_reached. */
export async function createPublicLink(
  actor: RequestActor,
  folderId: string,
  { expiresInDays, ...shown }: z.output<typeof createPublicLinkBody>,
  origin: string,
): Promise<PublicLink> {
  return changeFolder({ actor, folderId, action: 'member:invite' }, async ({ folder }) => {
    if (folder.kind === 'reviewed') throw conflict('reserved_name', 'The Reviewed list cannot be shared');
    if (folder.hasNoPublicLinks) throw conflict('conflict', 'The owner of this list allows no public links.');
    const most = limits.publicLinksPerList;
    if ((await PublicLinkModel.countDocuments({ folderId: folder._id, ...notExpired() })) >= most) {
      throw limitReached(`This list has ${most} public links, the most that it can have. End one first.`);
    }
    const createdAt = new Date();
    const link: PublicLinkDoc = {
      _id: new Types.ObjectId(),
      folderId: folder._id,
      createdByUserId: new Types.ObjectId(actor.userId),
      token: randomBytes(16).toString('base64url'),
      ...shown,
      createdAt,
      expiresAt: expiresInDays === null ? null : new Date(createdAt.getTime() + expiresInDays * DAY_MS),
      visits: [],
    };
    await PublicLinkModel.insertOne(link);
    await record(actor, 'public-link-created', folder);
    const userById = await loadPublicUserLookup([actor.userId]);
    return toPublicLink(link, origin, userById(actor.userId));
  });
}

/** Ends a public link. Only its maker and the owner of the list may do this. */
export async function revokePublicLink(actor: RequestActor, linkId: string): Promise<void> {
  const found = await PublicLinkModel.findById(linkId, { folderId: 1 }).lean<PublicLinkDoc>();
  const folderId = found?.folderId.toHexString() ?? unusedId();
  const change = { actor, folderId, action: 'folder:view', missing: publicLinkNotFound } as const;
  await changeFolder(change, async ({ folder, access }) => {
    const link = await PublicLinkModel.findById(linkId).lean<PublicLinkDoc>();
    if (!link) throw publicLinkNotFound();
    if (!access.isOwner && link.createdByUserId.toHexString() !== actor.userId) throw forbidden();
    await PublicLinkModel.deleteOne({ _id: linkId });
    await record(actor, 'public-link-ended', folder);
  });
}

/** Whether there may be public links. The caller must have checked that the user may share the list. */
export async function readPublicLinkSetting(userId: string, folderId: string): Promise<{ isAllowed: boolean }> {
  const { folder } = await loadFolderFor(userId, folderId, 'invitation:list');
  return { isAllowed: !folder.hasNoPublicLinks };
}

/** Allows public links, or ends all of them and allows no more. */
export async function setPublicLinkSetting(
  actor: RequestActor,
  folderId: string,
  isAllowed: boolean,
): Promise<{ isAllowed: boolean }> {
  return changeFolder({ actor, folderId, action: 'folder:set-visibility' }, async ({ folder }) => {
    const change = isAllowed ? { $unset: { hasNoPublicLinks: 1 } } : { $set: { hasNoPublicLinks: true } };
    await FolderModel.updateOne({ _id: folder._id }, change);
    if (!isAllowed) {
      await PublicLinkModel.deleteMany({ folderId: folder._id });
      await record(actor, 'public-links-turned-off', folder);
    }
    return { isAllowed };
  });
}

/** A list as a public link opens it. */
export interface OpenedLink {
  link: PublicLinkDoc;
  folder: FolderDoc;
}

/**
 * The list that a public link opens, read anew for each request: a right that was lost a moment ago counts on every node.
 * Throws not_found for a link that has ended, or that is suspended while the account of its maker or of the list's owner is
 * disabled.
 */
export async function openPublicLink(token: string): Promise<OpenedLink> {
  const link = await PublicLinkModel.findOne({ token, ...notExpired() }).lean<PublicLinkDoc>();
  const folder = link && (await FolderModel.findById(link.folderId).lean<FolderDoc>());
  if (!folder || folder.hasNoPublicLinks || !(await mayMakerShare(link, folder))) throw publicLinkNotFound();
  return { link, folder };
}

async function mayMakerShare({ createdByUserId }: PublicLinkDoc, folder: FolderDoc): Promise<boolean> {
  const [share, enabled] = await Promise.all([
    ShareModel.findOne({ folderId: folder._id, userId: createdByUserId }).lean<ShareDoc>(),
    findEnabled([createdByUserId, folder.userId]),
  ]);
  const access = accessOf(createdByUserId.toHexString(), folder, share);
  if (!access || !can(access, 'member:invite')) return false;
  if (![createdByUserId, folder.userId].every((id) => enabled.has(id.toHexString()))) return false;
  return access.isOwner || !(await isBlockedWithAny(createdByUserId, [folder.userId]));
}

/** Counts a visit, by its day alone. The answer does not wait for this and does not fail with it. */
export function countVisit({ _id }: PublicLinkDoc, kind: 'pages' | 'feeds'): void {
  const day = new Date().toISOString().slice(0, 10);
  const count = async () => {
    const known = await PublicLinkModel.updateOne({ _id, 'visits.day': day }, { $inc: { [`visits.$.${kind}`]: 1 } });
    if (known.matchedCount > 0) return;
    const first = { day, pages: 0, feeds: 0, [kind]: 1 };
    // Another visit of the same moment may have begun the day. Then this one is not counted.
    await PublicLinkModel.updateOne({ _id, 'visits.day': trusted({ $ne: day }) }, { $push: { visits: first } });
    const tooMany = { [`visits.${limits.visitDays}`]: trusted({ $exists: true }) };
    await PublicLinkModel.updateOne({ _id, ...tooMany }, { $pop: { visits: -1 } });
  };
  count().catch((error: unknown) => log.warn({ err: error }, 'a visit of a public link could not be counted'));
}
