import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { MediaType } from '../../../../common/schemas/title.ts';
import { notFound } from '../../../platform/http/errors.ts';
import type { SourceFacts, TitleSource } from '../../titles/title.source.ts';

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

/** The `fetchedAt` of a new item. Items of the bundled catalogue have none. */
export function fetchedNow({ posterPath }: Pick<TitleFacts, 'posterPath'>): { fetchedAt?: Date } {
  return isDrawnHere(posterPath) ? {} : { fetchedAt: new Date() };
}

/** Posters of the bundled catalogue are drawn by this server. TMDB's paths have only one segment. */
const isDrawnHere = (path: string | null) => path?.startsWith('/api/') ?? false;
