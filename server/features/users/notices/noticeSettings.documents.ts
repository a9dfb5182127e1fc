import { model, Schema, type Types, trusted } from 'mongoose';
import { type NoticeSettings, noticeTopics, usualTopics } from '../../../../common/schemas/notice.ts';
import type { SchemaFields } from '../../../platform/stored.ts';

/** What a person has chosen for their notices. Absent fields, and no document, mean the usual settings. */
interface NoticeSettingsDoc extends Partial<NoticeSettings> {
  /** The user's id. */
  _id: Types.ObjectId;
}

const schema = new Schema<NoticeSettingsDoc>(
  {
    topics: { type: [{ type: String, enum: noticeTopics }], default: undefined },
    quietHours: { type: Schema.Types.Mixed },
    hideTitles: { type: Boolean },
    timeZone: { type: String },
  } satisfies SchemaFields<NoticeSettingsDoc>,
  { versionKey: false },
);

export const NoticeSettingsModel = model<NoticeSettingsDoc>('NoticeSettings', schema, 'noticesettings');

/** Quiet by default: few topics, and nothing at night. */
const usual: NoticeSettings = {
  topics: [...usualTopics],
  quietHours: { from: '22:00', to: '08:00' },
  hideTitles: false,
  timeZone: null,
};

export async function findNoticeSettings(
  userIds: Iterable<Types.ObjectId | string>,
): Promise<(userId: Types.ObjectId | string) => NoticeSettings> {
  const ids = [...new Set([...userIds].map(String))];
  const docs = await NoticeSettingsModel.find({ _id: trusted({ $in: ids }) }).lean<NoticeSettingsDoc[]>();
  const byId = new Map(docs.map(({ _id, ...settings }) => [String(_id), { ...usual, ...settings }]));
  return (userId) => byId.get(String(userId)) ?? usual;
}
