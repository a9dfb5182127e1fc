import type { ImportEpisode } from '../../../../../common/schemas/import.ts';
import type { Place, TitleFacts } from '../collection.ts';
import { readDate, type When } from '../dates.ts';
import {
  countOf,
  entryPlace,
  episodeNumberOf,
  idsOf,
  isObject,
  listOf,
  type MakeSource,
  minutesOf,
  objectOf,
  scalarOf,
  textOf,
  textOfHtml,
  yearOf,
} from '../reading.ts';
import type { Row, Table } from '../table.ts';
import type { TextFile } from '../unpack.ts';

/** Trakt's files begin with a word for what they hold. Older exports have it as a folder: 'ratings/ratings-movies.json'. */
type Part = 'history' | 'watched' | 'ratings' | 'watchlist' | 'listNames' | 'list' | 'favorites' | 'comments' | 'none';

function partOf({ name, folders }: TextFile): Part | null {
  const path = [folders.at(-1), name].join('/').toLowerCase();
  if (!path.endsWith('.json')) return null;
  if (/watched.history(-\d+)?\.json$|^\/?history(-\d+)?\.json$/.test(path)) return 'history';
  if (/watched-(movies|shows)(-\d+)?\.json$/.test(path)) return 'watched';
  if (/ratings-(movies|shows|seasons|episodes)(-\d+)?\.json$/.test(path)) return 'ratings';
  if (/lists.watchlist(-\d+)?\.json$|\/watchlist\.json$/.test(path)) return 'watchlist';
  if (/lists.lists(-\d+)?\.json$/.test(path)) return 'listNames';
  if (/lists.list-\d+/.test(path)) return 'list';
  if (/lists.favorites(-\d+)?\.json$/.test(path)) return 'favorites';
  if (/comments-(movies|shows|seasons|episodes)(-\d+)?\.json$/.test(path)) return 'comments';
  if (/(^|\/)(user|collection|hidden|likes|notes|followers|following|network|settings)[-.\w]*\.json$/.test(path))
    return 'none';
  return null;
}

/** Whether an entry can be Trakt's: it has what it is about, or is a list itself. */
function isEntry(entry: Record<string, unknown>): boolean {
  return ['movie', 'show', 'season', 'episode', 'person', 'comment', 'ids'].some((key) => isObject(entry[key]));
}

/** What an entry without a telling name holds. */
function partOfEntry(entry: Record<string, unknown>): Part | null {
  if (!['movie', 'show', 'episode'].some((key) => isObject(entry[key]))) return null;
  if ('watched_at' in entry) return 'history';
  if ('last_watched_at' in entry) return 'watched';
  if ('rated_at' in entry || 'rating' in entry) return 'ratings';
  if ('comment' in entry) return 'comments';
  return 'listed_at' in entry ? 'watchlist' : null;
}

