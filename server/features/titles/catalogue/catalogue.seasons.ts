import type { Episode, Season, SeasonSummary } from '../../../../common/schemas/title.ts';
import { episodeName, seasonName } from '../seasons.ts';
import { readBundled } from './catalogue.data.ts';

/** Seasons of which only the size is known have a number in place of their episodes. */
type SeasonRow = [number: number, name: string | null, date: string | null, episodes: EpisodeRow[] | number];
type EpisodeRow = [number: number, name: string | null, date: string | null, runtime: number | null];

export interface CatalogueSeasons {
  /** Without their episodes, in order. */
  listOf(showId: number): SeasonSummary[];
  find(showId: number, number: number): Season | null;
}

/** The bundled seasons. They are read with the first call, which takes about 20 ms. */
export function createSeasons(): CatalogueSeasons {
  let rows: Record<string, SeasonRow[]> | undefined;
  const rowsOf = (showId: number): SeasonRow[] => {
    rows ??= readBundled<Record<string, SeasonRow[]>>('server/features/titles/catalogue/episodes.json');
    return rows[showId] ?? [];
  };
  return {
    listOf: (showId) =>
      rowsOf(showId).map((row) => {
        const [, , , episodes] = row;
        return { ...factsOf(row), episode_count: typeof episodes === 'number' ? episodes : episodes.length };
      }),
    find(showId, number) {
      const row = rowsOf(showId).find(([season]) => season === number);
      return row ? { ...factsOf(row), episodes: episodesOf(row) } : null;
    },
  };
}

const factsOf = ([number, name, date]: SeasonRow) => ({
  season_number: number,
  name: name ?? seasonName(number),
  air_date: date,
});

function episodesOf([, , , episodes]: SeasonRow): Episode[] {
  const known = typeof episodes === 'number' ? unnamed(episodes) : episodes;
  return known.map(([number, name, date, runtime]) => ({
    episode_number: number,
    name: name ?? episodeName(number),
    air_date: date,
    runtime,
    overview: null,
    still_path: null,
  }));
}

const unnamed = (count: number) =>
  Array.from({ length: count }, (_, index): EpisodeRow => [index + 1, null, null, null]);
