import { z } from 'zod';
import { mediaTypeSchema } from './title.ts';

/** How far a title is at Seerr, the service by which people ask the operator's media server for titles. */
export const requestStateSchema = z
  .object({
    /** `closed`: there is no Seerr, or the user may not request titles. */
    state: z.enum(['closed', 'none', 'requested', 'processing', 'partly-available', 'available']),
  })
  .meta({ id: 'RequestState' });
export type RequestState = z.infer<typeof requestStateSchema>;

export const requestedTitleSchema = z.object({
  mediaType: mediaTypeSchema,
  tmdbId: z.coerce.number().int().positive(),
});
export type RequestedTitle = z.infer<typeof requestedTitleSchema>;

export const requestBody = z.object({ mediaType: mediaTypeSchema, tmdbId: z.int().positive() });
