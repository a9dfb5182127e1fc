import { MOST_REPEATS, type Place, type TitleFacts } from '../collection.ts';
import {
  countOf,
  entryPlace,
  episodeNumberOf,
  idsOf,
  listOf,
  type MakeSource,
  minutesOf,
  objectOf,
  type Reading,
  scalarOf,
  textOf,
  yearOf,
} from '../reading.ts';
import type { TextFile } from '../unpack.ts';

/** SeriesGuide's backup: a JSON file each for shows, films and lists. It does not know when something was watched. */
export const seriesGuide: MakeSource = (reading) => {
  /** Only the file of the shows tells their names. */
  const names = new Map<number, string>();
  const lists: { entries: unknown[]; file: TextFile }[] = [];
  const firstOf = (data: unknown) => objectOf(listOf(data)[0]);
  const hasId = (entry: Record<string, unknown>) => 'tmdb_id' in entry || 'tvdb_id' in entry;
  return {
    source: 'seriesguide',
    documents: [
      {
        recognises: (data) => hasId(firstOf(data)) && Array.isArray(firstOf(data).seasons),
        read: (data, file) => {
          for (const [index, value] of listOf(data).entries()) {
            const show = objectOf(value);
            const tmdb = countOf(scalarOf(show.tmdb_id));
            if (tmdb) names.set(tmdb, textOf(show.title));
            readShow(reading, entryPlace(file, index, { ...show, seasons: undefined }), show);
          }
        },
      },
      {
        recognises: (data) => hasId(firstOf(data)) && 'in_watchlist' in firstOf(data),
        read: (data, file) => {
          for (const [index, value] of listOf(data).entries()) {
            const film = objectOf(value);
            readFilm(reading, entryPlace(file, index, film), film);
          }
        },
      },
      {
        recognises: (data) => 'list_id' in firstOf(data) && Array.isArray(firstOf(data).items),
        read: (data, file) => {
          lists.push({ entries: listOf(data), file });
        },
      },
    ],
    finish: () => {
      for (const { entries, file } of lists) {
        for (const [index, value] of entries.entries()) readList(reading, file, index, objectOf(value), names);
      }
    },
  };
};

function seenTimes({ collection }: Reading, place: Place, facts: TitleFacts, plays: unknown, episode?: Episode): void {
  const title = collection.title(place, facts);
  collection.seen(place, title, { episode });
  collection.seenAgain(place, title, Math.min(countOf(scalarOf(plays)) ?? 1, MOST_REPEATS) - 1, { episode });
}

type Episode = NonNullable<Parameters<Reading['collection']['seen']>[2]>['episode'];

function readShow(reading: Reading, place: Place, show: Record<string, unknown>): void {
  const { collection } = reading;
  const facts: TitleFacts = {
    mediaType: 'tv',
    title: textOf(show.title),
    year: yearOf(textOf(show.first_aired)),
    ids: idsOf({ tmdb: scalarOf(show.tmdb_id), imdb: scalarOf(show.imdb_id), tvdb: scalarOf(show.tvdb_id) }),
  };
  const title = collection.title(place, facts);
  if (!title) return;
  collection.rated(place, title, scalarOf(show.rating_user), 10);
  collection.reviewed(place, title, textOf(show.user_note), { isPrivate: true });
  // A show that was added and not begun.
  if (show.hidden !== true) collection.wanted(place, title, null, { unlessSeen: true });
  for (const season of listOf(show.seasons).map(objectOf)) {
    for (const each of listOf(season.episodes).map(objectOf)) {
      const ids = idsOf({ tmdb: scalarOf(each.tmdb_id), tvdb: scalarOf(each.tvdb_id) });
      const numbers = {
        season: episodeNumberOf(scalarOf(season.season)) ?? null,
        number: episodeNumberOf(scalarOf(each.episode)) ?? null,
      };
      const episode: Episode = { ...numbers, ids };
      collection.rated(place, title, scalarOf(each.rating_user), 10, { episode });
      if (each.watched === true) seenTimes(reading, place, facts, each.plays, episode);
    }
  }
}

function readFilm(reading: Reading, place: Place, film: Record<string, unknown>): void {
  const { collection } = reading;
  const facts: TitleFacts = {
    mediaType: 'movie',
    title: textOf(film.title),
    year: yearOfRelease(film.released_utc_ms),
    runtime: minutesOf(scalarOf(film.runtime_min)),
    ids: idsOf({ tmdb: scalarOf(film.tmdb_id), imdb: scalarOf(film.imdb_id) }),
  };
  const title = collection.title(place, facts);
  collection.rated(place, title, scalarOf(film.rating_user), 10);
  if (film.watched === true) seenTimes(reading, place, facts, film.plays);
  if (film.in_watchlist === true) collection.wanted(place, title);
}

/** The time is midnight where the person is. Unknown ones are 0, or far in the future. */
function yearOfRelease(time: unknown): number | undefined {
  if (typeof time !== 'number' || time === 0 || Math.abs(time) > Date.UTC(2100, 0)) return undefined;
  return yearOf(new Date(time + 12 * 3_600_000).getUTCFullYear());
}

function readList(
  { collection }: Reading,
  file: TextFile,
  index: number,
  entry: Record<string, unknown>,
  names: ReadonlyMap<number, string>,
): void {
  const place = entryPlace(file, index, { ...entry, items: undefined });
  const list = collection.list(place, textOf(entry.name));
  for (const [at, value] of listOf(entry.items).entries()) {
    const item = objectOf(value);
    const itemPlace = entryPlace(file, at, { list: entry.name, ...item });
    const id = scalarOf(item.externalId ?? item.tvdb_id);
    const isTmdb = item.type === 'tmdb-show';
    if (!isTmdb && item.type !== 'show') {
      collection.refuse(itemPlace, 'listItems', 'Lists have films and whole shows');
      continue;
    }
    const tmdb = isTmdb ? countOf(id) : undefined;
    const ids = idsOf(isTmdb ? { tmdb } : { tvdb: id });
    const facts: TitleFacts = { mediaType: 'tv', title: names.get(tmdb ?? 0) ?? '', ids };
    collection.listed(itemPlace, collection.title(itemPlace, facts, 'listItems'), list, { position: at + 1 });
  }
}
