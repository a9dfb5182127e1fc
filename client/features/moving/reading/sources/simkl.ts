import type { ChosenState } from '../../../../../common/progress.ts';
import type { Place, TitleFacts } from '../collection.ts';
import { readDate } from '../dates.ts';
import {
  entryPlace,
  episodeNumberOf,
  idsOf,
  isObject,
  listOf,
  type MakeSource,
  objectOf,
  type Reading,
  scalarOf,
  textOf,
  yearOf,
} from '../reading.ts';
import type { Table } from '../table.ts';

/** Simkl's backup as CSV, which has the last episode of a show only, and as JSON, which has all of them. */
export const simkl: MakeSource = (reading) => ({
  source: 'simkl',
  tables: [
    {
      recognises: (names) =>
        names.has('title') && names.has('watchlist') && (names.has('simklid') || names.has('lastepwatched')) ? 6 : 0,
      read: (table) => readTable(reading, table),
    },
  ],
  documents: [
    {
      recognises: (data) =>
        isObject(data) &&
        ['movies', 'shows', 'anime'].some((key) => {
          const first = objectOf(listOf(data[key])[0]);
          return isObject(objectOf(first.movie ?? first.show).ids) && 'status' in first;
        }),
      read: (data, file) => {
        const groups = objectOf(data);
        for (const key of ['movies', 'shows', 'anime']) {
          for (const [index, value] of listOf(groups[key]).entries()) {
            const entry = objectOf(value);
            readEntry(reading, entryPlace(file, index, { ...entry, seasons: undefined }), entry);
          }
        }
      },
    },
  ],
});

type Status = 'seen' | 'wanted' | 'watching' | ChosenState;

function statusOf(word: string): Status {
  if (/plan/i.test(word)) return 'wanted';
  if (/hold/i.test(word)) return 'paused';
  if (/drop|notinteresting/i.test(word)) return 'dropped';
  return /watching/i.test(word) ? 'watching' : 'seen';
}

const isChosen = (status: Status): status is ChosenState => status === 'paused' || status === 'dropped';

function readTable(reading: Reading, table: Table): void {
  const { collection } = reading;
  const fields = {
    title: table.field('title'),
    type: table.field('type'),
    year: table.field('year'),
    status: table.field('watchlist'),
    last: table.field('lastepwatched'),
    rating: table.field('rating'),
    memo: table.field('memo'),
    id: table.field('simklid'),
    tmdb: table.field('tmdb', 'tmdbid'),
    imdb: table.field('imdb', 'imdbid'),
    tvdb: table.field('tvdb', 'tvdbid'),
  };
  const watchedAt = reading.dates(table, 'WatchedDate', table.field('watcheddate'));
  for (const row of table.rows) {
    const ids = idsOf({ tmdb: fields.tmdb(row), imdb: fields.imdb(row), tvdb: fields.tvdb(row) });
    // Anime can be films, which TheTVDB does not number among its shows.
    const isUnclear = /anime/i.test(fields.type(row)) && !ids.tvdb && fields.last(row) === '';
    const isFilm = isUnclear || /movie|film/i.test(fields.type(row));
    const facts: TitleFacts = {
      mediaType: isUnclear ? null : isFilm ? 'movie' : 'tv',
      title: fields.title(row),
      year: yearOf(fields.year(row)),
      ids,
      ownId: fields.id(row) || undefined,
    };
    const title = collection.title(row, facts);
    const when = watchedAt(row);
    collection.rated(row, title, fields.rating(row), 10, { when });
    collection.reviewed(row, title, fields.memo(row), { when, isPrivate: true });
    const status = statusOf(fields.status(row));
    const last = /^s?\s*(\d+)\s*[ex.]\s*(\d+)$/i.exec(fields.last(row));
    const count = episodeNumberOf(/^(?:ep?\s*)?(\d+)$/i.exec(fields.last(row))?.[1]);
    const hasState = isChosen(status) && !isFilm;
    if (hasState) collection.stated(row, title, status);
    if (status === 'wanted') collection.wanted(row, title, when);
    else if (status === 'seen' && isFilm) collection.watched(row, title, when);
    else if (status === 'seen') collection.progress(row, title, { aired: true }, when);
    else if (last) collection.progress(row, title, { season: Number(last[1]), episode: Number(last[2]) }, when);
    else if (count) collection.progress(row, title, { count }, when);
    else if (title && !fields.rating(row) && !fields.memo(row) && !hasState)
      collection.refuse(row, isFilm ? 'films' : 'shows', nothingSeen(fields.status(row)));
  }
}

function nothingSeen(status: string): string {
  return `Simkl says “${status}”, but not what was seen`;
}

function readEntry({ collection, today }: Reading, place: Place, entry: Record<string, unknown>): void {
  const dateOf = (value: unknown) => readDate(textOf(value), { today, isUtc: true });
  const isFilm = isObject(entry.movie);
  const owner = objectOf(entry.movie ?? entry.show);
  const ids = objectOf(owner.ids);
  const title = collection.title(place, {
    mediaType: isFilm ? 'movie' : 'tv',
    title: textOf(owner.title),
    year: yearOf(scalarOf(owner.year)),
    ids: idsOf({ tmdb: scalarOf(ids.tmdb), imdb: scalarOf(ids.imdb), tvdb: scalarOf(ids.tvdb) }),
    ownId: textOf(ids.simkl) || undefined,
  });
  const when = dateOf(entry.last_watched_at);
  collection.rated(place, title, scalarOf(entry.user_rating), 10, { when: dateOf(entry.user_rated_at) });
  collection.reviewed(place, title, textOf(objectOf(entry.memo).text), { when, isPrivate: true });
  const status = statusOf(textOf(entry.status));
  const hasState = isChosen(status) && !isFilm;
  if (hasState) collection.stated(place, title, status);
  if (status === 'wanted') collection.wanted(place, title, dateOf(entry.added_to_watchlist_at));
  else if (status === 'seen' && isFilm) collection.watched(place, title, when);
  else if (status === 'seen') collection.progress(place, title, { aired: true }, when, true);
  else if (title && !entry.user_rating && !hasState && listOf(entry.seasons).length === 0)
    collection.refuse(place, isFilm ? 'films' : 'shows', nothingSeen(textOf(entry.status)));
  for (const season of listOf(entry.seasons).map(objectOf)) {
    for (const each of listOf(season.episodes).map(objectOf)) {
      const found = {
        season: episodeNumberOf(scalarOf(season.number)),
        number: episodeNumberOf(scalarOf(each.number)),
      };
      if (found.season === undefined || found.number === undefined) continue;
      const episode = { season: found.season, number: found.number, ids: {} };
      collection.watched(place, title, dateOf(each.watched_at), { episode });
    }
  }
}
