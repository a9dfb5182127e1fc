import { Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import type { ListNoticeLevel, NoticeSettings, NoticeSettingsBody, Notices } from '../../../common/schemas/notice.ts';
import { type Actor, inOperation } from '../../platform/requests/operations.ts';
import { loadFolderFor } from '../folders/access/access.ts';
import { findLevel, storeLevel } from '../folders/noticeReads.service.ts';
import { type NoticeDoc, NoticeModel } from '../users/notices/notice.documents.ts';
import { findNoticeSettings, NoticeSettingsModel } from '../users/notices/noticeSettings.documents.ts';
import { writeNoticesChanged } from '../users/notification.service.ts';
import { findVisible, groupNotices, toNotice } from './notice.views.ts';

/** The user's notices, newest first, and how many of them are not read. */
export async function listNotices(userId: string): Promise<Notices> {
  const newest = await NoticeModel.find({ userId }).sort({ _id: -1 }).limit(limits.noticeEvents).lean<NoticeDoc[]>();
  const groups = groupNotices(await findVisible(newest));
  return {
    notices: groups.slice(0, limits.noticesShown).map((group) => toNotice(group)),
    unread: groups.filter(([first]) => !first?.doc.isRead).length,
  };
}

/** Marks a notice and all older ones as read. They are not sent any more. */
export async function markRead(actor: Actor, upTo: string): Promise<void> {
  const { userId } = actor;
  await inOperation(actor, async () => {
    const { modifiedCount } = await NoticeModel.updateMany(
      { userId, isRead: false, _id: trusted({ $lte: new Types.ObjectId(upTo) }) },
      { $set: { isRead: true }, $unset: { sendAt: 1 } },
    );
    if (modifiedCount > 0) await writeNoticesChanged([userId]);
  });
}

export async function readSettings(userId: string): Promise<NoticeSettings> {
  return (await findNoticeSettings([userId]))(userId);
}

export async function changeSettings(actor: Actor, changes: NoticeSettingsBody): Promise<NoticeSettings> {
  return inOperation(actor, async () => {
    await NoticeSettingsModel.updateOne({ _id: actor.userId }, { $set: changes }, { upsert: true });
    return readSettings(actor.userId);
  });
}

/** Of which changes of a list the user gets notices. Throws not_found for users who are not in the list. */
export async function readLevel(userId: string, folderId: string): Promise<{ level: ListNoticeLevel }> {
  const { folder } = await loadFolderFor(userId, folderId, null);
  return { level: (await findLevel(folder._id, userId)) ?? 'all' };
}

export async function setLevel(
  actor: Actor,
  folderId: string,
  level: ListNoticeLevel,
): Promise<{ level: ListNoticeLevel }> {
  const { userId } = actor;
  const { folder } = await loadFolderFor(userId, folderId, null);
  return inOperation(actor, async () => {
    await storeLevel(folder._id, userId, level);
    return { level };
  });
}
