import { z } from 'zod';
import { type ChangeBatch, changeBatchSchema } from './changes.ts';
import { limits } from './constants.ts';
import type { ErrorBody } from './errors.ts';
import { type Folder, folderSchema } from './folder.ts';
import { type Invitation, invitationSchema } from './invitation.ts';
import { dateSchema, idSchema, revSchema } from './primitives.ts';
import { type Review, reviewSchema } from './review.ts';
import { type PublicUser, publicUserSchema } from './user.ts';

export const goneReasons = ['deleted', 'left', 'removed'] as const;
export type GoneReason = (typeof goneReasons)[number];

/** Somebody who has a folder open, in however many tabs, and the poster among its items that they looked at last. */
export const presenceSchema = z.object({ user: publicUserSchema, since: dateSchema, itemId: idSchema.optional() });
export type Presence = z.infer<typeof presenceSchema>;

/** Every event a tab can hear, with its payload; tests hold each emit against these schemas. */
export const serverEvents = {
  'folder:changes': changeBatchSchema,
  'folder:available': z.object({ folder: folderSchema }),
  'folder:gone': z.object({ folderId: idSchema, reason: z.enum(goneReasons) }),
  'invitation:received': z.object({ invitation: invitationSchema }),
  'invitation:sent': z.object({ invitation: invitationSchema }),
  'invitation:answered': z.object({ invitation: invitationSchema }),
  'invitation:withdrawn': z.object({ invitation: invitationSchema }),
  'review:saved': z.object({ review: reviewSchema }),
  'review:deleted': z.object({ review: reviewSchema }),
  'recommendations:changed': z.object({}),
  'pin:changed': z.object({ userId: idSchema, isPinned: z.boolean() }),
  'user:updated': z.object({ user: publicUserSchema }),
  'presence:changed': z.object({ folderId: idSchema, present: z.array(presenceSchema) }),
} as const;

export interface ServerToClientEvents {
  'folder:changes': (batch: ChangeBatch) => void;
  'folder:available': (news: { folder: Folder }) => void;
  'folder:gone': (news: { folderId: string; reason: GoneReason }) => void;
  /** A new invitation, for the invitee. */
  'invitation:received': (news: { invitation: Invitation }) => void;
  /** The same for everyone who may read the list's invitations; the next two are for them and the invitee. */
  'invitation:sent': (news: { invitation: Invitation }) => void;
  'invitation:answered': (news: { invitation: Invitation }) => void;
  'invitation:withdrawn': (news: { invitation: Invitation }) => void;
  'review:saved': (news: { review: Review }) => void;
  'review:deleted': (news: { review: Review }) => void;
  /** What is picked for the user has changed without a review: read it again. */
  'recommendations:changed': (news: Record<string, never>) => void;
  'pin:changed': (news: { userId: string; isPinned: boolean }) => void;
  'user:updated': (news: { user: PublicUser }) => void;
  'presence:changed': (news: { folderId: string; present: Presence[] }) => void;
  'session:ended': () => void;
}

export type ServerEvent = keyof ServerToClientEvents;

/** What a tab already knows: the rev of each folder it holds, and of its own news. */
export const syncRequestSchema = z.object({
  folders: z
    .record(idSchema, revSchema)
    .refine((folders) => Object.keys(folders).length <= limits.syncFolders, `At most ${limits.syncFolders} folders`),
  userRev: revSchema,
});
export type SyncRequest = z.infer<typeof syncRequestSchema>;

/** What changed meanwhile: folders new or ahead (whole, without items), folders lost, and the pending invitations. */
export const syncAnswerSchema = z.object({
  folders: z.array(folderSchema),
  gone: z.array(idSchema),
  invitations: z.array(invitationSchema),
  userRev: revSchema,
});
export type SyncAnswer = z.infer<typeof syncAnswerSchema>;

/** Where a tab is: the folder it shows, and the item of it that is open there. */
export const placeSchema = z.object({ folderId: idSchema, itemId: idSchema.optional() });
export type Place = z.infer<typeof placeSchema>;

type Done = { ok: true };

export interface ClientToServerEvents {
  sync: (request: SyncRequest, reply: (answer: SyncAnswer | ErrorBody) => void) => void;
  /** A tab is in one folder at a time: entering the next leaves the last. */
  'presence:enter': (place: Place, reply: (answer: Done | ErrorBody) => void) => void;
  'presence:leave': (place: Place, reply: (answer: Done | ErrorBody) => void) => void;
}
