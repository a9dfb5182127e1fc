import { z } from 'zod';
import { limits } from '../constants.ts';
import { chosenStates, derivedStates } from '../progress.ts';
import {
  aheadSchema,
  episodeNumberSchema,
  episodeSetSchema,
  incompleteTime,
  isTimeComplete,
  numberSchema,
  timeShape,
} from './play.ts';
import { dateSchema, daySchema, idRefSchema, idSchema, textSchema } from './primitives.ts';
import { publicUserSchema } from './user.ts';

const dayOrNull = daySchema.nullable();

/** In which time zone a day begins for the caller, as an IANA name. Without it, days are those of UTC. */
export const timeZoneSchema = textSchema.max(64).refine(isTimeZone, 'Must be the name of a time zone').default('UTC');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

const nextEpisodeSchema = z
  .object({
    season: numberSchema,
    episode: numberSchema,
    /** Absent where the caller wants no names of episodes that they have not seen. */
    name: z.string().optional(),
    /** Only where the caller hides nothing. */
    stillPath: z.string().nullable().optional(),
    airDate: dayOrNull,
    /** In minutes. */
    runtime: z.number().nullable(),
  })
  .meta({ id: 'NextEpisode' });
export type NextEpisode = z.infer<typeof nextEpisodeSchema>;

export const progressSchema = z
  .object({
    tmdbId: z.int().positive(),
    state: z.enum([...derivedStates, ...chosenStates]),
    seen: episodeSetSchema,
    /** Without specials, and without episodes that the source of titles does not have. */
    seenCount: z.int(),
    airedCount: z.int(),
    /** The first aired episode after the last one seen. */
    next: nextEpisodeSchema.nullable(),
    /** The first episode of which the day is still to come. */
    upcoming: nextEpisodeSchema.nullable(),
    /** How many aired episodes between the first and the last one seen have no play. */
    skipped: z.int(),
    /** When the caller started the show again. Only later plays count. */
    restartedAt: dateSchema.optional(),
  })
  .meta({ id: 'Progress', description: 'How far the caller is in a show.' });
export type ShownProgress = z.infer<typeof progressSchema>;

/** What a person sees of episodes that they have not seen: pictures and texts are hidden, their names too, or nothing is. */
export const spoilersSchema = z.enum(['hide', 'hide-names', 'show']);
export type Spoilers = z.infer<typeof spoilersSchema>;

const spoilersShape = z.object({ spoilers: spoilersSchema });
export const spoilersBody = spoilersShape.meta({ id: 'SpoilersBody', examples: [{ spoilers: 'hide' }] });
export const spoilersAnswerSchema = spoilersShape.meta({ id: 'SpoilerSetting' });

/** What a list says about a show that the caller has begun, or has said something about. */
export const progressSummarySchema = progressSchema
  .pick({ tmdbId: true, state: true, seenCount: true, airedCount: true })
  .extend({
    /** When the caller last watched an episode. Null when that is unknown. */
    lastAt: dateSchema.nullable(),
  })
  .meta({ id: 'ProgressSummary', description: 'How far the caller is in a show, in short.' });
export type ProgressSummary = z.infer<typeof progressSummarySchema>;

export const timeZoneQuery = z.object({ timeZone: timeZoneSchema });

export const progressBody = z
  .object({
    /** Null for a show that is neither paused nor dropped any longer. */
    state: z.enum(chosenStates).nullable().optional(),
    /** True starts the show again, false takes that back. */
    startsAgain: z.boolean().optional(),
    timeZone: timeZoneSchema,
  })
  .meta({ id: 'ProgressBody', examples: [{ state: 'paused' }] });
export type ProgressBody = z.input<typeof progressBody>;

const actShape = {
  tmdbId: z.int().positive(),
  season: numberSchema,
  ...timeShape,
  /** All get the time. Otherwise only the last one does, and that of the others is unknown. */
  sameTime: z.boolean().default(false),
  folderId: idRefSchema.optional(),
  /** Users with whom the caller shares a list. Each of them gets one proposal for all these episodes. */
  withUserIds: z.array(idRefSchema).max(limits.companions).default([]),
  ahead: aheadSchema,
  timeZone: timeZoneSchema,
};

export const upToBody = z
  .object({ ...actShape, episode: numberSchema })
  .refine(isTimeComplete, incompleteTime)
  .meta({ id: 'UpToBody', examples: [{ tmdbId: 1399, season: 2, episode: 4 }] });

export type UpToBody = z.input<typeof upToBody>;

export const seasonBody = z
  .object(actShape)
  .refine(isTimeComplete, incompleteTime)
  .meta({ id: 'SeasonBody', examples: [{ tmdbId: 1399, season: 2 }] });

/** An act that added or removed the plays of several episodes. */
const playActSchema = z
  .object({
    /** With it, the act can be undone for 30 days. Null when there was nothing to do. */
    id: idSchema.nullable(),
    progress: progressSchema,
  })
  .meta({ id: 'PlayAct' });

export const addedPlaysSchema = playActSchema.extend({ added: z.int() }).meta({ id: 'AddedPlays' });
export type AddedPlays = z.infer<typeof addedPlaysSchema>;

export const removedPlaysSchema = playActSchema.extend({ removed: z.int() }).meta({ id: 'RemovedPlays' });
export type RemovedPlays = z.infer<typeof removedPlaysSchema>;

/** `all` confirms that more than one play may be removed. */
export const removePlaysQuery = z.object({
  season: z.coerce.number().pipe(numberSchema),
  episode: z.coerce.number().pipe(numberSchema).optional(),
  all: z.enum(['true', 'false']).default('false'),
  timeZone: timeZoneSchema,
});

/** What a card says about a show. */
const followedShowSchema = z
  .object({
    tmdbId: z.int().positive(),
    title: z.string(),
    posterPath: z.string().nullable(),
    backdropPath: z.string().nullable(),
    releaseDate: z.string().nullable(),
  })
  .meta({ id: 'FollowedShow' });

export type FollowedShow = z.infer<typeof followedShowSchema>;

/** With whom the caller watches a show, and the next episode of this group. */
const upNextGroupSchema = z
  .object({
    folderId: idSchema,
    memberIds: z.array(idSchema),
    /** Its members: those of a list need not know each other otherwise. */
    people: z.array(publicUserSchema),
    next: episodeNumberSchema.nullable(),
  })
  .meta({ id: 'UpNextGroup' });
export type UpNextGroup = z.infer<typeof upNextGroupSchema>;

const upNextEntrySchema = z
  .object({
    show: followedShowSchema,
    progress: progressSchema,
    group: upNextGroupSchema.optional(),
  })
  .meta({ id: 'UpNextEntry' });
export type UpNextEntry = z.infer<typeof upNextEntrySchema>;

/** The shows that the caller is watching: first those with a next episode, most recently watched first. */
export const upNextSchema = z
  .object({
    shows: z.array(upNextEntrySchema),
    /** Shows are missing, because the source of titles did not answer. */
    isIncomplete: z.boolean(),
  })
  .meta({ id: 'UpNext' });
export type UpNext = z.infer<typeof upNextSchema>;
