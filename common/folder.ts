import { z } from 'zod';
import { limits } from './constants.ts';
import { flagsSchema } from './permissions.ts';
import { dateSchema, idSchema, revSchema } from './primitives.ts';
import { contactSchema } from './user.ts';

/** A folder as everybody in it sees it; what changes carry. */
export const folderCoreSchema = z.object({
  id: idSchema,
  name: z.string(),
  userId: idSchema,
  createdAt: dateSchema,
  itemCount: z.int().min(0),
  memberCount: z.int().min(0),
  rev: revSchema,
});
export type FolderCore = z.infer<typeof folderCoreSchema>;

/** A folder as one person sees it: REST answers and folder:available. */
export const folderSchema = folderCoreSchema.extend({
  isReviewed: z.boolean(),
  isSharedByMe: z.boolean(),
  sharedByUser: contactSchema.optional(),
  sharedWithUser: contactSchema.optional(),
  sharedWithUsers: z.array(contactSchema).optional(),
  permissions: flagsSchema,
  memberIds: z.array(idSchema).optional(),
});
export type Folder = z.infer<typeof folderSchema>;

export const folderNameBody = z.object({
  name: z
    .string()
    .trim()
    .min(limits.listName.min, 'Enter a name')
    .max(limits.listName.max, `Use at most ${limits.listName.max} characters`),
});

export const folderPermissionsSchema = flagsSchema.extend({ isOwner: z.boolean() });
export type FolderPermissions = z.infer<typeof folderPermissionsSchema>;
