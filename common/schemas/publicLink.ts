import { z } from 'zod';
import { limits } from '../constants.ts';
import { dateSchema, daySchema, idSchema } from './primitives.ts';
import { publicUserSchema } from './user.ts';

/** What a public link shows beside the titles of its list. */
const shownFields = {
  /** The notes on the titles. */
  showsNotes: z.boolean(),
  /** The first names of those who added the titles. */
  showsNames: z.boolean(),
  /** Search engines may list the page. */
  isFindable: z.boolean(),
};

const visitsSchema = z
  .object({
    /** In UTC. */
    day: daySchema,
    /** How often the page was opened, without programs that say that they are one. */
    pages: z.int().min(0),
    /** How often a feed, a file or the frame was fetched. */
    feeds: z.int().min(0),
  })
  .meta({ id: 'Visits', description: 'How often a public link was opened on a day. Addresses are not kept.' });

export const publicLinkSchema = z
  .object({
    id: idSchema,
    /** The address of the page. The feeds and files have the same address with an ending, as `.json` or `.rss`. */
    url: z.string(),
    ...shownFields,
    createdAt: dateSchema,
    /** Null if it does not end by itself. */
    expiresAt: dateSchema.nullable(),
    createdByUserId: idSchema,
    createdBy: publicUserSchema,
    /** Of the last days that had visits, the oldest first. */
    visits: z.array(visitsSchema).max(limits.visitDays),
  })
  .meta({ id: 'PublicLink', description: 'An address at which anyone can read a list.' });
export type PublicLink = z.infer<typeof publicLinkSchema>;

export const createPublicLinkBody = z
  .object({
    showsNotes: shownFields.showsNotes.default(false),
    showsNames: shownFields.showsNames.default(false),
    isFindable: shownFields.isFindable.default(false),
    expiresInDays: z.int().min(1).max(limits.publicLinkDays).nullable(),
  })
  .meta({ id: 'CreatePublicLinkBody', examples: [{ showsNotes: true, showsNames: false, expiresInDays: 30 }] });
export type CreatePublicLinkBody = z.input<typeof createPublicLinkBody>;

/** Whether the owner allows public links to the list. */
export const publicLinkSettingSchema = z.object({ isAllowed: z.boolean() });

/** What Radarr's Custom Lists read. `id` is the TMDB id too: that is where they look for it. */
export const radarrListSchema = z
  .array(
    z.object({
      id: z.int().positive(),
      tmdbId: z.int().positive(),
      imdbId: z.string().optional(),
      title: z.string(),
      year: z.int().optional(),
    }),
  )
  .meta({ id: 'RadarrList', description: 'The films of a list, as Radarr imports them.' });
export type RadarrList = z.infer<typeof radarrListSchema>;

/** What Sonarr's Custom List reads. */
export const sonarrListSchema = z
  .array(
    z.object({
      tvdbId: z.int().positive(),
      tmdbId: z.int().positive(),
      imdbId: z.string().optional(),
      title: z.string(),
      year: z.int().optional(),
    }),
  )
  .meta({ id: 'SonarrList', description: 'The shows of a list whose id at TheTVDB is known, as Sonarr imports them.' });
export type SonarrList = z.infer<typeof sonarrListSchema>;
