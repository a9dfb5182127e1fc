import { Types } from 'mongoose';
import type { ExportedNotifications } from '../../../common/schemas/export/export.ts';
import { mapPages, readById } from '../../platform/database/readPages.ts';
import type { Paged } from '../../platform/http/jsonPieces.ts';
import { exportLevels } from '../folders/noticeReads.service.ts';
import { type ChannelDoc, ChannelModel } from '../users/notices/channel.documents.ts';
import { type NoticeDoc, NoticeModel } from '../users/notices/notice.documents.ts';
import { toChannel } from './channels/channel.service.ts';
import { readSettings } from './notice.service.ts';
import { findVisible, groupNotices, toNotice } from './notice.views.ts';

/** The notices of an account, their settings, and where they are sent to. */
export async function exportNotices(userId: string): Promise<Paged<ExportedNotifications>> {
  const [settings, lists, channels] = await Promise.all([
    readSettings(userId),
    exportLevels(userId),
    ChannelModel.find({ userId }).sort({ _id: 1 }).lean<ChannelDoc[]>(),
  ]);
  return {
    notices: mapPages(readById<NoticeDoc>(NoticeModel, { userId: new Types.ObjectId(userId) }), exportPage),
    settings,
    lists,
    channels: channels.map(toChannel).map(({ id: _id, ...channel }) => channel),
  };
}

/** Also the notices that the app no longer shows, the oldest first. */
async function exportPage(page: readonly NoticeDoc[]): Promise<ExportedNotifications['notices']> {
  const groups = groupNotices(await findVisible(page.toReversed()));
  return groups.toReversed().map((group) => {
    const { id: _id, by: _by, path: _path, ...notice } = toNotice(group);
    return notice;
  });
}
