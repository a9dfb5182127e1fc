import { z } from 'zod';
import { limits } from '../constants.ts';
import { dateSchema, EXAMPLE_ID, idSchema, plainTextSchema, textSchema } from './primitives.ts';
import { timeZoneSchema } from './progress.ts';
import { publicUserSchema } from './user.ts';

/** What notices are about. People choose for each topic whether it is sent to their devices. */
export const noticeTopics = [
  'invitations',
  'answers',
  'rights',
  'titles',
  'votes',
  'comments',
  'plays',
  'episodes',
  'webhooks',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

export const noticeSchema = z
  .object({
    /** Of its newest event. */
    id: idSchema,
    topic: z.enum(noticeTopics),
    /** Whose act it was. Null if it is about no person. */
    by: publicUserSchema.nullable(),
    /** One sentence, in which the person is named. */
    text: z.string(),
    /** The screen that shows what it is about. */
    path: z.string(),
    folderId: idSchema.nullable(),
    /** How many events it stands for. */
    count: z.int().positive(),
    at: dateSchema,
    isRead: z.boolean(),
  })
  .meta({ id: 'Notice', description: 'What happened, for one person. Similar events are one notice.' });
export type Notice = z.infer<typeof noticeSchema>;

export const noticesSchema = z
  .object({
    notices: z.array(noticeSchema),
    /** How many of all notices are not read. */
    unread: z.int().min(0),
  })
  .meta({ id: 'Notices', description: 'The newest notices of the last 30 days.' });
export type Notices = z.infer<typeof noticesSchema>;

/** Marks this notice and all older ones as read. */
export const readNoticesBody = z
  .object({ upTo: idSchema })
  .meta({ id: 'ReadNoticesBody', examples: [{ upTo: EXAMPLE_ID }] });

export const listNoticeLevels = ['all', 'mine', 'nothing'] as const;
const listNoticesShape = { level: z.enum(listNoticeLevels) };

/** `mine`: the caller's rights, votes, and comments on titles that the caller added. */
export const listNoticesBody = z
  .object(listNoticesShape)
  .meta({ id: 'ListNoticesBody', examples: [{ level: 'mine' }] });
export const listNoticesSchema = z
  .object(listNoticesShape)
  .meta({ id: 'ListNotices', description: 'Of which changes of a list the caller gets notices.' });
export type ListNoticeLevel = z.infer<typeof listNoticesSchema>['level'];

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 22:00');

/** The topics that are sent to devices, unless the person chooses otherwise. */
export const usualTopics = [
  'invitations',
  'votes',
  'plays',
  'episodes',
  'webhooks',
] as const satisfies readonly NoticeTopic[];

const settingsShape = {
  /** What is also sent to the caller's devices and channels. In the app, all topics are shown. */
  topics: z.array(z.enum(noticeTopics)).max(noticeTopics.length),
  /** Nothing is sent within these hours of the caller's day; it is sent afterwards. Null: at any time. */
  quietHours: z.object({ from: timeOfDay, to: timeOfDay }).nullable(),
  /** Messages to devices and channels name no titles and no lists. */
  hideTitles: z.boolean(),
};

export const noticeSettingsSchema = z
  .object({
    ...settingsShape,
    /** The IANA name of the caller's time zone. Null until a browser has sent it. */
    timeZone: z.string().nullable(),
  })
  .meta({ id: 'NoticeSettings', description: 'What is sent to the devices of the caller, and when.' });
export type NoticeSettings = z.infer<typeof noticeSettingsSchema>;

export const noticeSettingsBody = z
  .object({ ...settingsShape, timeZone: timeZoneSchema.unwrap() })
  .partial()
  .meta({ id: 'NoticeSettingsBody', examples: [{ topics: ['invitations', 'votes'], hideTitles: true }] });
export type NoticeSettingsBody = z.infer<typeof noticeSettingsBody>;

/** What the sender of a push message needs, as browsers give it. */
const subscriptionSchema = z.object({
  endpoint: textSchema.max(1000).pipe(z.url({ protocol: /^https?$/ })),
  keys: z.object({
    p256dh: textSchema.regex(/^[\w-]{80,100}={0,2}$/, 'Must be a public key'),
    auth: textSchema.regex(/^[\w-]{20,30}={0,2}$/, 'Must be a secret'),
  }),
});

const addressSchema = textSchema
  .max(1000)
  .pipe(z.url({ protocol: /^https?$/, error: 'Enter an http or https address' }));

export const channelKinds = ['push', 'ntfy', 'discord', 'webhook', 'email'] as const;
export type ChannelKind = (typeof channelKinds)[number];

const nameSchema = plainTextSchema.max(limits.channelName.max);

/** Where notices are sent to. Mail goes to the address of the account, after it is confirmed. */
export const channelBody = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('push'), name: nameSchema, subscription: subscriptionSchema }),
    z.object({ kind: z.literal('ntfy'), name: nameSchema, url: addressSchema }),
    z.object({ kind: z.literal('discord'), name: nameSchema, url: addressSchema }),
    z.object({ kind: z.literal('webhook'), name: nameSchema, url: addressSchema }),
    z.object({ kind: z.literal('email') }),
  ])
  .meta({ id: 'ChannelBody', examples: [{ kind: 'ntfy', name: 'Phone', url: 'https://ntfy.sh/my-topic' }] });
export type ChannelBody = z.infer<typeof channelBody>;

export const channelSchema = z
  .object({
    id: idSchema,
    kind: z.enum(channelKinds),
    name: z.string(),
    /** The host that it leads to. Empty for mail. */
    host: z.string(),
    createdAt: dateSchema,
    lastSentAt: dateSchema.nullable(),
    /** Why the last attempt failed. Null if it did not. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'Channel', description: 'A device or service that notices are sent to, without its secret address.' });
export type Channel = z.infer<typeof channelSchema>;

export const channelsSchema = z
  .object({
    channels: z.array(channelSchema),
    /** The server's public key, with which a browser subscribes. */
    pushKey: z.string(),
    /** Whether this server sends mail. */
    hasEmail: z.boolean(),
    /** Whether the address of the account is confirmed. */
    isEmailConfirmed: z.boolean(),
  })
  .meta({ id: 'Channels' });
export type Channels = z.infer<typeof channelsSchema>;

export const testedChannelSchema = z
  .object({ problem: z.string().nullable() })
  .meta({ id: 'TestedChannel', description: 'Why the message could not be sent, or null.' });
