import { z } from 'zod';
import { titleFactsSchema } from './item.ts';
import { mediaTypeSchema } from './title.ts';
import { publicUserSchema } from './user.ts';

const titleRefSchema = z.object({ mediaType: mediaTypeSchema, tmdbId: z.int().positive() });

/** What a reason rests on; 'model' where a language model worded it. */
export const reasonKinds = [
  'review',
  'rewatch',
  'list',
  'person',
  'genre',
  'keyword',
  'decade',
  'country',
  'popular',
  'acclaimed',
  'model',
] as const;

export const reasonSchema = z.object({
  kind: z.enum(reasonKinds),
  /** For people: 'Because you gave Heat 5 stars'. */
  text: z.string(),
  /** The title that it speaks of. */
  because: titleRefSchema.optional(),
});
export type Reason = z.infer<typeof reasonSchema>;

export const recommendationSchema = titleFactsSchema.extend({ reason: reasonSchema });
export type Recommendation = z.infer<typeof recommendationSchema>;

export const recommendationsQuery = z.object({
  mediaType: mediaTypeSchema.optional(),
  limit: z.coerce.number().int().min(1).max(40).default(20),
});

export const recommendationsSchema = z.object({
  /** Who ranked them: the local engine, or a language model that the person has agreed to. */
  rankedBy: z.enum(['local', 'model']),
  results: z.array(recommendationSchema),
});
export type Recommendations = z.infer<typeof recommendationsSchema>;

export const recommendedTitleParams = z.object({
  mediaType: mediaTypeSchema,
  tmdbId: z.coerce.number().int().positive(),
});

/** Between how many stars somebody might rate a title; null where too little is known. */
export const ratingGuessSchema = z.object({ low: z.int().min(1).max(5), high: z.int().min(1).max(5) }).nullable();
export type RatingGuess = z.infer<typeof ratingGuessSchema>;

export const dismissBody = titleRefSchema;

/** A title that fits everybody who shares a folder, with one reason for each; others' only from what all may see. */
export const groupRecommendationSchema = titleFactsSchema.extend({
  reasons: z.array(z.object({ user: publicUserSchema, text: z.string() })),
});
export type GroupRecommendation = z.infer<typeof groupRecommendationSchema>;

export const groupRecommendationsSchema = z.object({ results: z.array(groupRecommendationSchema) });
export type GroupRecommendations = z.infer<typeof groupRecommendationsSchema>;

export const groupRecommendationsQuery = z.object({ limit: z.coerce.number().int().min(1).max(20).default(12) });

/** Whether a language model may read one's reviews and rank what is picked. */
export const recommendationSettingsSchema = z.object({ useModel: z.boolean() });
export type RecommendationSettings = z.infer<typeof recommendationSettingsSchema>;
