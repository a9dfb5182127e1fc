import { z } from 'zod';
import { limits } from '../constants.ts';
import { nameSchema } from './forms.ts';
import { idsSchema, importMatchSchema } from './import.ts';
import { numberSchema } from './play.ts';
import { dateSchema, idRefSchema, idSchema, plainTextSchema, textSchema } from './primitives.ts';
import { mediaTypeSchema } from './title.ts';
import { publicUserSchema } from './user.ts';

/** The programs whose events Marquee reads. Kodi and others send the general body. */
export const playerKinds = ['jellyfin', 'plex', 'emby', 'kodi', 'tautulli', 'other'] as const;
export const playerKindSchema = z.enum(playerKinds);
export type PlayerKind = z.infer<typeof playerKindSchema>;

const yearSchema = z.int().min(1870).max(2200);

/** From this part of a title on, a `stop` counts as watched. */
export const WATCHED_FROM = 0.9;

/** One event of a player. `ids` are those of the film or the show, never of an episode. */
export const scrobbleBody = z
  .object({
    event: z.enum(['start', 'pause', 'stop', 'scrobble']),
    mediaType: mediaTypeSchema,
    ids: idsSchema.default({}),
    name: textSchema.min(1).max(limits.title.max).optional(),
    year: yearSchema.optional(),
    season: numberSchema.optional(),
    episode: numberSchema.optional(),
    /** How much of it has been played. */
    progress: z.number().min(0).max(1),
    at: z.iso.datetime({ offset: true }),
    /** The device or program. */
    player: textSchema.min(1).max(100),
    /** Names one viewing: events with the same session add one play at most. */
    session: textSchema.min(1).max(200),
  })
  .refine(({ ids, name }) => name !== undefined || Object.values(ids).some((id) => id !== undefined), {
    path: ['ids'],
    message: 'Name the title by an id, or by its name and year',
  })
  .refine(
    ({ mediaType, season, episode }) =>
      mediaType === 'tv'
        ? season !== undefined && episode !== undefined
        : season === undefined && episode === undefined,
    { path: ['episode'], message: 'A show needs a season and an episode, and a film has none' },
  )
  .meta({
    id: 'ScrobbleBody',
    examples: [
      {
        event: 'stop',
        mediaType: 'tv',
        ids: { tmdb: 1399 },
        season: 1,
        episode: 2,
        progress: 0.97,
        at: '2026-01-31T20:15:00.000Z',
        player: 'Living room',
        session: '7f1c2a',
      },
    ],
  });
export type ScrobbleBody = z.output<typeof scrobbleBody>;

/**
 * What became of an event. `recorded`: there is a new play. `alreadyRecorded`: this viewing has one. `notRecognised`: it is
 * kept until its user picks the title. `watching`: it changes only what the user watches now. `ignored`: it is about nothing
 * that is recorded, or about another person.
 */
const scrobbleOutcomes = ['recorded', 'alreadyRecorded', 'notRecognised', 'watching', 'ignored'] as const;
const outcomeSchema = z.enum(scrobbleOutcomes);
export type ScrobbleOutcome = z.infer<typeof outcomeSchema>;

export const scrobbleAnswerSchema = z.object({ outcome: outcomeSchema }).meta({ id: 'ScrobbleAnswer' });

/** The body of a known sender, in that program's own form. */
export const senderBody = z
  .looseObject({})
  .meta({ id: 'PlayerEvent', description: 'What the player sends, in its own form.', examples: [{}] });

const accountNameSchema = plainTextSchema
  .min(1)
  .max(limits.playerAccountName.max, `Use at most ${limits.playerAccountName.max} characters for a user name`);

/** `account`: their account of the player. `companion`: they watch with the player's owner. */
export const playerPersonRoles = ['account', 'companion'] as const;
const roleSchema = z.enum(playerPersonRoles);
export type PlayerPersonRole = z.infer<typeof roleSchema>;

const personStateSchema = z.enum(['invited', 'accepted']);
export type PlayerPersonState = z.infer<typeof personStateSchema>;

export const playerPersonSchema = z.object({
  role: roleSchema,
  /** Of an account: its user name in the player. */
  name: z.string().nullable(),
  state: personStateSchema,
});
const playerPersonShape = { id: idSchema, ...playerPersonSchema.shape };

const lastEventSchema = z.object({
  at: dateSchema,
  outcome: outcomeSchema,
  /** The player's user, if the event names one. */
  account: z.string().nullable(),
  /** True if the event is about an account that belongs to nobody here. */
  isOfOther: z.boolean(),
  /** True if it is about a person who agreed to be an account of the player. It does not say what that person watches. */
  isOfPerson: z.boolean(),
  title: z.string().nullable(),
  season: numberSchema.nullable(),
  episode: numberSchema.nullable(),
});
export type LastEvent = z.infer<typeof lastEventSchema>;

