import { regularEpisodes } from '../../../../common/progress.ts';
import type { Season, SeasonSummary } from '../../../../common/schemas/title.ts';
import { titleApi } from '../../../lib/http/api.ts';
import { about, queryOf } from '../../../lib/query.ts';

/** The query of one season with its episodes. What they tell depends on what the viewer has seen. */
export const seasonQuery = (showId: number, season: number) => ({
  ...queryOf(titleApi.tv.season, { params: { id: showId, season } }),
  ...about('progress'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The numbers of a season's episodes that have aired, as `regularEpisodes` says. Specials without a day have aired. */
export function airedNumbers(
  season: Season,
  { status, seasons }: { status: string; seasons: readonly SeasonSummary[] },
  today: string,
): ReadonlySet<number> {
  const { season_number: number, episodes } = season;
  const isFollowed = seasons.some(
    ({ season_number, air_date }) => season_number > number && (air_date ?? '9') <= today,
  );
  if (number === 0 || isFollowed) {
    return new Set(episodes.filter((one) => (one.air_date ?? '') <= today).map((one) => one.episode_number));
  }
  const regular = regularEpisodes({ status, seasons: [season] }, today);
  return new Set(regular.filter(({ hasAired }) => hasAired).map(({ episode }) => episode));
}
