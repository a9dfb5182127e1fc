import { z } from 'zod';
import { daySchema } from './primitives.ts';
import { timeZoneSchema } from './progress.ts';
import { publicUserSchema } from './user.ts';

const count = z.int().min(0);

/** Without a year: all time, also what was watched at an unknown time. */
export const statisticsQuery = z.object({
  year: z.coerce.number().int().min(1000).max(9999).optional(),
  timeZone: timeZoneSchema,
});
export type Period = z.output<typeof statisticsQuery>;

/** How much was watched. `plays` counts each viewing, also of a whole show or season. */
const amountShape = { plays: count, minutes: count };
const amountSchema = z.object(amountShape).meta({ id: 'WatchedAmount' });
export type Amount = z.infer<typeof amountSchema>;

const genreSchema = z.object({ id: z.int(), ...amountShape }).meta({ id: 'WatchedGenre' });

const personSchema = z
  .object({ id: z.int(), name: z.string(), titles: count })
  .meta({ id: 'WatchedPerson', description: 'Someone in the most watched titles, and in how many of them.' });
export type WatchedPerson = z.infer<typeof personSchema>;

const sumsShape = {
  /** `titles` and `days` are how many different ones there are. Plays `withoutRuntime` add nothing to `minutes`. */
  totals: z.object({
    ...amountShape,
    withoutRuntime: count,
    films: count,
    episodes: count,
    titles: count,
    days: count,
  }),
  /** Twelve, from January on. What has no known time is in neither months nor weekdays. */
  months: z.array(amountSchema).length(12),
  /** Seven, from Monday on. */
  weekdays: z.array(amountSchema).length(7),
  /** The most watched first. */
  genres: z.array(genreSchema),
  cast: z.array(personSchema),
  /** Directors of films and creators of shows. */
  makers: z.array(personSchema),
  /** The source of titles did not answer for some of the titles, so people may be missing. */
  isIncomplete: z.boolean(),
};

export const statisticsSchema = z
  .object({
    ...sumsShape,
    /** The year of the first play with a known time. */
    firstYear: z.int().nullable(),
    /** The years with plays, the earliest first. */
    years: z.array(z.object({ year: z.int(), ...amountShape }).meta({ id: 'WatchedYear' })),
    /** The days with plays, in order. Empty for all time. */
    days: z.array(z.object({ day: daySchema, ...amountShape }).meta({ id: 'WatchedDay' })),
    /** How many of these titles got 1, 2, 3, 4 and 5 stars. */
    ratings: z.array(count).length(5),
    /** With whom, most often first. */
    companions: z.array(z.object({ user: publicUserSchema, plays: count }).meta({ id: 'WatchedWith' })),
  })
  .meta({ id: 'Statistics', description: 'What the caller has watched in a year, or in all time.' });
export type Statistics = z.infer<typeof statisticsSchema>;

export const listStatisticsSchema = z
  .object({
    /** Whose plays are counted: members who show what they have seen. With fewer than two, nothing is, and it is 0. */
    people: count,
    ...sumsShape,
  })
  .meta({ id: 'ListStatistics', description: 'What members of a list have watched of its titles, all together.' });
export type ListStatistics = z.infer<typeof listStatisticsSchema>;
