import { z } from 'zod';
import { limits } from '../constants.ts';
import type { ErrorBody } from '../errors.ts';
import { changeBatchSchema } from './changes.ts';
import { folderSchema } from './folder.ts';
import { importSchema } from './import.ts';
import { invitationSchema } from './invitation.ts';
import { invitationLinkSchema } from './invitationLink.ts';
import { joinRequestSchema, joinStateSchema } from './joinRequest.ts';
import { playSchema, proposalSchema } from './play.ts';
import { pollProgressSchema } from './poll.ts';
import { dateSchema, idSchema, revSchema } from './primitives.ts';
import { reviewSchema } from './review.ts';
import { publicUserSchema } from './user.ts';
import { changedGroupSchema } from './watchGroup.ts';

const goneReasons = ['deleted', 'left', 'removed'] as const;
export type GoneReason = (typeof goneReasons)[number];

/** A user who has a folder open in any number of tabs, and the item that they opened last. */
const presenceSchema = z
  .object({ user: publicUserSchema, since: dateSchema, itemId: idSchema.optional() })
  .meta({ id: 'Presence', description: 'A user who has the list open.' });
export type Presence = z.infer<typeof presenceSchema>;

/** Every event that a tab receives, with its payload. Tests check each emit against these schemas. */
export const serverEvents = {
  'folder:changes': changeBatchSchema,
  'folder:available': z.object({ folder: folderSchema }),
  'folder:gone': z.object({ folderId: idSchema, reason: z.enum(goneReasons) }),
  /** A new invitation, for the invitee. */
  'invitation:received': z.object({ invitation: invitationSchema }),
  /** The same, for everyone who may read the list's invitations. They and the invitee get the next two events. */
  'invitation:sent': z.object({ invitation: invitationSchema }),
  'invitation:answered': z.object({ invitation: invitationSchema }),
  'invitation:withdrawn': z.object({ invitation: invitationSchema }),
  /** The links of a list that are valid now, for everyone who may read its invitations. */
  'invitation-links:changed': z.object({ folderId: idSchema, links: z.array(invitationLinkSchema) }),
  /** The requests to join a list that wait for an answer, for everyone who may read its invitations. */
  'join-requests:changed': z.object({ folderId: idSchema, requests: z.array(joinRequestSchema) }),
  /** What has become of the user's own request to join a list. */
  'join-state:changed': joinStateSchema,
  /** A poll as everyone who takes part may see it: without ballots until the result. */
  'poll:changed': pollProgressSchema,
  'play:saved': z.object({ play: playSchema }),
  /** `isStillSeen`: the user has another play of the title. */
  'play:deleted': z.object({ play: playSchema, isStillSeen: z.boolean() }),
  /** The user's progress of a show changed by more than one play, or of all shows (null): load it again, and the diary. */
  'progress:changed': z.object({ tmdbId: z.int().positive().nullable() }),
  /** For the companion: a new proposal, or one that was answered in another tab. */
  'play:proposed': z.object({ proposal: proposalSchema }),
  /** The watch group of a show in a list, for the list's members: somebody joined or left, or its next episode changed. */
  'group:changed': changedGroupSchema,
  /** A member proposes to the user that they watch a show together. */
  'group:proposed': z.object({
    folderId: idSchema,
    tmdbId: z.int().positive(),
    title: z.string(),
    by: publicUserSchema,
  }),
  /**
   * A member has seen these items of a list, or no longer counts as having seen them. With `shows`, the member has also
   * decided whether the others see it. Only for members who show it; the members' own tabs hear it in any case.
   */
  'seen:changed': z.object({
    folderId: idSchema,
    userId: idSchema,
    itemIds: z.array(idSchema),
    seen: z.boolean(),
    shows: z.boolean().optional(),
  }),
  /** For the members of a list: a comment was edited, deleted or restored, or someone reacted to it. Load it again. */
  'comment:changed': z.object({ folderId: idSchema, itemId: idSchema, commentId: idSchema }),
  /** The user has read the comments on an item of a list. */
  'comments:read': z.object({ folderId: idSchema, itemId: idSchema }),
  'review:saved': z.object({ review: reviewSchema }),
  'review:deleted': z.object({ review: reviewSchema }),
  /** The user's recommendations changed without a review: load them again. */
  'recommendations:changed': z.object({}),
  /** How far an import of the user is, or that it is gone (null). */
  'import:progress': z.object({ importId: idSchema, import: importSchema.nullable() }),
  /** The user's players, or what they report, changed: load them again. */
  'players:changed': z.object({}),
  /** The user's notices changed, or were read in another tab: load them again. */
  'notices:changed': z.object({}),
  'pin:changed': z.object({ userId: idSchema, isPinned: z.boolean() }),
  'user:updated': z.object({ user: publicUserSchema }),
  /** What others may see of a user, or of everyone (null), has changed: load again what is shown of them. */
  'user:visibility-changed': z.object({ userId: idSchema.nullable() }),
  /** The user has become an operator, or no longer is one. */
  'operator:changed': z.object({ isOperator: z.boolean() }),
  /** For operators: the reports or how many of them wait have changed. */
  'reports:changed': z.object({}),
  /** Where titles come from, their language or their region has changed: load them and the configuration again. */
  'titles:changed': z.object({}),
  'presence:changed': z.object({ folderId: idSchema, present: z.array(presenceSchema) }),
} as const;