export const trakt: MakeSource = (reading) => {
  const { collection, today } = reading;
  const listNames = new Map<string, string>();
  const listFiles: { data: unknown[]; file: TextFile }[] = [];
  let counted = 0;
  let historyPlays = 0;
  let hasOnlyCounts = false;
  const dateOf = (value: unknown) => readDate(textOf(value), { today, isUtc: true });

  /** The title and episode of an entry, or null and refused. */
  const subjectOf = (
    place: Place,
    entry: Record<string, unknown>,
    kind: 'ratings' | 'wants' | 'listItems' | 'plays',
  ) => {
    const type = textOf(entry.type) || ['episode', 'season', 'show', 'movie'].find((key) => isObject(entry[key]));
    if (type === 'season') {
      collection.refuse(place, kind, 'Marquee has no ratings and lists of single seasons');
      return null;
    }
    const owner = objectOf(type === 'movie' ? entry.movie : entry.show);
    const title = collection.title(place, factsOf(owner, type === 'movie' ? 'movie' : 'tv'), kind);
    if (!title) return null;
    if (type !== 'episode') return { title, episode: undefined };
    const episode = episodeOf(objectOf(entry.episode));
    if (!episode) collection.refuse(place, 'episodes', 'The episode has no season and number');
    return episode && { title, episode };
  };

  const untimed = new Set<string>();

  /** A viewing without a time counts too, once, however many files have it. */
  const readViewing = (
    place: Place,
    title: ReturnType<typeof collection.title>,
    when: When,
    { episode, entry }: { episode: ImportEpisode | undefined; entry: string },
  ): void => {
    if (when !== null || !entry) {
      collection.watched(place, title, when, { episode, entry });
    } else if (!untimed.has(entry)) {
      untimed.add(entry);
      collection.seen(place, title, { episode, again: true });
    }
  };

  const readHistory = (place: Place, entry: Record<string, unknown>) => {
    historyPlays++;
    const subject = subjectOf(place, entry, 'plays');
    if (subject) {
      const { title, episode } = subject;
      readViewing(place, title, dateOf(entry.watched_at), { episode, entry: textOf(entry.id) });
    }
  };

  /** What the history lacks: old exports have no history, and long ones are cut. */
  const readWatched = (place: Place, entry: Record<string, unknown>) => {
    counted += countOf(scalarOf(entry.plays)) ?? 0;
    const isMovie = isObject(entry.movie);
    const title = collection.title(place, factsOf(objectOf(entry.movie ?? entry.show), isMovie ? 'movie' : 'tv'));
    hasOnlyCounts ||= !isMovie && !Array.isArray(entry.seasons);
    if (isMovie) collection.watched(place, title, dateOf(entry.last_watched_at), { isFallback: true });
    for (const season of listOf(entry.seasons).map(objectOf)) {
      for (const each of listOf(season.episodes).map(objectOf)) {
        const episode = episodeOf({ season: season.number, number: each.number });
        if (episode) collection.watched(place, title, dateOf(each.last_watched_at), { episode, isFallback: true });
      }
    }
  };

  const readComment = (place: Place, entry: Record<string, unknown>) => {
    const comment = isObject(entry.comment) ? entry.comment : entry;
    const text = textOf(isObject(entry.comment) ? entry.comment.comment : entry.comment);
    if (countOf(scalarOf(comment.parent_id))) return;
    const subject = subjectOf(place, entry, 'ratings');
    if (subject)
      collection.reviewed(place, subject.title, textOfHtml(text), {
        episode: subject.episode,
        when: dateOf(comment.created_at),
      });
  };

  const readList = (data: unknown[], file: TextFile, name: string) => {
    const [first] = data;
    if (!first) return;
    const list = collection.list(entryPlace(file, 0, first), name);
    for (const [index, value] of data.entries()) {
      const entry = objectOf(value);
      const place = entryPlace(file, index, entry);
      if (textOf(entry.type) === 'person') {
        collection.refuse(place, 'listItems', 'Lists have films and whole shows');
        continue;
      }
      const subject = subjectOf(place, entry, 'listItems');
      if (subject?.episode) collection.refuse(place, 'listItems', 'Lists have films and whole shows');
      else if (subject)
        collection.listed(place, subject.title, list, {
          position: countOf(scalarOf(entry.rank)) || index + 1,
          note: textOf(entry.notes),
          when: dateOf(entry.listed_at),
        });
    }
  };

  const readEntry = (part: Part, place: Place, entry: Record<string, unknown>) => {
    if (part === 'history') readHistory(place, entry);
    else if (part === 'watched') readWatched(place, entry);
    else if (part === 'comments') readComment(place, entry);
    else if (part === 'listNames') {
      const ids = objectOf(entry.ids);
      if (textOf(ids.trakt)) listNames.set(textOf(ids.trakt), textOf(entry.name));
    } else {
      const subject = subjectOf(place, entry, part === 'ratings' ? 'ratings' : 'wants');
      if (!subject) return;
      const { title, episode } = subject;
      if (part === 'ratings')
        collection.rated(place, title, scalarOf(entry.rating), 10, { episode, when: dateOf(entry.rated_at) });
      else if (episode) collection.refuse(place, 'wants', 'Lists have films and whole shows');
      else collection.wanted(place, title, dateOf(entry.listed_at));
    }
  };

  /** The tables that its members could download, with a row for each film, show or episode. */
  const readTable = (table: Table) => {
    const isList = table.has('listedat') && !/watch-?list/i.test(table.file.name);
    const column = (...names: string[]) => table.field(...names);
    const fields = {
      type: column('type'),
      title: column('title', 'name'),
      year: column('year'),
      season: column('seasonnumber', 'season'),
      number: column('episodenumber', 'episode'),
      episode: column('episodetitle'),
      watched: column('watchedat'),
      rated: column('ratedat'),
      listed: column('listedat'),
      rating: column('rating', 'yourrating', 'myrating'),
      rank: column('rank'),
      notes: column('notes'),
    };
    const idsIn = (prefix: string) => {
      const [tmdb, imdb, tvdb] = ['tmdb', 'imdb', 'tvdb'].map((id) => column(`${prefix}${id}id`, `${prefix}${id}`));
      return (row: Row) => idsOf({ tmdb: tmdb?.(row), imdb: imdb?.(row), tvdb: tvdb?.(row) });
    };
    const [own, ofEpisode, trakt] = [idsIn(''), idsIn('episode'), column('traktid', 'trakt')];
    const [first] = table.rows;
    const list = isList && first ? collection.list(first, table.file.name.replace(/\.\w+$/, '')) : null;
    for (const [index, row] of table.rows.entries()) {
      const kind = table.has('ratedat') ? 'ratings' : table.has('watchedat') ? 'plays' : list ? 'listItems' : 'wants';
      const type = fields.type(row).toLowerCase();
      if (!['movie', 'show', 'episode'].includes(type)) {
        collection.refuse(row, kind, `Marquee has films, shows and episodes, and this is “${type}”`);
        continue;
      }
      const facts: TitleFacts = {
        mediaType: type === 'movie' ? 'movie' : 'tv',
        title: fields.title(row),
        year: yearOf(fields.year(row)),
        ids: own(row),
        ownId: trakt(row) || undefined,
      };
      const numbers = { season: fields.season(row), number: fields.number(row), title: fields.episode(row) };
      const episode = type === 'episode' ? episodeOf({ ...numbers, ids: ofEpisode(row) }) : undefined;
      if (episode === null) {
        collection.refuse(row, 'episodes', 'The episode has no season and number');
        continue;
      }
      const title = collection.title(row, facts, kind);
      if (kind === 'plays')
        readViewing(row, title, dateOf(fields.watched(row)), { episode, entry: `line ${row.line}` });
      else if (kind === 'ratings')
        collection.rated(row, title, fields.rating(row), 10, { episode, when: dateOf(fields.rated(row)) });
      else if (episode) collection.refuse(row, kind, 'Lists have films and whole shows');
      else if (list) {
        const position = countOf(fields.rank(row)) || index + 1;
        collection.listed(row, title, list, { position, note: fields.notes(row), when: dateOf(fields.listed(row)) });
      } else collection.wanted(row, title, dateOf(fields.listed(row)));
    }
  };

  return {
    source: 'trakt',
    tables: [
      {
        recognises: (names) =>
          names.has('traktid') &&
          names.has('type') &&
          ['watchedat', 'ratedat', 'listedat'].some((name) => names.has(name))
            ? 7
            : 0,
        read: readTable,
      },
    ],
    documents: [
      {
        recognises: (data, file) => {
          const [first] = listOf(data);
          // Others have files of the same names.
          if (!Array.isArray(data) || (first !== undefined && !isEntry(objectOf(first)))) return false;
          const part = partOf(file) ?? partOfEntry(objectOf(first));
          return part !== null && part !== 'none';
        },
        read: (data, file) => {
          const entries = listOf(data);
          const part = partOf(file) ?? partOfEntry(objectOf(entries[0]));
          if (part === null) return;
          if (part === 'list' || part === 'favorites') {
            listFiles.push({ data: entries, file });
            return;
          }
          for (const [index, value] of entries.entries()) {
            const entry = objectOf(value);
            readEntry(part, entryPlace(file, index, entry), entry);
          }
        },
      },
      { recognises: (_, file) => partOf(file) === 'none' },
    ],
    finish: () => {
      for (const { data, file } of listFiles) {
        if (partOf(file) === 'favorites') readList(data, file, 'Favourites on Trakt');
        else {
          const [, id = '', slug = ''] = /list-(\d+)-?(.*)\.json$/i.exec(file.name) ?? [];
          readList(data, file, listNames.get(id) || slug.replace(/-\d+$/, '').replaceAll('-', ' '));
        }
      }
      if (hasOnlyCounts && historyPlays === 0)
        reading.notes.push(
          'Trakt’s summary of shows does not say which episodes were seen. Choose its history too, or the whole ZIP.',
        );
      if (counted > historyPlays && historyPlays > 0)
        reading.notes.push(
          `Trakt counts ${counted.toLocaleString('en')} plays, and its history has ${historyPlays.toLocaleString('en')} of them.`,
        );
    },
  };
};

function factsOf(title: Record<string, unknown>, mediaType: 'movie' | 'tv'): TitleFacts {
  const ids = objectOf(title.ids);
  const trakt = textOf(ids.trakt);
  return {
    mediaType,
    title: textOf(title.title),
    year: yearOf(scalarOf(title.year)),
    runtime: minutesOf(scalarOf(title.runtime)),
    ids: idsOf({ tmdb: scalarOf(ids.tmdb), imdb: scalarOf(ids.imdb), tvdb: scalarOf(ids.tvdb) }),
    ownId: trakt || undefined,
  };
}

function episodeOf(episode: Record<string, unknown>): ImportEpisode | null {
  const season = episodeNumberOf(scalarOf(episode.season));
  const number = episodeNumberOf(scalarOf(episode.number));
  if (season === undefined || number === undefined) return null;
  const ids = objectOf(episode.ids);
  const title = textOf(episode.title);
  return {
    season,
    number,
    ...(title && { title }),
    ids: idsOf({ tmdb: scalarOf(ids.tmdb), imdb: scalarOf(ids.imdb), tvdb: scalarOf(ids.tvdb) }),
  };
}
