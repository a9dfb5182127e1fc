import { z } from 'zod';
import { limits } from '../constants.ts';
import { numberSchema } from './play.ts';
import { daySchema, idRefSchema } from './primitives.ts';
import { progressSchema, timeZoneSchema } from './progress.ts';
import { mediaTypeSchema } from './title.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const day = daySchema;

/** Both days are included. With `folderId`, only titles of that list. */
export const calendarQuery = z
  .object({ from: day, to: day, folderId: idRefSchema.optional(), timeZone: timeZoneSchema })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < limits.calendarDays * DAY_MS, {
    path: ['to'],
    message: `Choose at most ${limits.calendarDays} days`,
  });

const calendarTitleSchema = z
  .object({
    mediaType: mediaTypeSchema,
    tmdbId: z.int().positive(),
    title: z.string(),
    posterPath: z.string().nullable(),
  })
  .meta({ id: 'CalendarTitle' });
export type CalendarTitle = z.infer<typeof calendarTitleSchema>;

const episodeSchema = z.object({
  season: numberSchema,
  episode: numberSchema,
  /** Absent where the caller wants no names of episodes that they have not seen. */
  name: z.string().optional(),
  isSeen: z.boolean(),
});

const releaseSchema = z
  .object({
    day,
    title: calendarTitleSchema,
    /** The episodes of a show that air that day. Empty for a film. */
    episodes: z.array(episodeSchema),
    /** Of a show. */
    state: progressSchema.shape.state.optional(),
  })
  .meta({ id: 'Release', description: 'A film that comes out on a day, or the episodes of a show that air on it.' });
export type Release = z.infer<typeof releaseSchema>;

const watchedSchema = z
  .object({
    day,
    title: calendarTitleSchema,
    season: numberSchema.optional(),
    episode: numberSchema.optional(),
  })
  .meta({ id: 'WatchedThatDay' });
export type WatchedThatDay = z.infer<typeof watchedSchema>;

export const calendarSchema = z
  .object({
    /** In the order of days, then of titles. */
    releases: z.array(releaseSchema),
    /** What the caller has watched in that time. */
    watched: z.array(watchedSchema),
    /** There are more shows or plays than are read, or the source of titles did not answer for some. */
    isIncomplete: z.boolean(),
  })
  .meta({ id: 'Calendar' });
export type Calendar = z.infer<typeof calendarSchema>;
