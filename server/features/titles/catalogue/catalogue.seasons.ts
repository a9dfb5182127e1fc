import type { Season } from '../../../../common/schemas/title.ts';
import { episodeName, seasonName } from '../seasons.ts';
import { readBundled } from './catalogue.data.ts';

/** Seasons of which only the size is known have a number in place of their episodes. */
type SeasonRow = [number: number, name: string | null, date: string | null, episodes: EpisodeRow[] | number];
type EpisodeRow = [number: number, name: string | null, date: string | null, runtime: number | null];

export type SeasonsOfShow = (showId: number) => Season[];

/** The bundled seasons of a show, in order. They are read with the first call, which takes about 20 ms. */
export function createSeasons(): SeasonsOfShow {
  let rows: Record<string, SeasonRow[]> | undefined;
  return (showId) => {
    rows ??= readBundled<Record<string, SeasonRow[]>>('server/features/titles/catalogue/episodes.json');
    return (rows[showId] ?? []).map(toSeason);
  };
}

function toSeason([number, name, date, episodes]: SeasonRow): Season {
  const known = typeof episodes === 'number' ? unnamed(episodes) : episodes;
  return {
    season_number: number,
    name: name ?? seasonName(number),
    air_date: date,
    episodes: known.map(([episode, title, aired, runtime]) => ({
      episode_number: episode,
      name: title ?? episodeName(episode),
      air_date: aired,
      runtime,
    })),
  };
}

const unnamed = (count: number) =>
  Array.from({ length: count }, (_, index): EpisodeRow => [index + 1, null, null, null]);
