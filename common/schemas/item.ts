import { z } from 'zod';
import { limits } from '../constants.ts';
import { imagePath } from '../pictures.ts';
import { dateSchema, idRefSchema, idSchema, plainTextSchema, textSchema } from './primitives.ts';
import { mediaTypeSchema } from './title.ts';
import { publicUserSchema } from './user.ts';

const imagePathSchema = z.string().regex(imagePath, 'Must be the path of a picture').nullable().default(null);

/** The facts of a title that an item stores, so that lists need no call to the movie database. */
export const titleFactsSchema = z.object({
  tmdbId: z.int().positive(),
  mediaType: mediaTypeSchema,
  title: z.string().min(1).max(limits.title.max),
  overview: z.string().max(limits.overview.max).nullable().default(null),
  posterPath: imagePathSchema,
  backdropPath: imagePathSchema,
  releaseDate: z.string().max(10).nullable().default(null),
  /** The 0-10 rating times 10, rounded. */
  voteAverage: z.int().min(0).max(100).nullable().default(null),
  genres: z.array(z.int()).max(limits.genres.max).default([]),
  /** Minutes. */
  runtime: z.int().min(0).nullable().default(null),
});
export type TitleFacts = z.infer<typeof titleFactsSchema>;

/** The facts of a title as requests send them. */
export const sentFactsSchema = titleFactsSchema.extend({
  title: plainTextSchema.min(1).max(limits.title.max),
  overview: plainTextSchema.max(limits.overview.max).nullable().default(null),
  releaseDate: textSchema.max(10).nullable().default(null),
});

/** The part of an item that members change. Such a change can be undone. */
const itemStateSchema = z.object({
  watched: z.boolean(),
  /** Why the title is in the list, in one or two sentences. */
  note: z.string().max(limits.note.max).nullable(),
  /** The item's place in the order that members give the list, see `common/rank.ts`. Null: by when it was added. */
  rank: z.string().nullable(),
  /** Ten-point rating of the owner's review, inside Reviewed. */
  userRating: z.int().min(2).max(10).nullable(),
});
export type ItemState = z.infer<typeof itemStateSchema>;

/** The item's ids, and who added it when. These never change. */
const itemIdentitySchema = z.object({
  id: idSchema,
  folderId: idSchema,
  categoryId: idSchema,
  userId: idSchema,
  createdAt: dateSchema,
  addedBy: publicUserSchema,
});

export const itemSchema = z.object({
  ...titleFactsSchema.shape,
  ...itemStateSchema.shape,
  ...itemIdentitySchema.shape,
});
export type Item = z.infer<typeof itemSchema>;

/** The folder of a request body, under the name of either family. */
export const folderRefShape = {
  folderId: idRefSchema.optional(),
  categoryId: idRefSchema.optional(),
};

/** True when a body names exactly one folder. */
export function namesOneFolder(body: { folderId?: string; categoryId?: string }): boolean {
  return (body.folderId === undefined) !== (body.categoryId === undefined);
}

export const addItemBody = sentFactsSchema
  .extend({ ...folderRefShape, watched: z.boolean().default(false) })
  .refine(namesOneFolder, { path: ['folderId'], message: 'Name exactly one of folderId and categoryId' });
export type AddItemBody = z.input<typeof addItemBody>;

/** What a request says about the item to add, with defaults for what it leaves out. */
export type AddedItem = Omit<z.output<typeof addItemBody>, keyof typeof folderRefShape>;

export const watchedBody = z.object({ watched: z.boolean() });

/** An empty note removes it. */
export const noteBody = z.object({ note: plainTextSchema.max(limits.note.max).nullable() });

/** Between which items to put the item. Null: at that end of the list. */
export const placeBody = z
  .object({ afterId: idSchema.nullable(), beforeId: idSchema.nullable() })
  .refine(({ afterId, beforeId }) => afterId !== null || beforeId !== null, {
    path: ['afterId'],
    message: 'Name at least one neighbour',
  });
export type Place = z.infer<typeof placeBody>;

/** The items to remove together. Those that are no longer in the list are left out. */
export const removeItemsBody = z.object({ itemIds: z.array(idSchema).min(1).max(limits.itemsTogether) });

/** The revs of changes that one request made together. Those of removals name what to undo together. */
export const revsSchema = z.object({ revs: z.array(z.number().int().min(1)).max(limits.itemsTogether) });
export type Revs = z.infer<typeof revsSchema>;

export const itemsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.itemsPage).default(limits.itemsPage),
  after: idSchema.optional(),
  filter: z.enum(['movies', 'tv']).optional(),
});
export type ItemsQuery = z.infer<typeof itemsQuery>;
