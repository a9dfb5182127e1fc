import type { Season, SeasonSummary } from '../../../../common/schemas/title.ts';
import { tmdbSeason } from './tmdb.schemas.ts';

/** TMDB appends at most so many parts to one answer. */
const MOST_PARTS = 20;
/** An answer with more episodes would be too long to be stored. */
const MOST_EPISODES = 250;

/** The numbers of the seasons to read with this one; null if the show has no such season. */
export function seasonsReadWith(seasons: readonly SeasonSummary[], number: number): number[] | null {
  let together: number[] = [];
  let episodes = 0;
  for (const { season_number, episode_count } of seasons) {
    if (together.length === MOST_PARTS || episodes + episode_count > MOST_EPISODES) {
      if (together.includes(number)) return together;
      together = [];
      episodes = 0;
    }
    together.push(season_number);
    episodes += episode_count;
  }
  return together.includes(number) ? together : null;
}

/** The appended seasons of an answer. Those that it lacks, or that are invalid, are left out. */
export function toSeasons(answer: unknown, numbers: readonly number[]): Season[] {
  const parts = (answer ?? {}) as Record<string, unknown>;
  return numbers.flatMap((number) => {
    const { data } = tmdbSeason.safeParse(parts[`season/${number}`]);
    return data ? [{ ...data, season_number: number }] : [];
  });
}
