import { z } from 'zod';
import { limits } from './constants.ts';
import { titleFactsSchema } from './item.ts';
import { dateSchema, idSchema } from './primitives.ts';
import { mediaTypeSchema } from './title.ts';

const chooseStars = `Choose ${limits.rating.min} to ${limits.rating.max} stars`;
const ratingSchema = z.int(chooseStars).min(limits.rating.min, chooseStars).max(limits.rating.max, chooseStars);

/** Trimmed, and left out when nothing remains. */
const commentSchema = z
  .string()
  .trim()
  .transform((comment) => comment || undefined)
  .optional();

export const reviewSchema = z.object({
  id: idSchema,
  userId: idSchema,
  tmdbId: z.int().positive(),
  mediaType: mediaTypeSchema,
  rating: ratingSchema,
  comment: z.string().optional(),
  createdAt: dateSchema,
  updatedAt: dateSchema,
});
export type Review = z.infer<typeof reviewSchema>;

/** The title's facts may come along, so that nobody has to look them up; without a title they are looked up. */
export const reviewBody = titleFactsSchema.partial().extend({
  tmdbId: z.int().positive(),
  mediaType: mediaTypeSchema,
  rating: ratingSchema,
  comment: commentSchema,
});
export type ReviewBody = z.input<typeof reviewBody>;

export const reviewUpdateBody = reviewBody.partial({ tmdbId: true, mediaType: true });

export const reviewedTitleParams = z.object({
  mediaType: mediaTypeSchema,
  tmdbId: z.coerce.number().int().positive(),
});

/** A review's stars as the ten-point rating that Reviewed shows: n/10. */
export function userRatingOf(rating: number): number {
  return rating * 2;
}
