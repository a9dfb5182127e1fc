import { z } from 'zod';
import { limits } from '../constants.ts';
import { chosenStates } from '../progress.ts';
import { dateSchema, textSchema } from './primitives.ts';
import { mediaTypeSchema } from './title.ts';

/** Where the rows of an import come from. `table` is a spreadsheet whose columns the person has named. */
const importSources = [
  'letterboxd',
  'imdb',
  'trakt',
  'tvtime',
  'simkl',
  'yamtrack',
  'movary',
  'tmdb',
  'netflix',
  'watcharr',
  'ryot',
  'marquee',
  'text',
  'table',
] as const;
export type ImportSource = (typeof importSources)[number];

/** What a preview counts. Films, shows and episodes are counted once each, the others as often as they occur. */
const importKinds = [
  'films',
  'shows',
  'episodes',
  'plays',
  'seenUndated',
  'ratings',
  'reviews',
  'wants',
  'lists',
  'listItems',
] as const;
export type ImportKind = (typeof importKinds)[number];

const keySchema = z.string().min(1).max(2000);
const numberSchema = z.int().min(0).max(limits.episodes);

const idsSchema = z.object({
  tmdb: z.int().positive().optional(),
  imdb: z
    .string()
    .regex(/^tt\d{5,12}$/)
    .optional(),
  tvdb: z.int().positive().optional(),
});
export type ImportIds = z.infer<typeof idsSchema>;

/** A title as its file describes it. */
const importTitleSchema = z.object({
  /** Rows about the same title have the same key. A file that is read again gives the same keys. */
  key: keySchema,
  /** Null if the file does not say whether it is a film or a show. */
  mediaType: mediaTypeSchema.nullable(),
  /** Empty if the file names the title only by an id. */
  title: textSchema.max(limits.title.max),
  originalTitle: textSchema.max(limits.title.max).optional(),
  year: z.int().min(1870).max(2200).optional(),
  director: textSchema.max(limits.title.max).optional(),
  /** Minutes. */
  runtime: z.int().positive().max(100_000).optional(),
  ids: idsSchema,
  /** The file has another title with this name and year, so nobody but the person can tell which one is meant. */
  hasTwin: z.literal(true).optional(),
});
export type ImportTitle = z.infer<typeof importTitleSchema>;

/** An episode of the row's title. Some services give only its name or id; a name alone never identifies it. */
const episodeSchema = z.object({
  season: numberSchema.nullable(),
  number: numberSchema.nullable(),
  title: textSchema.max(limits.title.max).optional(),
  /** The ids of the episode, not of its show. */
  ids: idsSchema,
});
export type ImportEpisode = z.infer<typeof episodeSchema>;

/** A rating as the service had it, and as stars. */
const importRatingSchema = z.object({
  value: z.number().positive(),
  of: z.union([z.literal(5), z.literal(10), z.literal(100)]),
  stars: z.int().min(limits.rating.min).max(limits.rating.max),
});
export type ImportRating = z.infer<typeof importRatingSchema>;

const rowShape = {
  /** Identifies what the row says. A row with a known key adds nothing. */
  sourceKey: keySchema,
  /** The file that it was in, without folders, and its line there; in JSON, the number of the entry. */
  file: textSchema.max(200),
  line: z.int().min(1),
};

const titledShape = { ...rowShape, title: importTitleSchema };
const watchedShape = { ...titledShape, episode: episodeSchema.optional() };

/** What a file says, one fact a row. Overlapping files are already joined. */
export const importRowSchema = z.discriminatedUnion('kind', [
  /** A viewing. A day is stored as its midnight in UTC and belongs to no time zone. */
  z.object({
    kind: z.literal('play'),
    ...watchedShape,
    at: dateSchema,
    precision: z.enum(['second', 'day']),
    isRewatch: z.literal(true).optional(),
  }),
  /** Seen at an unknown time; `again` if it is one more viewing beside others. */
  z.object({ kind: z.literal('seen'), ...watchedShape, again: z.literal(true).optional() }),
  /**
   * How far somebody has come in a show, where the service does not list episodes: to an episode, through a number of
   * episodes in the order of their airing, or through everything that had aired by `at`.
   */
  z.object({
    kind: z.literal('progress'),
    ...titledShape,
    upTo: z.union([
      z.object({ season: numberSchema, episode: numberSchema }),
      z.object({ count: numberSchema }),
      z.object({ aired: z.literal(true), season: numberSchema.optional() }),
    ]),
    at: dateSchema.nullable(),
  }),
  /** What the person says about a show: whether they go on with it, and since when they watch it again. */
  z.object({
    kind: z.literal('state'),
    ...titledShape,
    state: z.enum(chosenStates).nullable(),
    restartedAt: dateSchema.nullable(),
  }),
  z.object({
    kind: z.literal('rating'),
    ...watchedShape,
    rating: importRatingSchema,
    /** When it was given, which is not when the title was seen. */
    at: dateSchema.nullable(),
  }),
  z.object({
    kind: z.literal('review'),
    ...watchedShape,
    text: textSchema.min(1).max(limits.reviewComment.max),
    at: dateSchema.nullable(),
    /** Written as a note to oneself, so it should not become visible to others unasked. */
    isPrivate: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('want'), ...titledShape, at: dateSchema.nullable() }),
  z.object({
    kind: z.literal('list'),
    ...rowShape,
    /** What its items refer to. */
    listKey: keySchema,
    name: textSchema.min(1).max(limits.listName.max),
  }),
  z.object({
    kind: z.literal('listItem'),
    ...titledShape,
    listKey: keySchema,
    /** From 1, in the order of the list. */
    position: z.int().min(1),
    note: textSchema.min(1).max(limits.note.max).optional(),
    /** Marked as watched in the list. */
    watched: z.literal(true).optional(),
    at: dateSchema.nullable(),
  }),
]);
export type ImportRow = z.infer<typeof importRowSchema>;

/** What could not be read, with the cells of its line, so that it can be corrected and imported again. */
export const refusedRowSchema = z.object({
  kind: z.enum(importKinds),
  file: rowShape.file,
  line: rowShape.line,
  reason: textSchema.min(1).max(300),
  raw: z.record(textSchema.max(200), textSchema.max(5000)),
});
export type RefusedRow = z.infer<typeof refusedRowSchema>;

/** What the files say after overlaps are joined: `in` includes `refused`. */
export const importCountsSchema = z.record(
  z.enum(importKinds),
  z.object({ in: z.int().min(0), refused: z.int().min(0) }),
);
export type ImportCounts = z.infer<typeof importCountsSchema>;
