import { z } from 'zod';
import { limits } from '../constants.ts';
import { respondBody } from './invitation.ts';
import { sentFactsSchema, titleFactsSchema } from './item.ts';
import { dateSchema, idRefSchema, idSchema } from './primitives.ts';
import { mediaTypeSchema } from './title.ts';
import { publicUserSchema } from './user.ts';

/** How exactly the time of a play is known. A day is stored as its midnight in UTC and belongs to no time zone. */
export const playPrecisions = ['second', 'day', 'unknown'] as const;
export type PlayPrecision = (typeof playPrecisions)[number];

export const playSources = ['app', 'poll', 'review', 'import', 'player'] as const;
export type PlaySource = (typeof playSources)[number];

/** Of a season or an episode. */
export const numberSchema = z.int().min(0).max(limits.episodes);

/** An episode by its numbers. It has no name, which could tell a viewer of an earlier one what happens. */
export const episodeNumberSchema = z
  .object({ season: numberSchema, episode: numberSchema })
  .meta({ id: 'EpisodeNumber', examples: [{ season: 2, episode: 4 }] });

/** Inclusive ranges of episodes, by the number of their season. */
export const episodeSetSchema = z
  .record(z.string().regex(/^\d+$/), z.array(z.tuple([numberSchema, numberSchema])))
  .meta({
    id: 'EpisodeSet',
    description: 'Inclusive ranges of episodes, by season.',
    examples: [
      {
        1: [
          [1, 4],
          [6, 6],
        ],
      },
    ],
  });

/** What a play and a proposal of one have in common: the title, and when it was watched. */
const viewingShape = {
  ...titleFactsSchema.shape,
  season: numberSchema.optional(),
  episode: numberSchema.optional(),
  /** Null when it is unknown. */
  at: dateSchema.nullable(),
  precision: z.enum(playPrecisions),
  source: z.enum(playSources),
  /** The list in which the user recorded it. */
  folderId: idSchema.optional(),
  createdAt: dateSchema,
};

export const playSchema = z
  .object({
    id: idSchema,
    userId: idSchema,
    ...viewingShape,
    /** With whom the user watched it. */
    companions: z.array(publicUserSchema),
  })
  .meta({ id: 'Play', description: 'One viewing of a title by one user.' });
export type Play = z.infer<typeof playSchema>;

/** 'recorded': it is a play of the user already, because they let a group record for them. They can still decline it. */
export const proposalStatuses = ['pending', 'accepted', 'declined', 'recorded'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** A play that another user recorded and that names this user as a companion. */
export const proposalSchema = z
  .object({
    /** The id of that play, or of the poll that ended with it. */
    id: idSchema,
    /** The companion. */
    userId: idSchema,
    /** Who proposes it. */
    by: publicUserSchema,
    ...viewingShape,
    /** Of a proposal for several episodes: all of them. Its season and episode are those of the last one. */
    episodes: episodeSetSchema.optional(),
    status: z.enum(proposalStatuses),
  })
  .meta({ id: 'PlayProposal', description: 'A play that another user proposes to you.' });
export type Proposal = z.infer<typeof proposalSchema>;

export const timeShape = {
  at: dateSchema.nullable().optional(),
  precision: z.enum(playPrecisions).optional(),
};

/** Confirms episodes beyond the next one of a group that the caller watches the show with. */
export const aheadSchema = z.boolean().default(false);

interface GivenTime {
  at?: string | null | undefined;
  precision?: PlayPrecision | undefined;
}

/** A time has a precision, and an unknown time has none. */
export function isTimeComplete({ at, precision }: GivenTime): boolean {
  return precision === undefined || (precision === 'unknown') === ((at ?? null) === null);
}

export const incompleteTime = { path: ['precision'], message: 'A known time is exact to the second or the day' };

/** A film has no seasons and episodes. */
function isNumberedRight(body: { mediaType: string; season?: number | undefined; episode?: number | undefined }) {
  return body.mediaType === 'tv' || (body.season === undefined && body.episode === undefined);
}

/** Without `at`, the time is unknown. Without `facts`, the server looks them up. */
export const playBody = z
  .object({
    tmdbId: z.int().positive(),
    mediaType: mediaTypeSchema,
    facts: sentFactsSchema.omit({ tmdbId: true, mediaType: true }).optional(),
    ...timeShape,
    season: numberSchema.optional(),
    episode: numberSchema.optional(),
    folderId: idRefSchema.optional(),
    /** Users with whom the caller shares a list. Each of them gets a proposal. */
    withUserIds: z.array(idRefSchema).max(limits.companions).default([]),
    ahead: aheadSchema,
  })
  .refine(isTimeComplete, incompleteTime)
  .refine(isNumberedRight, { path: ['season'], message: 'Only TV shows have seasons and episodes' })
  .meta({
    id: 'PlayBody',
    description: 'Only TV shows have seasons and episodes.',
    if: { properties: { mediaType: { const: 'movie' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      not: {
        anyOf: [
          { properties: { season: {} }, required: ['season'] },
          { properties: { episode: {} }, required: ['episode'] },
        ],
      },
    },
    examples: [{ tmdbId: 603, mediaType: 'movie', at: '2026-01-31T00:00:00.000Z', precision: 'day' }],
  });
export type PlayBody = z.input<typeof playBody>;

/** Null removes a season or an episode. A precision needs `at`. */
export const playUpdateBody = z
  .object({
    ...timeShape,
    season: numberSchema.nullable().optional(),
    episode: numberSchema.nullable().optional(),
    /** Users with whom the caller shares a list, in addition to the companions so far. Each new one gets a proposal. */
    withUserIds: z.array(idRefSchema).max(limits.companions).optional(),
    ahead: aheadSchema,
  })
  .refine(isTimeComplete, incompleteTime)
  .meta({ id: 'PlayUpdateBody', examples: [{ at: null }] });
export type PlayUpdateBody = z.input<typeof playUpdateBody>;

const NO_PLACE = 'Must be a place in the log';

/** The place of a play in the log, as the Link header of the page before names it. */
const playCursorSchema = z
  .string()
  .regex(/^(unknown|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_[0-9a-f]{24}$/, NO_PLACE)
  .refine((place) => place.startsWith('unknown') || dateSchema.safeParse(place.split('_')[0]).success, NO_PLACE);

export const playsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.playsPage).default(limits.playsPage),
  before: playCursorSchema.optional(),
  mediaType: mediaTypeSchema.optional(),
  tmdbId: z.coerce.number().int().positive().optional(),
});
export type PlaysQuery = z.output<typeof playsQuery>;

export const answerProposalBody = respondBody
  .extend({ ahead: aheadSchema })
  .meta({ id: 'AnswerPlayProposalBody', examples: [{ status: 'accepted' }] });

/** The answered proposal, and the companion's own play when it was accepted. */
export const confirmedSchema = z
  .object({ proposal: proposalSchema, play: playSchema.nullable() })
  .meta({ id: 'AnsweredPlayProposal' });
export type Confirmed = z.infer<typeof confirmedSchema>;

/**
 * Which items of a list its members have seen, by user id: those who show it, and the caller. `consents` has true for those
 * who show it, and the caller's own answer once there is one.
 */
export const seenSchema = z
  .object({
    seen: z.record(idSchema, z.array(idSchema)),
    consents: z.record(idSchema, z.boolean()),
  })
  .meta({ id: 'SeenMarks', description: 'Which items of a list its members have seen.' });
export type Seen = z.infer<typeof seenSchema>;

export const seenConsentBody = z
  .object({ shows: z.boolean() })
  .meta({ id: 'SeenConsentBody', examples: [{ shows: true }] });
