import { z } from 'zod';
import { listAudienceSchema } from './audience.ts';
import { flagsSchema } from './flags.ts';
import { dateSchema, idSchema, revSchema, textSchema } from './primitives.ts';
import { contactSchema, publicUserSchema } from './user.ts';

/** A folder as all its members see it; part of each change. */
export const folderCoreSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    userId: idSchema,
    createdAt: dateSchema,
    itemCount: z.int().min(0),
    memberCount: z.int().min(0),
    /** Who reads the list on its owner's profile. Null is what the owner chose for all lists. */
    visibility: listAudienceSchema.nullable(),
    rev: revSchema,
  })
  .meta({ id: 'FolderCore', description: 'A folder or category as all its members see it.' });
export type FolderCore = z.infer<typeof folderCoreSchema>;

/** A folder as one user sees it: in REST answers and folder:available. */
export const folderSchema = folderCoreSchema
  .extend({
    isReviewed: z.boolean(),
    /** The `revId` of the folder's last change. Absent until the first change after the upgrade to protocol 9. */
    revId: idSchema.optional(),
    /** Increases when the owner or a member changes their name or picture; absent until then. */
    peopleRev: revSchema.optional(),
    /** Increases when what the members show each other as seen changes; absent until then. */
    seenRev: revSchema.optional(),
    isSharedByMe: z.boolean(),
    sharedByUser: contactSchema.optional(),
    sharedWithUser: contactSchema.optional(),
    sharedWithUsers: z.array(contactSchema).optional(),
    permissions: flagsSchema,
    memberIds: z.array(idSchema).optional(),
  })
  .meta({ id: 'Folder', description: 'A folder or category as you see it.' });
export type Folder = z.infer<typeof folderSchema>;

export const foundListSchema = folderCoreSchema
  .pick({ id: true, name: true, itemCount: true })
  .extend({
    owner: publicUserSchema,
    /** The viewer owns the list or is a member. Others see it on its owner's profile. */
    isMember: z.boolean(),
  })
  .meta({ id: 'FoundList', description: 'A folder or category that a search found.' });
export type FoundList = z.infer<typeof foundListSchema>;

export const searchListsQuery = z.object({ q: textSchema.max(200).default('') });

/** A list that its owner has deleted and can restore until `expiresAt`. */
export const deletedFolderSchema = folderCoreSchema
  .pick({ id: true, name: true, itemCount: true, memberCount: true })
  .extend({ deletedAt: dateSchema, expiresAt: dateSchema })
  .meta({ id: 'DeletedFolder', description: 'A folder or category that you can restore.' });
export type DeletedFolder = z.infer<typeof deletedFolderSchema>;

export const folderPermissionsSchema = flagsSchema.extend({ isOwner: z.boolean() }).meta({ id: 'FolderPermissions' });
export type FolderPermissions = z.infer<typeof folderPermissionsSchema>;
