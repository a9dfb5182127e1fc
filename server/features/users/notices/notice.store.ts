import { Types, trusted } from 'mongoose';
import { isDuplicateKey } from '../../../platform/http/errors.ts';
import { withoutBlocked, writeNoticesChanged } from '../notification.service.ts';
import { ChannelModel } from './channel.documents.ts';
import { NoticeDeliveryModel } from './delivery.documents.ts';
import { NOTICE_KEPT_MS, type NoticeDoc, type NoticeKind, NoticeModel, noticeKinds } from './notice.documents.ts';
import { NoticeSettingsModel } from './noticeSettings.documents.ts';

type Id = Types.ObjectId | string;

interface NoticeDraft extends Pick<NoticeDoc, 'folderId' | 'facts'> {
  to: readonly Id[];
  kind: NoticeKind;
  /** Those whom a block keeps apart from this person get no notice. */
  by: Id | null;
  /** The id of the invitation, proposal or other thing that it is about. */
  about: string;
}

/** Stores a notice of what is in no list's log, in the transaction that stores what it is about. */
export async function writeNotice({ to, kind, by, folderId, about, facts }: NoticeDraft): Promise<void> {
  const reachable = by === null ? to : (await withoutBlocked(by, to)).filter((id) => String(id) !== String(by));
  if (reachable.length === 0) return;
  const docs = reachable.map((userId) => newNotice({ userId, kind, by, folderId, rev: null, about, facts }));
  await NoticeModel.insertMany(await toSend(docs), { lean: true });
  await writeNoticesChanged(reachable);
}

interface NewNotice extends Pick<NoticeDoc, 'folderId' | 'rev' | 'about' | 'facts'> {
  userId: Id;
  kind: NoticeKind;
  by: Id | null;
  at?: Date;
}

export function newNotice({ userId, kind, by, at = new Date(), ...others }: NewNotice): NoticeDoc {
  return {
    _id: new Types.ObjectId(),
    userId: new Types.ObjectId(userId),
    topic: noticeKinds[kind],
    kind,
    byUserId: by === null ? null : new Types.ObjectId(by),
    ...others,
    isRead: false,
    createdAt: at,
    expiresAt: new Date(at.getTime() + NOTICE_KEPT_MS),
  };
}

/** Stores notices of people who have no such notice yet. */
export async function storeNotices(drafts: readonly NoticeDoc[]): Promise<void> {
  if (drafts.length === 0) return;
  try {
    await NoticeModel.insertMany(await toSend(drafts), { lean: true, ordered: false });
  } catch (error) {
    // The others were stored.
    if (!isDuplicateKey(error)) throw error;
  }
  await writeNoticesChanged(drafts.map(({ userId }) => userId));
}

/** The notices, of which those for people with a channel are to be sent. */
async function toSend(notices: readonly NoticeDoc[]): Promise<NoticeDoc[]> {
  const ids = [...new Set(notices.map(({ userId }) => String(userId)))];
  const channels = await ChannelModel.find({ userId: trusted({ $in: ids }) }, { userId: 1 }).lean();
  const have = new Set(channels.map(({ userId }) => String(userId)));
  return notices.map((notice) => (have.has(String(notice.userId)) ? { ...notice, sendAt: notice.createdAt } : notice));
}

/** Deletes the notice of what this user has settled, or what has ended, in the same transaction. */
export async function withdrawNotice(
  userId: Id,
  { kind, folderId, about }: Pick<NoticeDraft, 'kind' | 'folderId' | 'about'>,
): Promise<void> {
  const key = { userId, folderId, rev: null, topic: noticeKinds[kind], about };
  const { deletedCount } = await NoticeModel.deleteMany({ ...key, kind });
  if (deletedCount > 0) await writeNoticesChanged([userId]);
}

/** The same for a proposal of a group, which can be made several times: the notices of a show of a list. */
export async function withdrawGroupNotices(
  userId: Id,
  { folderId, tmdbId }: { folderId: Types.ObjectId; tmdbId: number },
): Promise<void> {
  const topic = noticeKinds['group-proposed'];
  const ofShow = { userId, folderId, rev: null, topic, kind: 'group-proposed' as const, 'facts.title.tmdbId': tmdbId };
  const { deletedCount } = await NoticeModel.deleteMany(ofShow);
  if (deletedCount > 0) await writeNoticesChanged([userId]);
}

/** Deletes the notices for and about a person whose account ends, and their channels and settings. */
export async function deleteNoticesOf(userId: string): Promise<void> {
  await NoticeModel.deleteMany({ $or: [{ userId }, { byUserId: userId }] });
  await ChannelModel.deleteMany({ userId });
  await NoticeDeliveryModel.deleteMany({ userId });
  await NoticeSettingsModel.deleteOne({ _id: userId });
}