export const playerSchema = z
  .object({
    id: idSchema,
    kind: playerKindSchema,
    name: z.string(),
    /** Which users of the player are the caller. Empty: all of them. */
    names: z.array(z.string()),
    /** False after its address was revoked: it needs a new one. */
    isOn: z.boolean(),
    createdAt: dateSchema,
    lastEvent: lastEventSchema.nullable(),
    people: z.array(z.object({ ...playerPersonShape, user: publicUserSchema })),
  })
  .meta({ id: 'Player', description: 'A player or media server that reports what you watch.' });
export type Player = z.infer<typeof playerSchema>;

/** What another person asks the caller, or the caller has agreed to. */
const sharedPlayerSchema = z
  .object({ ...playerPersonShape, by: publicUserSchema, player: playerSchema.pick({ kind: true, name: true }) })
  .meta({ id: 'SharedPlayer', description: 'Your part in a player of another person.' });
export type SharedPlayer = z.infer<typeof sharedPlayerSchema>;

export const playersSchema = z
  .object({ players: z.array(playerSchema), shared: z.array(sharedPlayerSchema) })
  .meta({ id: 'Players' });
export type Players = z.infer<typeof playersSchema>;

const namesSchema = z
  .array(accountNameSchema)
  .max(limits.playerNames, `Enter at most ${limits.playerNames} user names`);

export const createPlayerBody = z
  .object({ kind: playerKindSchema, name: nameSchema(limits.tokenName.max), names: namesSchema.default([]) })
  .meta({ id: 'CreatePlayerBody', examples: [{ kind: 'jellyfin', name: 'Living room', names: ['ana'] }] });
export type CreatePlayerBody = z.input<typeof createPlayerBody>;

export const updatePlayerBody = createPlayerBody
  .pick({ name: true })
  .extend({ names: namesSchema })
  .partial()
  .meta({ id: 'UpdatePlayerBody', examples: [{ names: ['ana'] }] });
export type UpdatePlayerBody = z.output<typeof updatePlayerBody>;

/** The path of the address to paste, with the secret. This answer is the only place where it appears. */
export const newPlayerSchema = z
  .object({
    player: playerSchema,
    path: z
      .string()
      .meta({ examples: ['/api/scrobble/jellyfin/mq_6YcQW0rVnEo2bKZ4tTqLx9JmA1dHsUiFgPeR7wN8kXvCj0M3aB4'] }),
  })
  .meta({ id: 'NewPlayer' });
export type NewPlayer = z.infer<typeof newPlayerSchema>;

export const playerPersonBody = z
  .discriminatedUnion('role', [
    z.object({ role: z.literal('account'), userId: idRefSchema, name: accountNameSchema }),
    z.object({ role: z.literal('companion'), userId: idRefSchema }),
  ])
  .meta({ id: 'PlayerPersonBody', examples: [{ role: 'companion', userId: '65f0c0ffee5eedbadc0ffee2' }] });
export type PlayerPersonBody = z.output<typeof playerPersonBody>;

/** Why a title is not recognised. `away`: the source of titles did not answer; it is asked again. */
const reasonSchema = z.enum(['unknown', 'ambiguous', 'episode', 'away']);
export type UnrecognisedReason = z.infer<typeof reasonSchema>;

export const unrecognisedSchema = z
  .object({
    id: idSchema,
    mediaType: mediaTypeSchema,
    name: z.string().nullable(),
    year: z.int().nullable(),
    /** The name of the player. */
    player: z.string(),
    reason: reasonSchema,
    /** What waits to be recorded: the first viewings. */
    viewings: z.array(z.object({ season: numberSchema.nullable(), episode: numberSchema.nullable(), at: dateSchema })),
    /** The title that the user has picked. */
    match: importMatchSchema.nullable(),
    candidates: z.array(importMatchSchema),
    /** Null for a picked title, which is kept. */
    expiresAt: dateSchema.nullable(),
  })
  .meta({ id: 'UnrecognisedTitle', description: 'A title that a player names and Marquee does not recognise.' });
export type Unrecognised = z.infer<typeof unrecognisedSchema>;

export const recogniseBody = z
  .object({ mediaType: mediaTypeSchema, tmdbId: z.int().positive() })
  .meta({ id: 'RecogniseBody', examples: [{ mediaType: 'movie', tmdbId: 603 }] });

/** What somebody watches now: the caller, and people of the caller's lists who show it. */
export const watchingSchema = z
  .object({
    user: publicUserSchema,
    mediaType: mediaTypeSchema,
    title: z.string(),
    season: numberSchema.nullable(),
    episode: numberSchema.nullable(),
    isPaused: z.boolean(),
    at: dateSchema,
  })
  .meta({ id: 'WatchingNow', description: 'What somebody watches now.' });
export type Watching = z.infer<typeof watchingSchema>;
