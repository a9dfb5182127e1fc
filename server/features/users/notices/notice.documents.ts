import { model, Schema, type Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { EpisodeNumber } from '../../../../common/progress.ts';
import { type NoticeTopic, noticeTopics } from '../../../../common/schemas/notice.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import type { Webhook } from '../../../../common/schemas/webhook.ts';
import type { SchemaFields } from '../../../platform/stored.ts';

export const noticeKinds = {
  invited: 'invitations',
  declined: 'answers',
  joined: 'answers',
  admitted: 'answers',
  'rights-changed': 'rights',
  removed: 'rights',
  'made-owner': 'rights',
  'list-deleted': 'rights',
  'titles-added': 'titles',
  'vote-opened': 'votes',
  commented: 'comments',
  'play-proposed': 'plays',
  'play-recorded': 'plays',
  'group-proposed': 'plays',
  'player-shared': 'invitations',
  'episode-out': 'episodes',
  'webhook-off': 'webhooks',
} as const satisfies Record<string, NoticeTopic>;
export type NoticeKind = keyof typeof noticeKinds;

interface NoticeTitle {
  mediaType: MediaType;
  tmdbId: number;
  title: string;
}

/** What a notice's text needs beside the list and the person. Never the text of a comment, nor the name of an episode. */
interface NoticeFacts {
  title?: NoticeTitle;
  /** Of a play of one episode. */
  episode?: EpisodeNumber;
  /** How many titles were added. */
  count?: number;
  commentId?: Types.ObjectId;
  /** Of a vote. Absent in notices of earlier versions. */
  pollId?: Types.ObjectId;
  /** Only where the person can no longer see the list. */
  listName?: string;
  /** The day of the episode. */
  day?: string;
  /** How long that day still was when the notice was made. */
  restMs?: number;
  webhook?: Pick<Webhook, 'name' | 'offBecause'>;
  playerName?: string;
}

/**
 * One event, for one person. It is unique by all of `userId`, `folderId`, `rev`, `topic` and `about`, so that reading the log
 * again after a crash stores nothing twice.
 */
export interface NoticeDoc {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  topic: NoticeTopic;
  kind: NoticeKind;
  folderId: Types.ObjectId | null;
  /** Of the change in the list's log. Null for what is in no log: `about` says what it is then. */
  rev: number | null;
  about: string | null;
  byUserId: Types.ObjectId | null;
  facts: NoticeFacts;
  /** Who wants only what concerns them of the list does not hear of it. Absent in notices of earlier versions. */
  isGeneral?: boolean;
  isRead: boolean;
  createdAt: Date;
  expiresAt: Date;
  /** When it may be sent to the person's channels. Absent when there is nothing to send. */
  sendAt?: Date;
  /** When it was handed over for sending. */
  sentAt?: Date;
  /** When it was in a daily mail. */
  mailedAt?: Date;
}

const schema = new Schema<NoticeDoc>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    topic: { type: String, enum: noticeTopics, required: true },
    kind: { type: String, required: true },
    folderId: { type: Schema.Types.ObjectId, default: null },
    rev: { type: Number, default: null },
    about: { type: String, default: null },
    byUserId: { type: Schema.Types.ObjectId, default: null },
    facts: { type: Schema.Types.Mixed, default: {} },
    isGeneral: { type: Boolean },
    isRead: { type: Boolean, default: false },
    expiresAt: { type: Date, required: true },
    sendAt: { type: Date },
    sentAt: { type: Date },
    mailedAt: { type: Date },
  } satisfies SchemaFields<NoticeDoc>,
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false, minimize: false },
);
schema.index({ userId: 1, folderId: 1, rev: 1, topic: 1, about: 1 }, { unique: true });
schema.index({ userId: 1, _id: 1 });
schema.index({ userId: 1, isRead: 1, _id: 1 });
schema.index({ byUserId: 1 });
schema.index({ sendAt: 1 }, { partialFilterExpression: { sendAt: { $exists: true } } });
schema.index({ userId: 1, sentAt: 1 }, { partialFilterExpression: { sentAt: { $exists: true } } });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const NoticeModel = model<NoticeDoc>('Notice', schema, 'notices');

export const NOTICE_KEPT_MS = limits.noticeDays * 24 * 60 * 60 * 1000;
