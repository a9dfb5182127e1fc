import { z } from 'zod';
import { limits } from '../constants.ts';
import { imagePath } from '../picturePaths.ts';
import { dateSchema, EXAMPLE_ID, idRefSchema, idSchema, isDay, plainTextSchema, textSchema } from './primitives.ts';
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
  // Other text counts as no date. To refuse it would lose writes that earlier versions have queued.
  releaseDate: textSchema
    .max(10)
    .nullable()
    .overwrite((date) => (isDay(date) ? date : null))
    .default(null),
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

export const itemSchema = z
  .object({
    ...titleFactsSchema.shape,
    ...itemStateSchema.shape,
    ...itemIdentitySchema.shape,
  })
  .meta({ id: 'Item', description: 'A movie or TV show in a list.' });
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

const naming = (name: string) => ({ properties: { [name]: {} }, required: [name] });

/** The same rule in the API document. Generators of clients ignore these keywords; from a `oneOf` they would make two types. */
export const exactlyOneFolder = {
  description: 'Send exactly one of folderId and categoryId.',
  if: naming('folderId'),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { not: naming('categoryId') },
  else: naming('categoryId'),
};

export const addItemBody = sentFactsSchema
  .extend({ ...folderRefShape, watched: z.boolean().default(false) })
  .refine(namesOneFolder, { path: ['folderId'], message: 'Name exactly one of folderId and categoryId' })
  .meta({
    id: 'AddItemBody',
    ...exactlyOneFolder,
    examples: [
      { folderId: EXAMPLE_ID, tmdbId: 603, mediaType: 'movie', title: 'The Matrix', releaseDate: '1999-03-31' },
    ],
  });
export type AddItemBody = z.input<typeof addItemBody>;

/** What a request says about the item to add, with defaults for what it leaves out. */
export type AddedItem = Omit<z.output<typeof addItemBody>, keyof typeof folderRefShape>;

/** With `sinceRev`, only if no other member has set the mark after this rev of the list. */
export const watchedBody = z
  .object({ watched: z.boolean(), sinceRev: z.int().min(0).optional() })
  .meta({ id: 'WatchedBody', examples: [{ watched: true }] });

/** An empty note removes it. */
export const noteBody = z
  .object({ note: plainTextSchema.max(limits.note.max).nullable() })
  .meta({ id: 'NoteBody', examples: [{ note: 'Ana saw it at the festival.' }] });

/** Between which items to put the item. Null: at that end of the list. */
export const placeBody = z
  .object({ afterId: idSchema.nullable(), beforeId: idSchema.nullable() })
  .refine(({ afterId, beforeId }) => afterId !== null || beforeId !== null, {
    path: ['afterId'],
    message: 'Name at least one neighbour',
  })
  .meta({ id: 'MoveBody', examples: [{ afterId: EXAMPLE_ID, beforeId: null }] });
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
