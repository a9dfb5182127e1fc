import type { MakeSource, Reading } from '../reading.ts';
import type { Table } from '../table.ts';
import { splitEpisode, splitSeason } from './episodeNames.ts';

/** Disney+: the viewing history of the data that it sends. A row about an episode names its show as the season. */
export const disneyPlus: MakeSource = (reading) => ({
  source: 'disneyplus',
  tables: [
    {
      recognises: (names) => (['programtitle', 'seasontitle'].every((name) => names.has(name)) ? 6 : 0),
      read: (table) => readHistory(reading, table),
    },
  ],
});

function readHistory(reading: Reading, table: Table): void {
  const { collection } = reading;
  const [program, series] = [table.field('programtitle'), table.field('seasontitle')];
  const profile = table.field('profilename', 'profileid', 'profile');
  const watchedAt = reading.dates(table, 'Date', table.field('date', 'datewatched', 'starttime'), { isUtc: true });
  const choice = reading.askProfile(table, profile);
  if (choice === null) return;
  for (const row of table.rows) {
    if (profile(row) !== choice) continue;
    const when = watchedAt(row);
    if (series(row) === '') {
      collection.watched(row, collection.title(row, { mediaType: 'movie', title: program(row) }), when);
      continue;
    }
    if (program(row) === '') {
      collection.refuse(row, 'episodes', 'Disney+ does not name the episode');
      continue;
    }
    const { show, season = null } = splitSeason(series(row));
    const { number = null, name } = splitEpisode(program(row));
    const episode = { season, number, title: name, ids: {} };
    collection.watched(row, collection.title(row, { mediaType: 'tv', title: show }), when, { episode });
  }
}
