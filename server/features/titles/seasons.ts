import type { Episode, SeasonSummary } from '../../../common/schemas/title.ts';

/** The name of a season that its source does not name. */
export const seasonName = (number: number) => (number === 0 ? 'Specials' : `Season ${number}`);

/** The name of an episode that its source does not name. */
export const episodeName = (number: number) => `Episode ${number}`;

/** By their numbers, each number once. */
function inOrder<T>(entries: readonly T[], numberOf: (entry: T) => number): T[] {
  return [...new Map(entries.map((entry) => [numberOf(entry), entry])).values()].sort(
    (a, b) => numberOf(a) - numberOf(b),
  );
}

export const seasonsInOrder = <T extends Pick<SeasonSummary, 'season_number'>>(seasons: readonly T[]): T[] =>
  inOrder(seasons, (season) => season.season_number);

export const episodesInOrder = (episodes: readonly Episode[]): Episode[] =>
  inOrder(episodes, (episode) => episode.episode_number);
