import { trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { compareEpisodes, type EpisodeNumber } from '../../../common/progress.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { titleKey } from '../../../common/titleKey.ts';
import type { FindReached, Reached } from '../folders/comments/comment.views.ts';
import { type PlayDoc, PlayModel } from './play.model.ts';

/** How far the user has come in each of these titles. */
export const findReached: FindReached = async (userId, titles) => {
  const idsOf = (wanted: MediaType) =>
    titles.filter(({ mediaType }) => mediaType === wanted).map(({ tmdbId }) => tmdbId);
  const found = await Promise.all([findPlays(userId, 'movie', idsOf('movie')), findPlays(userId, 'tv', idsOf('tv'))]);
  const byTitle = new Map<string, PlayedPart[]>();
  for (const play of found.flat()) {
    const others = byTitle.get(titleKey(play));
    if (others) others.push(play);
    else byTitle.set(titleKey(play), [play]);
  }
  return (title) => reachedBy(byTitle.get(titleKey(title)) ?? []);
};

type PlayedPart = Pick<PlayDoc, 'mediaType' | 'tmdbId' | 'season' | 'episode'>;

async function findPlays(userId: string, mediaType: MediaType, tmdbIds: readonly number[]): Promise<PlayedPart[]> {
  if (tmdbIds.length === 0) return [];
  const fields = { mediaType: 1, tmdbId: 1, season: 1, episode: 1 };
  return PlayModel.find({ userId, mediaType, tmdbId: trusted({ $in: [...new Set(tmdbIds)] }) }, fields).lean<
    PlayedPart[]
  >();
}

function reachedBy(plays: readonly PlayedPart[]): Reached {
  let hasWhole = false;
  let furthest: EpisodeNumber | null = null;
  const specials = new Set<number>();
  // A play of a season without an episode is one of the whole season.
  for (const { season, episode = limits.episodes } of plays) {
    if (season === undefined) hasWhole = true;
    else if (season === 0) specials.add(episode);
    else if (!furthest || compareEpisodes(furthest, { season, episode }) < 0) furthest = { season, episode };
  }
  return { hasWhole, furthest, specials };
}
