import { trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { compareEpisodes, type EpisodeNumber, type EpisodeSet, episodesOf } from '../../../common/progress.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import type { FindReached } from '../folders/comments/comment.views.ts';
import { type PlayDoc, PlayModel } from './play.model.ts';
import { findProgressOf } from './progress.store.ts';

/** How far the user has come in each of these titles. */
export const findReached: FindReached = async (userId, titles) => {
  const idsOf = (wanted: MediaType) => [
    ...new Set(titles.filter(({ mediaType }) => mediaType === wanted).map(({ tmdbId }) => tmdbId)),
  ];
  const [films, parts, progress] = await Promise.all([
    findWholePlays(userId, 'movie', idsOf('movie')),
    findWholePlays(userId, 'tv', idsOf('tv')),
    findProgressOf(userId, idsOf('tv')),
  ]);
  return ({ mediaType, tmdbId }) => {
    const isOfTitle = (one: { tmdbId: number }) => one.tmdbId === tmdbId;
    const plays = (mediaType === 'movie' ? films : parts).filter(isOfTitle);
    const { seen = {}, earlier = {} } = (mediaType === 'tv' && progress.find(isOfTitle)) || {};
    // A play of a season without an episode is one of the whole season.
    const seasons = plays.flatMap(({ season }) => (season === undefined ? [] : [{ season, episode: limits.episodes }]));
    return {
      hasWhole: plays.some(({ season }) => season === undefined),
      furthest: lastOf([...lastOfSeasons(seen), ...lastOfSeasons(earlier), ...seasons]),
      specials: new Set([...specialsOf(seen), ...specialsOf(earlier)]),
    };
  };
};

type WholePlay = Pick<PlayDoc, 'tmdbId' | 'season'>;

/** The plays of films, or of shows and seasons as a whole. Those of episodes are in the progress. */
async function findWholePlays(
  userId: string,
  mediaType: MediaType,
  tmdbIds: readonly number[],
): Promise<readonly WholePlay[]> {
  if (tmdbIds.length === 0) return [];
  return PlayModel.find(
    { userId, mediaType, tmdbId: trusted({ $in: tmdbIds }), episode: trusted({ $exists: false }) },
    { tmdbId: 1, season: 1 },
  ).lean<WholePlay[]>();
}

const lastOfSeasons = (set: EpisodeSet): EpisodeNumber[] =>
  Object.entries(set).flatMap(([season, ranges]) => {
    const episode = ranges.at(-1)?.[1];
    return episode === undefined ? [] : [{ season: Number(season), episode }];
  });

/** Specials are never the last. */
const lastOf = (episodes: readonly EpisodeNumber[]): EpisodeNumber | null =>
  episodes
    .filter(({ season }) => season > 0)
    .sort(compareEpisodes)
    .at(-1) ?? null;

const specialsOf = (set: EpisodeSet): number[] => [...episodesOf({ 0: set[0] ?? [] })].map(({ episode }) => episode);
