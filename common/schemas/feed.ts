import { z } from 'zod';
import { dateSchema, idSchema } from './primitives.ts';

/** What a person can follow in another program: their calendar, and what is added to their lists. */
export const feedKinds = ['calendar', 'additions'] as const;
export type FeedKind = (typeof feedKinds)[number];

const feedShape = { id: idSchema, kind: z.enum(feedKinds), createdAt: dateSchema };

export const feedSchema = z
  .object({
    ...feedShape,
    /** Noted at most once an hour. Null if it was never used. */
    lastUsedAt: dateSchema.nullable(),
  })
  .meta({ id: 'PersonalFeed', description: 'A secret address of your calendar or of what is added to your lists.' });
export type PersonalFeed = z.infer<typeof feedSchema>;

export const newFeedSchema = z
  .object({
    ...feedShape,
    /** The secret address. This answer is the only place where it appears. */
    url: z.string(),
  })
  .meta({ id: 'NewPersonalFeed' });
export type NewPersonalFeed = z.infer<typeof newFeedSchema>;

export const createFeedBody = z.object({ kind: z.enum(feedKinds) });
export type CreateFeedBody = z.infer<typeof createFeedBody>;
