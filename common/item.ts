import { z } from 'zod';
import { limits } from './constants.ts';
import { dateSchema, idSchema, nameSchema } from './primitives.ts';
import { plainText } from './text.ts';
import { mediaTypeSchema } from './title.ts';
import { publicUserSchema } from './user.ts';

/** The facts of a title that an item keeps, so that a list reads whole without the movie database. */
export const titleFactsSchema = z.object({
  tmdbId: z.int().positive(),
  mediaType: mediaTypeSchema,
  title: z.string().overwrite(plainText).min(1).max(limits.title.max),
  overview: z.string().overwrite(plainText).max(limits.overview.max).nullable().default(null),
  posterPath: z.string().max(limits.imagePath.max).nullable().default(null),
  backdropPath: z.string().max(limits.imagePath.max).nullable().default(null),
  releaseDate: z.string().max(10).nullable().default(null),
  /** The 0-10 rating times 10, rounded. */
  voteAverage: z.int().min(0).max(100).nullable().default(null),
  genres: z.array(z.int()).max(limits.genres.max).default([]),
  /** Minutes. */
  runtime: z.int().min(0).nullable().default(null),
});
export type TitleFacts = z.infer<typeof titleFactsSchema>;

export const itemSchema = titleFactsSchema.extend({
  id: idSchema,
  folderId: idSchema,
  categoryId: idSchema,
  userId: idSchema,
  watched: z.boolean(),
  /** Ten-point rating of the owner's review, inside Reviewed. */
  userRating: z.int().min(2).max(10).nullable(),
  createdAt: dateSchema,
  addedBy: publicUserSchema,
});
export type Item = z.infer<typeof itemSchema>;

/** Which folder a body means, under either family's name. */
export const folderRefShape = {
  folderId: nameSchema.optional(),
  categoryId: nameSchema.optional(),
};

/** True when a body names exactly one folder. */
export function namesOneFolder(body: { folderId?: string; categoryId?: string }): boolean {
  return (body.folderId === undefined) !== (body.categoryId === undefined);
}

export const addItemBody = titleFactsSchema
  .extend({ ...folderRefShape, watched: z.boolean().default(false) })
  .refine(namesOneFolder, { path: ['folderId'], message: 'Name exactly one of folderId and categoryId' });
export type AddItemBody = z.input<typeof addItemBody>;

export const watchedBody = z.object({ watched: z.boolean() });

export const itemsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.itemsPage).default(limits.itemsPage),
  after: idSchema.optional(),
  filter: z.enum(['movies', 'tv']).optional(),
});
export type ItemsQuery = z.infer<typeof itemsQuery>;

/** The same title is in a folder once: this names it there. */
export function titleKey(title: { mediaType: string; tmdbId: number }): string {
  return `${title.mediaType}:${title.tmdbId}`;
}
