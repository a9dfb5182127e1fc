import { setTimeout as delay } from 'node:timers/promises';
import { pick } from '../../../../common/pick.ts';
import { imagePath } from '../../../../common/picturePaths.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { notFound } from '../../../platform/http/errors.ts';
import type { SchemaFields } from '../../../platform/stored.ts';
import { awayOrThrow, foundOrNull, type SourceFacts, type TitleSource } from '../../titles/title.source.ts';

/** The stored facts of a title, for every model that has them. */
export const factFields = {
  tmdbId: { type: Number, required: true },
  mediaType: { type: String, enum: ['movie', 'tv'], required: true },
  title: { type: String, required: true },
  overview: { type: String, default: null },
  posterPath: { type: String, default: null },
  backdropPath: { type: String, default: null },
  releaseDate: { type: String, default: null },
  voteAverage: { type: Number, default: null },
  genres: { type: [Number], default: [] },
  runtime: { type: Number, default: null },
} satisfies SchemaFields<TitleFacts>;

const factNames = Object.keys(factFields) as (keyof TitleFacts)[];

/** Only the facts of a title, without other fields of the object. */
export function factsOf(title: TitleFacts): TitleFacts {
  return pick(title, factNames);
}

/** Earlier versions stored any path. Paths that are not of an image are hidden. */
export const shownPath = (path: string | null) => (path && imagePath.test(path) ? path : null);

/** The facts of a source's title that an item stores. */
export function itemFactsOf(title: SourceFacts): TitleFacts {
  return {
    tmdbId: title.id,
    mediaType: title.mediaType,
    title: title.title,
    overview: title.overview,
    posterPath: title.posterPath,
    backdropPath: title.backdropPath,
    releaseDate: title.releaseDate || null,
    voteAverage: Math.round(title.voteAverage * 10),
    genres: title.genreIds,
    runtime: title.runtime,
  };
}

/** The facts of a title as an item stores them, or null when the source does not know it. */
export async function findItemFacts(
  source: TitleSource,
  { mediaType, tmdbId }: { mediaType: MediaType; tmdbId: number },
): Promise<TitleFacts | null> {
  const found = await source.findTitle(mediaType, tmdbId);
  return found && itemFactsOf(found);
}

/** Like findItemFacts. Throws not_found. */
export async function loadItemFacts(
  source: TitleSource,
  title: { mediaType: MediaType; tmdbId: number },
): Promise<TitleFacts> {
  const facts = await findItemFacts(source, title);
  if (!facts) throw notFound('Title not found');
  return facts;
}

/** How long a write waits for the length of its title. */
const PATIENCE_MS = 500;

/**
 * With the length of the title, if the source tells it soon. Clients often have the facts from a list of titles, where no
 * source has lengths.
 */
export async function withRuntime<T extends TitleFacts>(source: TitleSource, facts: T): Promise<T> {
  if (facts.runtime !== null) return facts;
  const found = source.findTitle(facts.mediaType, facts.tmdbId).catch(awayOrThrow);
  const soon = await Promise.race([found, delay(PATIENCE_MS, null, { ref: false })]);
  return { ...facts, runtime: foundOrNull(soon)?.runtime ?? null };
}

/**
 * The `fetchedAt` of a new item. Items of the bundled catalogue have none. Without a length, the facts are to be fetched again
 * soon.
 */
export function fetchedNow({ posterPath, runtime }: Pick<TitleFacts, 'posterPath' | 'runtime'>): { fetchedAt?: Date } {
  if (isDrawnHere(posterPath)) return {};
  return { fetchedAt: runtime === null ? new Date(0) : new Date() };
}

/** Posters of the bundled catalogue are drawn by this server. TMDB's paths have only one segment. */
const isDrawnHere = (path: string | null) => path?.startsWith('/api/') ?? false;