/** The payload of each event. `session:ended` carries none, so it is not listed here. */
export type EventPayloads = { [E in keyof typeof serverEvents]: z.infer<(typeof serverEvents)[E]> };

/** The events that no folder's log has: they are stored for an hour, and delivered to named users or to an audience. */
export type PersonalEvent = Exclude<
  keyof EventPayloads,
  'folder:changes' | 'folder:available' | 'folder:gone' | 'presence:changed'
>;

/** Events for named users alone, which raise the rev of each. They have tests in `server/features/users/notification.test.ts`. */
export type NamedEvent = Exclude<
  PersonalEvent,
  | 'comment:changed'
  | 'group:changed'
  | 'invitation:sent'
  | 'invitation-links:changed'
  | 'join-requests:changed'
  | 'notices:changed'
  | 'poll:changed'
  | 'titles:changed'
>;

export type ServerToClientEvents = { [E in keyof EventPayloads]: (payload: EventPayloads[E]) => void } & {
  'session:ended': () => void;
};

export type ServerEvent = keyof ServerToClientEvents;

const byFolder = <T extends z.ZodType>(value: T) =>
  z
    .record(idSchema, value)
    .refine((revs) => Object.keys(revs).length <= limits.syncFolders, `At most ${limits.syncFolders} folders`);

/**
 * What a tab already knows: the rev of each folder it holds, their `revId`, `peopleRev` and `seenRev` where there is one,
 * and its userRev. `after` and `upTo` limit the request to the folders after one id, up to and including another.
 */
export const syncRequestSchema = z
  .object({
    folders: byFolder(revSchema),
    revIds: byFolder(idSchema).optional(),
    peopleRevs: byFolder(revSchema).optional(),
    seenRevs: byFolder(revSchema).optional(),
    userRev: revSchema,
    after: idSchema.optional(),
    upTo: idSchema.optional(),
  })
  .meta({ id: 'SyncRequest', description: 'What the tab has: the rev of each list and of the user.' });
export type SyncRequest = z.infer<typeof syncRequestSchema>;

/**
 * What changed since the tab's revs. `folders` holds, without items, each folder whose rev, revId, peopleRev or seenRev
 * differs from the tab's. A rev below the tab's, or the tab's with another revId, means that the database lost changes, for
 * example because a backup was restored: the tab must read that folder again. `people` holds
 * the owner and members of folders with another peopleRev; it is absent if no name or picture changed. With `next`, the
 * answer covers only the folders up to that id: send the next request with it as `after`.
 */
export const syncAnswerSchema = z
  .object({
    folders: z.array(folderSchema),
    people: z.array(publicUserSchema).optional(),
    gone: z.array(idSchema),
    invitations: z.array(invitationSchema),
    /** The open polls of all folders that the user sees. Absent if there are none. */
    polls: z.array(pollProgressSchema).optional(),
    userRev: revSchema,
    next: idSchema.optional(),
  })
  .meta({ id: 'SyncAnswer', description: 'What changed since then.' });
export type SyncAnswer = z.infer<typeof syncAnswerSchema>;

/** A tab's location: the folder that it shows, and the item that is open in it. */
export const placeSchema = z
  .object({ folderId: idSchema, itemId: idSchema.optional() })
  .meta({ id: 'Place', description: 'The list that a tab shows, and the item that is open there.' });
export type TabPlace = z.infer<typeof placeSchema>;

const doneSchema = z.object({ ok: z.literal(true) });

/** Every event that a tab sends, with its payload and what it is acknowledged with. An ErrorBody is possible as well. */
export const clientEvents = {
  sync: { request: syncRequestSchema, answer: syncAnswerSchema },
  /** A tab is in one folder at a time: entering the next one leaves the previous one. */
  'presence:enter': { request: placeSchema, answer: doneSchema },
  'presence:leave': { request: placeSchema, answer: doneSchema },
} as const;

export type ClientToServerEvents = {
  [E in keyof typeof clientEvents]: (
    request: z.infer<(typeof clientEvents)[E]['request']>,
    reply: (answer: z.infer<(typeof clientEvents)[E]['answer']> | ErrorBody) => void,
  ) => void;
};
