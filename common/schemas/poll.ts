import { z } from 'zod';
import { limits } from '../constants.ts';
import { nameSchema } from './forms.ts';
import { titleFactsSchema } from './item.ts';
import { episodeNumberSchema } from './play.ts';
import { dateSchema, idSchema, revSchema } from './primitives.ts';
import { mediaTypeSchema } from './title.ts';

/** A candidate's stable key within its poll: movie:603. */
const candidateKeySchema = z.string().regex(/^(movie|tv):[1-9]\d{0,9}$/, 'Must be the key of a candidate');

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

export const candidateSchema = titleFactsSchema
  .extend({
    key: candidateKeySchema,
    /** Of a show that members of the list watch together: the next episode of their group when the vote was opened. */
    episode: episodeNumberSchema.optional(),
  })
  .meta({ id: 'Candidate', description: 'A title to decide about.' });
export type Candidate = z.infer<typeof candidateSchema>;

const participantSchema = z
  .object({
    /** The user's id, or the guest's. */
    id: idSchema,
    kind: z.enum(['member', 'guest']),
    name: z.string(),
    /** The address of a picture. */
    face: z.string().nullable(),
    isReady: z.boolean(),
  })
  .meta({ id: 'Participant', description: 'Someone who takes part in a vote.' });
export type Participant = z.infer<typeof participantSchema>;

const pollFiltersSchema = z.object({
  /** Minutes. Titles of unknown length are left out too. */
  maxRuntime: z.int().min(1).max(1000).optional(),
  mediaType: mediaTypeSchema.optional(),
  /** Leaves out titles that the person who opens the poll has seen. */
  onlyUnseen: z.boolean().optional(),
});
export type PollFilters = z.infer<typeof pollFiltersSchema>;

/** 0 is no, 1 is maybe, 2 is yes. */
const markSchema = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const marksSchema = z.record(candidateKeySchema, markSchema);

/** What one person voted. Before the result only that person gets it. */
export const ballotSchema = z
  .object({
    pollId: idSchema,
    marks: marksSchema,
    veto: candidateKeySchema.nullable(),
    isReady: z.boolean(),
  })
  .meta({ id: 'Ballot', description: 'Your own ballot.' });
export type Ballot = z.infer<typeof ballotSchema>;

const openBallotSchema = ballotSchema.pick({ marks: true, veto: true }).extend({ participantId: idSchema });

export const pollResultSchema = z
  .object({
    winnerKey: candidateKeySchema,
    /** All candidates, best first. */
    ranking: z.array(
      z.object({
        key: candidateKeySchema,
        vetoes: z.int().min(0),
        noes: z.int().min(0),
        yeses: z.int().min(0),
        /** The sum of the marks, without fairness weights, which could tell whose mark it was. */
        score: z.int().min(0),
        lowest: markSchema,
      }),
    ),
    /** With it everyone can check the coin, and that it is the one of `seedHash`. */
    seed: hashSchema,
    sentence: z.string(),
    /** Who voted what, if the poll has open ballots. */
    ballots: z.array(openBallotSchema).optional(),
  })
  .meta({ id: 'PollResult' });
export type PollResult = z.infer<typeof pollResultSchema>;

const pollStates = ['lobby', 'voting', 'revealed', 'closed'] as const;
export type PollState = (typeof pollStates)[number];

/** The part of a poll that changes. The event poll:changed carries it whole. */
const pollProgressShape = {
  folderId: idSchema,
  /** Raised by each change that others may see. A ballot alone does not raise it. */
  rev: revSchema,
  state: z.enum(pollStates),
  participants: z.array(participantSchema),
  /** Titles that leave the list leave the candidates. */
  candidateKeys: z.array(candidateKeySchema),
  /** Fewer than two candidates are left, so nothing can be decided. */
  hasTooFewCandidates: z.boolean(),
  result: pollResultSchema.optional(),
};

export const pollProgressSchema = z
  .object({ pollId: idSchema, ...pollProgressShape })
  .meta({ id: 'PollProgress', description: 'The parts of a vote that change.' });
export type PollProgress = z.infer<typeof pollProgressSchema>;

export const pollSchema = z
  .object({
    id: idSchema,
    categoryId: idSchema,
    ...pollProgressShape,
    openedByUserId: idSchema,
    candidates: z.array(candidateSchema),
    filters: pollFiltersSchema,
    /** Everyone sees in the result who voted what. */
    hasOpenBallots: z.boolean(),
    /** SHA-256 of the seed's bytes. */
    seedHash: hashSchema,
    createdAt: dateSchema,
    revealedAt: dateSchema.optional(),
    expiresAt: dateSchema,
  })
  .meta({ id: 'Poll', description: 'A vote on what to watch.' });
export type Poll = z.infer<typeof pollSchema>;

const { min, max, usual } = limits.candidates;

export const openPollBody = z
  .object({
    /** These items of the list. Without them a mix is chosen. */
    itemIds: z.array(idSchema).min(min).max(max).optional(),
    count: z.int().min(min).max(max).default(usual),
    filters: pollFiltersSchema.default({}),
    /** Fill up with titles that suit everyone in the list. */
    includePicks: z.boolean().default(false),
    hasOpenBallots: z.boolean().default(false),
  })
  .meta({ id: 'OpenPollBody', examples: [{ count: 6, filters: { maxRuntime: 120 }, includePicks: true }] });
export type OpenPollBody = z.input<typeof openPollBody>;

/** zod leaves this name out of records, so that marks under it would count as none. */
const refuseProto = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__') ? null : value;

export const ballotBody = z
  .object({
    marks: z.preprocess(refuseProto, marksSchema),
    veto: candidateKeySchema.nullable().default(null),
    isReady: z.boolean(),
  })
  .meta({ id: 'BallotBody', examples: [{ marks: { 'movie:603': 2 }, veto: null, isReady: true }] });
export type BallotBody = z.output<typeof ballotBody>;

export const closePollBody = z
  .object({ watchedKey: candidateKeySchema.optional() })
  .meta({ id: 'ClosePollBody', examples: [{ watchedKey: 'movie:603' }] });

export const guestParams = z.object({ id: idSchema, guestId: idSchema });

export const guestLinkSchema = z
  .object({ url: z.url(), qrSvg: z.string(), expiresAt: dateSchema })
  .meta({ id: 'GuestLink', description: 'A link for guests, and its QR code as SVG.' });
export type GuestLink = z.infer<typeof guestLinkSchema>;

export const guestBody = z
  .object({ name: nameSchema(limits.guestName.max) })
  .meta({ id: 'GuestBody', examples: [{ name: 'Cleo' }] });

/** What the holder of a guest link sees before joining. */
export const guestOfferSchema = z
  .object({
    pollId: idSchema,
    listName: z.string(),
    openedBy: z.string(),
    state: z.enum(pollStates),
    /** Who the holder is in the poll, after joining. */
    guestId: idSchema.nullable(),
    expiresAt: dateSchema,
  })
  .meta({ id: 'GuestOffer' });
export type GuestOffer = z.infer<typeof guestOfferSchema>;

export const guestJoinedSchema = z.object({ guestId: idSchema, poll: pollSchema }).meta({ id: 'GuestJoined' });
