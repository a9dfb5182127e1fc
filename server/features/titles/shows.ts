import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { EpisodeNumber, ShowEpisodes } from '../../../common/progress.ts';
import type { FollowedShow } from '../../../common/schemas/progress.ts';
import type { Season } from '../../../common/schemas/title.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { createSharedRuns } from '../../platform/limits/sharedRuns.ts';
import { awayOrThrow, type TitleSource } from './title.source.ts';

export interface Show extends ShowEpisodes {
  facts: FollowedShow;
}

/** Shows with all their episodes, kept for a few minutes. */
export interface Shows {
  /** Null for an unknown show. Throws `upstream` when the source does not answer. */
  find(showId: number): Promise<Show | null>;
  /** Like find. Throws not_found for an unknown show. */
  load(showId: number): Promise<Show>;
  /** Many shows, in the order of their ids: null for an unknown one, 'away' where the source does not answer. */
  findAll(showIds: readonly number[]): Promise<(Show | 'away' | null)[]>;
}

/** Episodes in all kept shows together: about 20 MB. */
const MAX_EPISODES = 100_000;
/** The source refreshes its own answers; this only saves putting them together for each request. */
const KEPT_MS = 10 * 60 * 1000;
/** How many shows are read from the source at once. */
const TOGETHER = 20;

export function createShows(source: TitleSource): Shows {
  const kept = new LRUCache<string, Show>({
    maxSize: MAX_EPISODES,
    sizeCalculation: ({ seasons }) => seasons.reduce((size, { episodes }) => size + episodes.length, 1),
    ttl: KEPT_MS,
  });
  const running = createSharedRuns();
  const keyOf = (showId: number) => `${source.name} ${showId}`;
  const find = async (showId: number) => {
    const key = keyOf(showId);
    const known = kept.get(key);
    if (known) return known;
    return running.run(key, async () => {
      const show = await readShow(source, showId);
      if (show) kept.set(key, show);
      return show;
    });
  };
  return {
    find,
    async load(showId) {
      const show = await find(showId);
      if (!show) throw notFound('Show not found');
      return show;
    },
    async findAll(showIds) {
      const limit = pLimit(TOGETHER);
      return Promise.all(
        showIds.map((showId) => kept.get(keyOf(showId)) ?? limit(() => find(showId).catch(awayOrThrow))),
      );
    },
  };
}

async function readShow(source: TitleSource, showId: number): Promise<Show | null> {
  const details = await source.details('tv', showId);
  if (!details) return null;
  const seasons = await Promise.all(details.seasons.map((season) => source.season(showId, season.season_number)));
  return {
    status: details.status,
    seasons: seasons.flatMap((season) => (season ? [withoutOverviews(season)] : [])),
    facts: {
      tmdbId: showId,
      title: details.name,
      posterPath: details.poster_path,
      backdropPath: details.backdrop_path,
      releaseDate: details.first_air_date || null,
    },
  };
}

/** They are most of a show's size. */
function withoutOverviews({ episodes, ...season }: Season): Season {
  return { ...season, episodes: episodes.map((episode) => ({ ...episode, overview: null })) };
}

/** An episode of a show. Undefined for one that it does not have. */
export function findEpisode({ seasons }: ShowEpisodes, { season, episode }: EpisodeNumber) {
  return seasons
    .find(({ season_number }) => season_number === season)
    ?.episodes.find(({ episode_number }) => episode_number === episode);
}

/** The same. Throws invalid for one that it does not have. */
export function requireEpisode(show: ShowEpisodes, number: EpisodeNumber) {
  const found = findEpisode(show, number);
  if (!found) throw invalid([{ path: 'episode', message: 'The show has no such episode' }]);
  return found;
}
