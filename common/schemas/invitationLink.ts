import { z } from 'zod';
import { limits } from '../constants.ts';
import { flagsSchema, offeredFlagsBody } from './flags.ts';
import { dateSchema, idRefSchema, idSchema, linkTokenSchema } from './primitives.ts';
import { publicUserSchema } from './user.ts';

/** An address with which anyone can become a member of a list. */
export const invitationLinkSchema = flagsSchema.extend({
  id: idSchema,
  folderId: idSchema,
  categoryId: idSchema,
  token: linkTokenSchema,
  /** How many people may join by it. Null: any number. */
  maxUses: z.int().min(1).nullable(),
  /** How many people have joined by it. */
  uses: z.int().min(0),
  createdAt: dateSchema,
  expiresAt: dateSchema,
  createdByUserId: idSchema,
  createdBy: publicUserSchema,
});
export type InvitationLink = z.infer<typeof invitationLinkSchema>;

export const createLinkBody = offeredFlagsBody.extend({
  maxUses: z.int().min(1).max(limits.linkUses).nullable().default(1),
  validDays: z.int().min(1).max(limits.linkDays).default(7),
});
export type CreateLinkBody = z.input<typeof createLinkBody>;

/** What the holder of a link sees before joining. */
export const linkOfferSchema = flagsSchema.extend({
  /** What the operator calls this instance. */
  instanceName: z.string(),
  /** Whether somebody without an account can create one with this link. */
  admitsNewcomers: z.boolean(),
  /** Null for a link that leads to the instance only. */
  listName: z.string().nullable(),
  itemCount: z.int().min(0),
  memberCount: z.int().min(0),
  createdBy: publicUserSchema,
  expiresAt: dateSchema,
});
export type LinkOffer = z.infer<typeof linkOfferSchema>;

export const linkTokenParams = z.object({ token: linkTokenSchema });

/** The list that the user has joined. */
export const joinedSchema = z.object({ folderId: idSchema, categoryId: idSchema });

/** A link that the operator makes, with which new people can create an account. */
export const instanceLinkSchema = invitationLinkSchema
  .pick({ id: true, token: true, maxUses: true, uses: true, createdAt: true, expiresAt: true, createdBy: true })
  .extend({
    /** The list that new people join as well, or null. */
    list: z.object({ id: idSchema, name: z.string() }).nullable(),
  });
export type InstanceLink = z.infer<typeof instanceLinkSchema>;

export const createInstanceLinkBody = createLinkBody.pick({ maxUses: true, validDays: true }).extend({
  /** One of your lists that the new people join as well. They may see it and add titles. */
  listId: idRefSchema.nullable().default(null),
});
export type CreateInstanceLinkBody = z.input<typeof createInstanceLinkBody>;
