import { z } from 'zod';
import { limits } from '../constants.ts';
import { sentFactsSchema } from './item.ts';
import { dateSchema, idSchema, textSchema } from './primitives.ts';
import { mediaTypeSchema } from './title.ts';

const chooseStars = `Choose ${limits.rating.min} to ${limits.rating.max} stars`;
const ratingSchema = z.int(chooseStars).min(limits.rating.min, chooseStars).max(limits.rating.max, chooseStars);

/** Trimmed; omitted when empty. */
const commentSchema = textSchema
  .trim()
  .max(limits.reviewComment.max, `Use at most ${limits.reviewComment.max.toLocaleString('en')} characters`)
  .transform((comment) => comment || undefined)
  .optional();

export const reviewSchema = z
  .object({
    id: idSchema,
    userId: idSchema,
    tmdbId: z.int().positive(),
    mediaType: mediaTypeSchema,
    /** Stars, 1 to 5. */
    rating: ratingSchema,
    comment: z.string().optional(),
    /** The rating as another service had it, from which it was imported. */
    imported: z.object({ value: z.number().positive(), of: z.int().positive() }).optional(),
    /** Imported from a note that its author wrote to themselves. */
    isPrivate: z.literal(true).optional(),
    createdAt: dateSchema,
    updatedAt: dateSchema,
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof reviewSchema>;

/** The body may include the title's facts. Without them, the server looks them up. */
export const reviewBody = sentFactsSchema
  .partial()
  .extend({
    tmdbId: z.int().positive(),
    mediaType: mediaTypeSchema,
    rating: ratingSchema,
    comment: commentSchema,
  })
  .meta({
    id: 'ReviewBody',
    examples: [{ tmdbId: 603, mediaType: 'movie', rating: 5, comment: 'Even better again.' }],
  });
export type ReviewBody = z.input<typeof reviewBody>;

export const reviewUpdateBody = reviewBody
  .partial({ tmdbId: true, mediaType: true })
  .meta({ id: 'ReviewUpdateBody', examples: [{ rating: 4 }] });

/** How many reviewed titles are not in Reviewed. */
export const missingReviewsSchema = z.object({ missingCount: z.int().min(0) }).meta({ id: 'MissingReviews' });
export type MissingReviews = z.infer<typeof missingReviewsSchema>;

/** The id of the review to continue after. */
export const backfillQuery = z.object({ after: idSchema.optional() });

export const backfillSchema = z
  .object({
    backfilledCount: z.int().min(0),
    /** More reviews remain: call again with `after`. */
    next: idSchema.optional(),
  })
  .meta({ id: 'Backfill' });
export type Backfill = z.infer<typeof backfillSchema>;

export const reviewedTitleParams = z.object({
  mediaType: mediaTypeSchema,
  tmdbId: z.coerce.number().int().positive(),
});

/** A review's stars as the ten-point rating (n/10) that Reviewed shows. */
export function userRatingOf(rating: number): number {
  return rating * 2;
}
