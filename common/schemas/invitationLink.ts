import { z } from 'zod';
import { limits } from '../constants.ts';
import { flagsSchema, offeredFlagsBody } from './flags.ts';
import { dateSchema, idSchema } from './primitives.ts';
import { publicUserSchema } from './user.ts';

/** The secret part of an invitation link's address: 128 random bits in base64url. */
const linkTokenSchema = z.string().regex(/^[\w-]{22}$/, 'Must be the token of a link');

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
  listName: z.string(),
  itemCount: z.int().min(0),
  memberCount: z.int().min(0),
  createdBy: publicUserSchema,
  expiresAt: dateSchema,
});
export type LinkOffer = z.infer<typeof linkOfferSchema>;

export const linkTokenParams = z.object({ token: linkTokenSchema });

/** The list that the user has joined. */
export const joinedSchema = z.object({ folderId: idSchema, categoryId: idSchema });
