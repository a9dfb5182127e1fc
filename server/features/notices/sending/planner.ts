import { Types, trusted } from 'mongoose';
import { groupBy } from '../../../../common/groupBy.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { findPresentIn } from '../../folders/noticeReads.service.ts';
import { findEnabled } from '../../users/accountState.service.ts';
import { type ChannelDoc, ChannelModel } from '../../users/notices/channel.documents.ts';
import { type NoticeDeliveryDoc, NoticeDeliveryModel } from '../../users/notices/delivery.documents.ts';
import { type NoticeDoc, NoticeModel } from '../../users/notices/notice.documents.ts';
import { findNoticeSettings } from '../../users/notices/noticeSettings.documents.ts';
import { quietUntil } from './quietHours.ts';
import { findSendable } from './sendable.ts';

/** A person gets at most one message about a list in this time. */
const SPACED_MS = 15 * 60 * 1000;
const BATCH = 1000;

interface Plan {
  /** These are not sent. */
  dropped: Types.ObjectId[];
  /** They can be sent later. */
  waiting: { ids: Types.ObjectId[]; until: Date }[];
  deliveries: NoticeDeliveryDoc[];
}

/** Some of the notices were read, withdrawn, or handed over by another node since they were planned. */
class OutdatedPlan extends Error {}

/**
 * Plans the messages for the next notices that are due, one for each list and channel. Resolves with whether there may be more.
 * An outdated plan is not stored: the next round makes a new one.
 */
export async function planDeliveries(now: Date): Promise<boolean> {
  const due = await NoticeModel.find({ sendAt: trusted({ $lte: now }) })
    .sort({ sendAt: 1 })
    .limit(BATCH)
    .lean<NoticeDoc[]>();
  if (due.length === 0) return false;
  try {
    await store(await plan(due, now), now);
  } catch (error) {
    if (error instanceof OutdatedPlan) return false;
    throw error;
  }
  return due.length === BATCH;
}

async function plan(due: readonly NoticeDoc[], now: Date): Promise<Plan> {
  const userIds = [...new Set(due.map(({ userId }) => String(userId)))];
  const settingsOf = await findNoticeSettings(userIds);
  const [enabled, channels, present, lastSent, sendable] = await Promise.all([
    findEnabled(userIds),
    findChannels(userIds),
    findPresentIn(userIds),
    findLastSent(userIds, now),
    findSendable(due, settingsOf),
  ]);
  const canBeSent = new Set(sendable.map(({ doc }) => doc));
  const made: Plan = { dropped: [], waiting: [], deliveries: [] };
  // A notice of no list is sent alone.
  for (const [key, all] of groupBy(due, ({ _id, userId, folderId }) => `${userId} ${folderId ?? _id}`)) {
    const userId = all[0]?.userId as Types.ObjectId;
    const settings = settingsOf(userId);
    const ownChannels = channels.get(String(userId)) ?? [];
    const isWanted = (notice: NoticeDoc) =>
      enabled.has(String(userId)) &&
      ownChannels.length > 0 &&
      !present.has(key) &&
      !notice.isRead &&
      canBeSent.has(notice);
    made.dropped.push(...idsOf(all.filter((notice) => !isWanted(notice))));
    const ids = idsOf(all.filter(isWanted));
    if (ids.length === 0) continue;
    const last = lastSent.get(key);
    const until = quietUntil(settings, now) ?? (last ? new Date(last.getTime() + SPACED_MS) : null);
    if (until) made.waiting.push({ ids, until });
    else {
      const delivery = { userId, noticeIds: ids, dueAt: now, attempts: 0 };
      for (const { _id: channelId } of ownChannels)
        made.deliveries.push({ ...delivery, _id: new Types.ObjectId(), channelId });
    }
  }
  return made;
}

const idsOf = (notices: readonly NoticeDoc[]) => notices.map(({ _id }) => _id);

/** Where messages are sent at once, by user. Mail has its own time. */
async function findChannels(userIds: readonly string[]): Promise<Map<string, Pick<ChannelDoc, '_id'>[]>> {
  const channels = await ChannelModel.find(
    { userId: trusted({ $in: userIds }), kind: trusted({ $ne: 'email' }) },
    { userId: 1 },
  ).lean();
  return groupBy(channels, ({ userId }) => String(userId));
}

/** When something of each list was last handed over for sending, if that was a moment ago. */
async function findLastSent(userIds: readonly string[], now: Date): Promise<Map<string, Date>> {
  const since = new Date(now.getTime() - SPACED_MS);
  const sent = await NoticeModel.find(
    { userId: trusted({ $in: userIds }), sentAt: trusted({ $gt: since }) },
    { userId: 1, folderId: 1, sentAt: 1 },
  )
    .sort({ sentAt: 1 })
    .lean();
  return new Map(sent.map(({ userId, folderId, sentAt }) => [`${userId} ${folderId}`, sentAt ?? since]));
}

/** Stores all of the plan, or throws OutdatedPlan. */
async function store({ dropped, waiting, deliveries }: Plan, now: Date): Promise<void> {
  const planned = [...new Map(deliveries.flatMap(({ noticeIds }) => noticeIds).map((id) => [String(id), id])).values()];
  // Another node may have handed them over, or put them off.
  const stillDue = (ids: Types.ObjectId[]) => ({ _id: trusted({ $in: ids }), sendAt: trusted({ $lte: now }) });
  await inTransaction(async () => {
    const claimed = await NoticeModel.updateMany(stillDue(planned), { $set: { sentAt: now }, $unset: { sendAt: 1 } });
    // Thrown, so that the transaction does not keep what it has claimed.
    if (claimed.modifiedCount !== planned.length) throw new OutdatedPlan();
    if (deliveries.length > 0) await NoticeDeliveryModel.insertMany(deliveries, { lean: true });
    if (dropped.length > 0) await NoticeModel.updateMany(stillDue(dropped), { $unset: { sendAt: 1 } });
    for (const { ids, until } of waiting) await NoticeModel.updateMany(stillDue(ids), { $set: { sendAt: until } });
  });
}
