import { z } from 'zod';
import { limits, reactionKinds } from '../constants.ts';
import { episodeNumberSchema } from './play.ts';
import { dateSchema, EXAMPLE_ID, idPageQuery, idSchema, textSchema } from './primitives.ts';
import { mediaTypeSchema } from './title.ts';
import { publicUserSchema } from './user.ts';

/** The episode that a comment is about. Null: it is about the title as a whole. In requests and answers, so without a name. */
const aboutSchema = z.object(episodeNumberSchema.shape).nullable();

const reactionKindSchema = z.enum(reactionKinds);
export type ReactionKind = z.infer<typeof reactionKindSchema>;

const reactionsSchema = z
  .object({
    kind: reactionKindSchema,
    count: z.int().min(1),
    /** The caller is among them. */
    isOwn: z.boolean(),
    /** The first people who reacted like this. */
    people: z.array(publicUserSchema).max(limits.namedReactions),
  })
  .meta({ id: 'CommentReactions', description: 'Who reacted to a comment in the same way.' });
export type Reactions = z.infer<typeof reactionsSchema>;

const commentShape = { id: idSchema, author: publicUserSchema, about: aboutSchema };

export const readableCommentSchema = z
  .object({
    ...commentShape,
    hidden: z.literal(false),
    text: z.string(),
    /** The author says that the comment contains spoilers. */
    spoiler: z.boolean(),
    createdAt: dateSchema,
    /** Null: it is as it was first written. */
    editedAt: dateSchema.nullable(),
    /** Each kind that somebody chose, in a fixed order. */
    reactions: z.array(reactionsSchema),
  })
  .meta({ id: 'ReadableComment' });
export type ReadableComment = z.infer<typeof readableCommentSchema>;

const hiddenCommentSchema = z.object({ ...commentShape, hidden: z.literal(true) }).meta({ id: 'HiddenComment' });

/** A comment as its reader may see it: without its text if it would tell more than the reader has seen. */
export const commentSchema = z
  .discriminatedUnion('hidden', [readableCommentSchema, hiddenCommentSchema])
  .meta({ id: 'Comment', description: 'What a member wrote about a title of a list.' });
export type Comment = z.infer<typeof commentSchema>;

/** What the log of a list says of a comment. Its text is never part of it. */
export const commentRefSchema = z
  .object({
    id: idSchema,
    itemId: idSchema,
    mediaType: mediaTypeSchema,
    tmdbId: z.int().positive(),
    title: z.string(),
    about: aboutSchema,
  })
  .meta({ id: 'CommentRef', description: 'A comment without its text.' });
export type CommentRef = z.infer<typeof commentRefSchema>;

const commentTextSchema = textSchema
  .trim()
  .min(1, 'Write something first')
  .max(limits.comment.max, `Use at most ${limits.comment.max.toLocaleString('en')} characters`);

export const commentBody = z
  .object({
    text: commentTextSchema,
    about: aboutSchema.default(null),
    spoiler: z.boolean().default(false),
  })
  .meta({ id: 'CommentBody', examples: [{ text: 'What an ending!', about: { season: 2, episode: 4 } }] });
export type CommentBody = z.input<typeof commentBody>;

/** What is not sent stays as it is. */
export const commentUpdateBody = z
  .object({
    text: commentTextSchema.optional(),
    about: aboutSchema.optional(),
    spoiler: z.boolean().optional(),
  })
  .meta({ id: 'CommentUpdateBody', examples: [{ text: 'What an ending! I have to see it again.' }] });
export type CommentUpdateBody = z.input<typeof commentUpdateBody>;

export const commentsQuery = idPageQuery(limits.commentsPage);

/** With `show`, the reader asks for the text of a comment with spoilers. */
export const commentQuery = z.object({ show: z.enum(['true', 'false']).default('false') });

export const itemCommentsParams = z.object({ id: idSchema, itemId: idSchema });

export const reactionParams = z.object({ id: idSchema, kind: reactionKindSchema });

/** The newest comment that the reader has seen. */
export const readBody = z.object({ upTo: idSchema }).meta({ id: 'ReadBody', examples: [{ upTo: EXAMPLE_ID }] });

/** The items of a list with comments that the reader has not seen yet, and could read. */
export const unreadSchema = z
  .object({ itemIds: z.array(idSchema) })
  .meta({ id: 'UnreadComments', description: 'The items of a list with new comments for you.' });
