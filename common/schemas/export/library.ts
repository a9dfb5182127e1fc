import { z } from 'zod';
import { playSchema, proposalSchema } from '../play.ts';
import { ballotSchema, candidateSchema, pollResultSchema, pollSchema } from '../poll.ts';
import { dateSchema, idSchema } from '../primitives.ts';
import { reviewSchema } from '../review.ts';
import { mediaTypeSchema } from '../title.ts';
import { exportedPersonSchema } from './person.ts';

export const exportedReviewSchema = reviewSchema.omit({ userId: true }).meta({ id: 'ExportedReview' });
export type ExportedReview = z.infer<typeof exportedReviewSchema>;

/** A viewing in the user's diary. */
export const exportedPlaySchema = playSchema
  .omit({ userId: true, companions: true })
  .extend({
    companions: z.array(exportedPersonSchema),
    /** What it came from, if that may be sent again: a review, or a row of an imported file. */
    sourceKey: z.string().optional(),
  })
  .meta({ id: 'ExportedPlay' });
export type ExportedPlay = z.infer<typeof exportedPlaySchema>;

/** A viewing that somebody proposes to the user. */
export const exportedProposalSchema = proposalSchema
  .omit({ id: true, userId: true, by: true })
  .extend({ from: exportedPersonSchema })
  .meta({ id: 'ExportedPlayProposal' });
export type ExportedProposal = z.infer<typeof exportedProposalSchema>;

/** A title that the user is not interested in. */
export const exportedDismissalSchema = z
  .object({
    mediaType: mediaTypeSchema,
    tmdbId: z.int().positive(),
    createdAt: dateSchema,
  })
  .meta({ id: 'ExportedDismissal' });
export type ExportedDismissal = z.infer<typeof exportedDismissalSchema>;

export const exportedPollSchema = pollSchema
  .pick({ id: true, state: true, filters: true, hasOpenBallots: true, createdAt: true, expiresAt: true })
  .extend({
    listId: idSchema,
    openedByUser: z.boolean(),
    /** False when the user only opened it. */
    tookPart: z.boolean(),
    candidates: z.array(candidateSchema.pick({ key: true, mediaType: true, tmdbId: true, title: true })),
    /** What the user voted, as long as it is kept: until the vote is closed, or as part of a result with open ballots. */
    ownBallot: ballotSchema.pick({ marks: true, veto: true }).nullable(),
    result: pollResultSchema.pick({ winnerKey: true, sentence: true }).nullable(),
    revealedAt: dateSchema.nullable(),
  })
  .meta({ id: 'ExportedPoll', description: 'A vote that you opened or took part in.' });
export type ExportedPoll = z.infer<typeof exportedPollSchema>;
