import type { ExportedNotifications } from '../../../common/schemas/export/export.ts';
import { exportLevels } from '../folders/noticeReads.service.ts';
import { type ChannelDoc, ChannelModel } from '../users/notices/channel.documents.ts';
import { toChannel } from './channels/channel.service.ts';
import { listNotices, readSettings } from './notice.service.ts';

/** The notices of an account, their settings, and where they are sent to. */
export async function exportNotices(userId: string): Promise<ExportedNotifications> {
  const [{ notices }, settings, lists, channels] = await Promise.all([
    listNotices(userId),
    readSettings(userId),
    exportLevels(userId),
    ChannelModel.find({ userId }).sort({ _id: 1 }).lean<ChannelDoc[]>(),
  ]);
  return {
    notices: notices.map(({ id: _id, by: _by, path: _path, ...notice }) => notice),
    settings,
    lists,
    channels: channels.map(toChannel).map(({ id: _id, ...channel }) => channel),
  };
}
