import { z } from 'zod';

/** Who may see something: everyone here, or only people who share a list with its owner. */
export const emailAudienceSchema = z.enum(['everyone', 'shared']);
export type EmailAudience = z.infer<typeof emailAudienceSchema>;

/** Who may read lists on their owner's profile. Members of a list always read it. */
export const listAudienceSchema = z.enum(['everyone', 'shared', 'nobody']);
export type ListAudience = z.infer<typeof listAudienceSchema>;
