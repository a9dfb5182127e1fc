import { z } from 'zod';
import { limits } from '../constants.ts';
import { chosenStates } from '../progress.ts';
import { plainText } from '../text.ts';
import { dateSchema, idSchema, plainTextSchema, textSchema } from './primitives.ts';
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
  'primevideo',
  'disneyplus',
  'appletv',
  'plex',
  'jellyfin',
  'seriesguide',
  'watcharr',
  'ryot',
  'marquee',
  'text',
  'table',
] as const;
export type ImportSource = (typeof importSources)[number];

/** What a preview counts. Films, shows and episodes are counted once each, the others as often as they occur. */
export const importKinds = [
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

const keySchema = textSchema.min(1).max(2000);
/** Text from another service, cleaned like text that is typed here. A row of which nothing remains is still valid. */
const foreignTextSchema = textSchema.min(1).overwrite(plainText);
const numberSchema = z.int().min(0).max(limits.episodes);

/** The ids of a title at other services. */
export const idsSchema = z.object({
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
export const importRatingSchema = z.object({
  value: z.number().positive(),
  of: z.union([z.literal(5), z.literal(10), z.literal(100)]),
  stars: z.int().min(limits.rating.min).max(limits.rating.max),
  /** The stars were given in Marquee: no other service had the rating. */
  isOwn: z.literal(true).optional(),
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
const viewingShape = {
  ...watchedShape,
  /** When Marquee stored it, in its own export: 'Start again' tells earlier viewings from later ones by it. */
  recordedAt: dateSchema.optional(),
};

/** What a file says, one fact a row. Overlapping files are already joined. */
export const importRowSchema = z.discriminatedUnion('kind', [
  /** A viewing. A day is stored as its midnight in UTC and belongs to no time zone. */
  z.object({
    kind: z.literal('play'),
    ...viewingShape,
    at: dateSchema,
    precision: z.enum(['second', 'day']),
    isRewatch: z.literal(true).optional(),
  }),
  /** Seen at an unknown time; `again` if it is one more viewing beside others. */
  z.object({ kind: z.literal('seen'), ...viewingShape, again: z.literal(true).optional() }),
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
    name: foreignTextSchema.max(limits.listName.max),
  }),
  z.object({
    kind: z.literal('listItem'),
    ...titledShape,
    listKey: keySchema,
    /** From 1, in the order of the list. */
    position: z.int().min(1),
    note: foreignTextSchema.max(limits.note.max).optional(),
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

/**
 * What becomes of a row. `refused`: it cannot come, for a reason that the row names, or the person leaves it out.
 * `ambiguous` and `unknown` become one of the others once the person or another source of titles tells which title it is.
 */
const importOutcomes = ['comes', 'ambiguous', 'unknown', 'refused', 'alreadyHere'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const countSchema = z.int().min(0);

/** For each kind: what the files say, and what becomes of it. `in` is the sum of the others, before and after Apply. */
const outcomeCountsSchema = z
  .record(
    z.enum(importKinds),
    z.object({
      in: countSchema,
      comes: countSchema,
      ambiguous: countSchema,
      unknown: countSchema,
      refused: countSchema,
      alreadyHere: countSchema,
    }),
  )
  .meta({ id: 'ImportCounts' });
export type OutcomeCounts = z.infer<typeof outcomeCountsSchema>;

/**
 * Where titles go: to a list to which the person may add titles, to their own list with a name, which is created if it does
 * not exist, or nowhere (null).
 */
const targetSchema = z
  .union([z.object({ folderId: idSchema }), z.object({ name: plainTextSchema.min(1).max(limits.listName.max) })])
  .nullable();
export type ImportTarget = z.infer<typeof targetSchema>;

/** Whose review stays where both the person and the file have one. */
const reviewConflicts = ['mine', 'theirs', 'newest'] as const;

const choicesShape = {
  /** Where the films go that the person wants to see. */
  films: targetSchema,
  shows: targetSchema,
  /** Also adds the films and shows that the person has seen there, marked as watched. */
  withSeen: z.boolean(),
  /** Where the lists of the files go. A list that is not named here goes to the person's own list of its name. */
  lists: z.array(z.object({ listKey: keySchema, target: targetSchema })).max(limits.importLists),
  /** Plays, titles seen at an unknown time, progress in shows, and shows that are paused or dropped. */
  plays: z.boolean(),
  ratings: z.boolean(),
  /** The texts. Each needs a rating, of the file or of the person's own review. */
  reviews: z.boolean(),
  existingReviews: z.enum(reviewConflicts),
};
const choicesSchema = z.object(choicesShape).meta({ id: 'ImportChoices' });
export type ImportChoices = z.infer<typeof choicesSchema>;

/** What a new import begins with. */
export const usualImportChoices: ImportChoices = {
  films: { name: 'Watchlist' },
  shows: { name: 'Watchlist' },
  withSeen: false,
  lists: [],
  plays: true,
  ratings: true,
  reviews: true,
  existingReviews: 'mine',
};

/** Other choices stay. */
export const importChoicesBody = choicesSchema
  .partial()
  .meta({ id: 'ImportChoicesBody', examples: [{ ratings: false, existingReviews: 'newest' }] });

const importStates = ['uploading', 'preview', 'applying', 'applied', 'undone'] as const;

/** What the server does with an import by itself, in this order. */
const importSteps = ['matching', 'counting', 'applying', 'undoing'] as const;
export type ImportStep = (typeof importSteps)[number];

export const importSchema = z
  .object({
    id: idSchema,
    source: z.enum(importSources),
    /** The names of the files. */
    files: z.array(z.string()),
    state: z.enum(importStates),
    createdAt: dateSchema,
    /** Until when it is kept and can be undone. */
    expiresAt: dateSchema,
    appliedAt: dateSchema.nullable(),
    /** How many rows there are, and how many of them the server has. The next chunk begins with row `received`. */
    rows: z.object({ total: countSchema, received: countSchema }),
    counts: outcomeCountsSchema,
    /**
     * How many rows come and are not written yet. After Apply, these are titles that the source did not know or name then. Apply
     * writes them.
     */
    waiting: countSchema,
    /** The lists of the files, and how many titles each has. */
    lists: z.array(z.object({ listKey: keySchema, name: z.string(), items: countSchema })),
    choices: choicesSchema,
    /**
     * What the server does now. Counts are complete when it is null. With `isRunning` false the server has stopped, for
     * example because it was restarted: Apply or Undo, pressed again, goes on where it was. Matching goes on by itself.
     */
    work: z
      .object({ step: z.enum(importSteps), done: countSchema, of: countSchema, isRunning: z.boolean() })
      .nullable(),
    /** Where titles were looked up, and how many titles the bundled catalogue knows. */
    titles: z.object({ source: z.enum(['catalogue', 'tmdb']), known: countSchema.nullable() }),
    /** After Undo: how many rows it took back, and how many stayed, for reasons that the rows name. */
    undo: z.object({ removed: countSchema, stayed: countSchema }).nullable(),
  })
  .meta({ id: 'Import', description: 'Files of another service that you move in.' });
export type Import = z.infer<typeof importSchema>;

export const importBody = z
  .object({
    source: z.enum(importSources),
    files: z.array(textSchema.min(1).max(200)).min(1).max(limits.importFiles),
    /** How many rows will be sent, refused ones included. */
    total: z.int().min(1).max(limits.importRowsTogether),
  })
  .meta({ id: 'ImportBody', examples: [{ source: 'letterboxd', files: ['letterboxd-ana.zip'], total: 1240 }] });
export type ImportBody = z.infer<typeof importBody>;

/** A row, or what could not be read. Their kinds differ: 'play' is a row, 'plays' of refused ones. */
const sentRowSchema = z.union([importRowSchema, refusedRowSchema]);
export type SentRow = z.infer<typeof sentRowSchema>;

/**
 * The rows from number `from` on, counted from 0. Rows that the server has already are left out. A body is at most 100 kB
 * long, so the cells of a refused row may have to be cut.
 */
export const importRowsBody = z
  .object({ from: countSchema, rows: z.array(sentRowSchema).min(1).max(limits.importRowsPerRequest) })
  .meta({ id: 'ImportRowsBody' });

/** How many rows the server has. If it is less than `from`, rows before it are missing: go on with this one. */
export const receivedSchema = z.object({ received: countSchema }).meta({ id: 'ReceivedRows' });

export const importMatchSchema = z
  .object({
    mediaType: mediaTypeSchema,
    tmdbId: z.int().positive(),
    title: z.string(),
    year: z.int().nullable(),
    posterPath: z.string().nullable(),
    /** Directors of a film, creators of a show. */
    makers: z.array(z.string()),
  })
  .meta({ id: 'ImportMatch', description: 'A title that a row may be about.' });
export type ImportMatch = z.infer<typeof importMatchSchema>;

export const importedRowSchema = z
  .object({
    /** Its number, from 0. */
    n: countSchema,
    row: sentRowSchema,
    outcome: z.enum(importOutcomes),
    /** Why it does not come, or why it stayed after Undo, as a sentence. */
    reason: z.string().nullable(),
    match: importMatchSchema.nullable(),
    /** For an ambiguous title, the most likely one first. */
    candidates: z.array(importMatchSchema),
    /** The person leaves it out. */
    isSkipped: z.boolean(),
    /** It has been applied, and Undo would take it back. */
    isApplied: z.boolean(),
  })
  .meta({ id: 'ImportedRow' });
export type ImportedRow = z.infer<typeof importedRowSchema>;

export const importQuery = z.object({
  outcome: z.enum(importOutcomes).optional(),
  countedAs: z.enum(importKinds).optional(),
  /** Only one row of each title, the first with the title's outcome, for tables of titles. */
  each: z.literal('title').optional(),
  /** Only rows that stayed after Undo. */
  stayed: z.literal('true').optional(),
  /** The number of the last row of the page before. */
  after: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(limits.importRowsPage).default(limits.importRowsPage),
});
export type ImportQuery = z.output<typeof importQuery>;

export const importPageSchema = z
  .object({
    import: importSchema,
    rows: z.array(importedRowSchema),
    /** The value of `after` for the next page. Null on the last page. */
    next: countSchema.nullable(),
  })
  .meta({ id: 'ImportPage' });
export type ImportPage = z.infer<typeof importPageSchema>;

/**
 * Which title all rows with the title of this row are about, or null to look it up again; and whether this row, or all rows
 * with its title, are left out.
 */
export const importFixBody = z
  .object({
    match: z.object({ mediaType: mediaTypeSchema, tmdbId: z.int().positive() }).nullable().optional(),
    isSkipped: z.boolean().optional(),
    of: z.enum(['row', 'title']).default('title'),
  })
  .meta({ id: 'ImportFixBody', examples: [{ match: { mediaType: 'movie', tmdbId: 603 } }] });
export type ImportFix = z.output<typeof importFixBody>;
