import { z } from 'zod';
import { limits } from '../constants.ts';
import { flagsSchema, offeredFlagsBody } from './flags.ts';
import { dateSchema, idPageQuery, idRefSchema, idSchema, linkTokenSchema } from './primitives.ts';
import { mediaTypeSchema } from './title.ts';
import { publicUserSchema } from './user.ts';

export const invitationLinkSchema = flagsSchema
  .extend({
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
  })
  .meta({ id: 'InvitationLink', description: 'An address with which anyone can join a list.' });
export type InvitationLink = z.infer<typeof invitationLinkSchema>;

export const createLinkBody = offeredFlagsBody
  .extend({
    maxUses: z.int().min(1).max(limits.linkUses).nullable().default(1),
    validDays: z.int().min(1).max(limits.linkDays).default(7),
  })
  .meta({ id: 'CreateLinkBody', examples: [{ canAdd: true, maxUses: null, validDays: 7 }] });
export type CreateLinkBody = z.input<typeof createLinkBody>;

/** What the offer of a link shows of a title: its poster, and nothing that members have written. */
const offeredTitleSchema = z.object({
  mediaType: mediaTypeSchema,
  tmdbId: z.int().positive(),
  title: z.string(),
  posterPath: z.string().nullable(),
});

export const linkOfferSchema = flagsSchema
  .extend({
    /** What the operator calls this instance. */
    instanceName: z.string(),
    /** Whether somebody without an account can create one with this link. */
    admitsNewcomers: z.boolean(),
    /** Null for a link that leads to the instance only. */
    listName: z.string().nullable(),
    itemCount: z.int().min(0),
    memberCount: z.int().min(0),
    /** The first titles of the list that have a poster. */
    posters: z.array(offeredTitleSchema).max(limits.offeredPosters),
    createdBy: publicUserSchema,
    expiresAt: dateSchema,
  })
  .meta({ id: 'LinkOffer', description: 'What an invitation link offers.' });
export type LinkOffer = z.infer<typeof linkOfferSchema>;

export const linkTokenParams = z.object({ token: linkTokenSchema });

export const joinedSchema = z
  .object({ folderId: idSchema, categoryId: idSchema })
  .meta({ id: 'Joined', description: 'The list that you joined.' });

/** The list of a link as operators see it. The name is null if the operator may not see the list. */
const linkedListSchema = z.object({ id: idSchema, name: z.string().nullable() });

/** A link into a list as operators see it: without its token, since it must not lead the operator into the list. */
export const listLinkSchema = invitationLinkSchema
  .pick({ id: true, maxUses: true, uses: true, createdAt: true, expiresAt: true, createdBy: true })
  .extend({
    list: linkedListSchema,
    /** Suspended: it opens nothing while the account of its maker or of the list's owner is disabled. */
    state: z.enum(['active', 'suspended']),
  })
  .meta({ id: 'ListLink', description: 'An invitation link to a list, as operators see it.' });
export type ListLink = z.infer<typeof listLinkSchema>;

export const listLinksQuery = idPageQuery(limits.listLinksPage);

/** A link that the operator makes, with which new people can create an account. */
export const instanceLinkSchema = listLinkSchema
  .extend({
    /** Null for a link into a list that another operator has made: it would lead the operator into the list. */
    token: linkTokenSchema.nullable(),
    /** The list that new people join as well, or null. */
    list: linkedListSchema.nullable(),
  })
  .meta({ id: 'InstanceLink', description: 'An invitation link of an operator.' });
export type InstanceLink = z.infer<typeof instanceLinkSchema>;

export const createInstanceLinkBody = createLinkBody
  .pick({ maxUses: true, validDays: true })
  .extend({
    /** One of your lists that the new people join as well. They may see it and add titles. */
    listId: idRefSchema.nullable().default(null),
  })
  .meta({ id: 'CreateInstanceLinkBody', examples: [{ maxUses: 5, validDays: 14, listId: null }] });
export type CreateInstanceLinkBody = z.input<typeof createInstanceLinkBody>;
