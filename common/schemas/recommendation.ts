import { z } from 'zod';
import { titleFactsSchema } from './item.ts';
import { mediaTypeSchema } from './title.ts';
import { publicUserSchema } from './user.ts';

const titleRefSchema = z.object({ mediaType: mediaTypeSchema, tmdbId: z.int().positive() });

/** What a reason is based on; 'model' if a language model wrote it. */
const reasonKinds = [
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

const reasonSchema = z
  .object({
    kind: z.enum(reasonKinds),
    /** For people: 'Because you gave Heat 5 stars'. */
    text: z.string(),
    /** The title that the reason mentions. */
    because: titleRefSchema.optional(),
  })
  .meta({ id: 'Reason', description: 'Why a title is recommended.' });
export type Reason = z.infer<typeof reasonSchema>;

const recommendationSchema = titleFactsSchema.extend({ reason: reasonSchema }).meta({ id: 'Recommendation' });
export type Recommendation = z.infer<typeof recommendationSchema>;

export const recommendationsQuery = z.object({
  mediaType: mediaTypeSchema.optional(),
  limit: z.coerce.number().int().min(1).max(40).default(20),
});

export const recommendationsSchema = z
  .object({
    /** What ranked them: the local engine, or a language model that the user has agreed to. */
    rankedBy: z.enum(['local', 'model']),
    results: z.array(recommendationSchema),
  })
  .meta({ id: 'Recommendations' });
export type Recommendations = z.infer<typeof recommendationsSchema>;

export const recommendedTitleParams = z.object({
  mediaType: mediaTypeSchema,
  tmdbId: z.coerce.number().int().positive(),
});

/** The stars that the user would probably give a title, as a range; null without enough data. */
export const ratingGuessSchema = z
  .object({ low: z.int().min(1).max(5), high: z.int().min(1).max(5) })
  .meta({ id: 'RatingGuess', description: 'The range of stars that you might give.' })
  .nullable();
export type GuessedStars = z.infer<typeof ratingGuessSchema>;

export const dismissBody = z
  .object(titleRefSchema.shape)
  .meta({ id: 'DismissBody', examples: [{ mediaType: 'movie', tmdbId: 603 }] });

/** A title that suits everyone who shares a folder, with a reason for each. Reasons for others use only data that all may see. */
const groupRecommendationSchema = titleFactsSchema
  .extend({
    reasons: z.array(z.object({ user: publicUserSchema, text: z.string() })),
  })
  .meta({ id: 'GroupRecommendation' });
export type GroupRecommendation = z.infer<typeof groupRecommendationSchema>;

export const groupRecommendationsSchema = z
  .object({ results: z.array(groupRecommendationSchema) })
  .meta({ id: 'GroupRecommendations' });
export type GroupRecommendations = z.infer<typeof groupRecommendationsSchema>;

export const groupRecommendationsQuery = z.object({ limit: z.coerce.number().int().min(1).max(20).default(12) });

/** Whether a language model may read the user's reviews and rank their recommendations. */
export const recommendationSettingsSchema = z.object({ useModel: z.boolean() }).meta({ id: 'RecommendationSettings' });
export const recommendationSettingsBody = z
  .object(recommendationSettingsSchema.shape)
  .meta({ id: 'RecommendationSettingsBody', examples: [{ useModel: false }] });
export type RecommendationSettings = z.infer<typeof recommendationSettingsSchema>;
