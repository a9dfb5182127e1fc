import { z } from 'zod';
import { flagsSchema } from '../flags.ts';
import { deletedFolderSchema, folderCoreSchema } from '../folder.ts';
import { invitationSchema } from '../invitation.ts';
import { invitationLinkSchema } from '../invitationLink.ts';
import { itemSchema } from '../item.ts';
import { dateSchema, idSchema } from '../primitives.ts';
import { exportedPersonSchema } from './person.ts';

/** A title of a list. */
const exportedItemSchema = itemSchema
  .omit({ folderId: true, categoryId: true, userId: true, addedBy: true })
  .extend({
    /** Who added it. Absent when the user did. */
    addedBy: exportedPersonSchema.optional(),
    /** Who marked it as watched. Absent when the user did, when nobody did, and when it is not known. */
    watchedBy: exportedPersonSchema.optional(),
  })
  .meta({ id: 'ExportedItem' });
export type ExportedItem = z.infer<typeof exportedItemSchema>;

const memberSchema = flagsSchema.extend({ person: exportedPersonSchema, createdAt: dateSchema });

const contents = {
  /** Reviewed has the titles that the user has reviewed. */
  kind: z.enum(['normal', 'reviewed']),
  members: z.array(memberSchema),
  /** In the order of the list. */
  items: z.array(exportedItemSchema),
};

/** Whether the user shows the others of a list what they have seen. Null before the first answer. */
const showsSeen = z.boolean().nullable();

/** An own list. `visibility` is null where the choice for all lists applies. */
export const exportedListSchema = folderCoreSchema
  .pick({ id: true, name: true, createdAt: true, visibility: true })
  .extend({ ...contents, showsSeen })
  .meta({ id: 'ExportedList', description: 'One of your own lists, with its titles in order.' });
export type ExportedList = z.infer<typeof exportedListSchema>;

export const exportedDeletedListSchema = exportedListSchema
  .omit({ showsSeen: true })
  .extend(deletedFolderSchema.pick({ deletedAt: true, expiresAt: true }).shape)
  .meta({ id: 'ExportedDeletedList', description: 'A deleted list that you can still restore.' });
export type ExportedDeletedList = z.infer<typeof exportedDeletedListSchema>;

export const exportedMembershipSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    owner: exportedPersonSchema,
    /** Who made the user a member. */
    sharedBy: exportedPersonSchema,
    /** Since when the user is a member. */
    createdAt: dateSchema,
    permissions: flagsSchema,
    showsSeen,
    /** Only the titles that the user added, marked as watched or wrote the note of. A note that is not the user's is null. */
    items: z.array(exportedItemSchema),
  })
  .meta({ id: 'ExportedMembership', description: 'A list of somebody else, with what you did in it.' });
export type ExportedMembership = z.infer<typeof exportedMembershipSchema>;

const invitationShape = {
  listId: idSchema,
  /** Null when the list is none of the user's and does not wait for their answer. */
  listName: z.string().nullable(),
  ...invitationSchema.pick({ status: true, createdAt: true, respondedAt: true }).shape,
  permissions: flagsSchema,
};

/** An invitation to the user. */
export const receivedInvitationSchema = z.object({ from: exportedPersonSchema, ...invitationShape });
export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>;

/** An invitation by the user. */
export const sentInvitationSchema = z.object({ to: exportedPersonSchema, ...invitationShape });
export type SentInvitation = z.infer<typeof sentInvitationSchema>;

/** An invitation link of the user, without the secret part of its address. */
export const exportedLinkSchema = invitationLinkSchema
  .pick({ createdAt: true, expiresAt: true, maxUses: true, uses: true })
  .extend({
    /** Null for a link that leads to the instance only. */
    listId: idSchema.nullable(),
    permissions: flagsSchema,
  });
export type ExportedLink = z.infer<typeof exportedLinkSchema>;

/** A request by the user to join a list. */
export const exportedJoinRequestSchema = z.object({
  listId: idSchema,
  status: z.enum(['pending', 'declined']),
  createdAt: dateSchema,
});
export type ExportedJoinRequest = z.infer<typeof exportedJoinRequestSchema>;
