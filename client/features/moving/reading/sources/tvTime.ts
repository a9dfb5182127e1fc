import type { ImportEpisode } from '../../../../../common/schemas/import.ts';
import { MOST_REPEATS, type Place, type TitleFacts } from '../collection.ts';
import { readDate, type When } from '../dates.ts';
import {
  countOf,
  entryPlace,
  episodeNumberOf,
  idsOf,
  isObject,
  listOf,
  type MakeSource,
  objectOf,
  scalarOf,
  splitYear,
  textOf,
  yearOf,
} from '../reading.ts';
import type { Row, Table } from '../table.ts';
import type { TextFile } from '../unpack.ts';

/** TV Time's votes have ids instead of numbers of stars. */
const STARS_OF_VOTE: Record<string, number> = { '1': 1, '27': 2, '28': 3, '29': 4, '3': 5 };

/**
 * TV Time: the files that it sent on request (GDPR), and those of the tools that saved accounts before it closed.
 * Its ids of shows, films and episodes are TheTVDB's. Columns come and go with what an account had, in any order.
 */
export const tvTime: MakeSource = (reading) => {
  const { collection, today, notes } = reading;
  const dateOf = (text: string) => readDate(text, { today, isUtc: true });
  /** Films by their id at TV Time, for votes and lists, which have no more than this id. */
  const films = new Map<string, TitleFacts>();
  const oldEpisodes: (() => void)[] = [];
  const votes: (() => void)[] = [];
  /** By what they are about. Accounts of many years have the same vote in up to four files. */
  const otherVotes = new Map<string, Row>();
  const ratedVotes = new Set<string>();
  let hasNewEpisodes = false;
  const read = { episodes: 0, rewatches: 0, films: 0 };
  let stats: { episodes: number; films: number } | null = null;

  /** The second file of the export: episodes, followed shows and counts, told apart by their key. */
  const readNew = (table: Table) => {
    const key = table.field('key');
    const created = table.field('createdat');
    const show = showOf(table.field('sid', 'seriesid'), table.field('seriesname'));
    // The other pair can be zeros, or numbers that TheTVDB has changed since.
    const season = table.field('seasonnumber', 'sno');
    const number = table.field('episodenumber', 'epno');
    const episodeId = table.field('epid', 'episodeid');
    const again = table.field('rewatchcount');
    const isFollowed = table.field('isfollowed');
    const isForLater = table.field('isforlater');
    const isArchived = table.field('isarchived');
    const episodeCount = table.field('epwatchcount');
    const filmCount = table.field('moviewatchcount');
    const viewings = new Map<string, Viewings>();
    for (const row of table.rows) {
      const kind = /^(watch-episode|rewatch-episode|user-series|tracking-stats)/.exec(key(row))?.[1];
      if (kind === 'tracking-stats') {
        stats = { episodes: countOf(episodeCount(row)) ?? 0, films: countOf(filmCount(row)) ?? 0 };
        continue;
      }
      const facts = show(row);
      if (kind === 'user-series') {
        const isWanted = isTrue(isForLater(row));
        if (isTrue(isArchived(row)) || !(isWanted || isTrue(isFollowed(row)))) continue;
        collection.wanted(row, collection.title(row, facts), dateOf(created(row)), { unlessSeen: !isWanted });
        continue;
      }
      // Converted files have no keys.
      if (kind === undefined && (key(row) !== '' || season(row) === '')) continue;
      const episode = episodeAt(row, season(row), number(row), { tvdb: episodeId(row) });
      if (!episode) continue;
      const isRewatch = kind === 'rewatch-episode';
      if (isRewatch) read.rewatches++;
      else read.episodes++;
      hasNewEpisodes = true;
      // Several viewings that were added at once have the same time.
      const entry = key(row);
      collection.watched(row, collection.title(row, facts), dateOf(created(row)), { episode, isRewatch, entry });
      const about = aboutOf(facts, episode);
      countViewing(viewings, about, { place: row, facts, episode }, countOf(again(row)) ?? 0);
    }
    addRepeats(viewings);
  };

  const addRepeats = (viewings: Map<string, Viewings>) => {
    for (const { place, facts, episode, repeats, rows } of viewings.values())
      seenAgain(place, facts, repeats + 1 - rows, episode);
  };

  /** Viewings that are counted, but have no time. */
  const seenAgain = (place: Place, facts: TitleFacts, count: number, episode?: ImportEpisode) => {
    for (let n = 0; n < Math.min(count, MOST_REPEATS); n++)
      collection.seen(place, collection.title(place, facts), { episode, again: true });
  };

  const episodeAt = (place: Place, season: string, number: string, ids: { tvdb?: string; imdb?: string }) => {
    const found = idsOf(ids);
    const numbers = { season: episodeNumberOf(season) ?? null, number: episodeNumberOf(number) ?? null };
    // Episodes that had no number when they were marked have 0, several of one season too.
    if (numbers.number === 0 && found.tvdb !== undefined) numbers.number = null;
    const isKnown = (numbers.season !== null && numbers.number !== null) || found.tvdb !== undefined;
    if (!isKnown) collection.refuse(place, 'episodes', 'The episode has no season and number');
    return isKnown ? { ...numbers, ids: found } : null;
  };

  /** The first file of the export: films, and episodes as they were tracked years ago. */
  const readOld = (table: Table) => {
    const fields = {
      type: table.field('type'),
      entity: table.field('entitytype'),
      film: table.field('moviename'),
      slug: table.field('alpharangekey'),
      released: table.field('releasedate'),
      uuid: table.field('uuid'),
      again: table.field('rewatchcount'),
      key: table.field('typeuuidn'),
      created: table.field('createdat'),
      watched: table.field('watchdate'),
      range: table.field('watchdaterangekey'),
      season: table.field('seasonnumber'),
      number: table.field('episodenumber'),
      episodeId: table.field('episodeid'),
    };
    const show = showOf(table.field('seriesid', 'sid'), table.field('seriesname'));
    const timeOf = (row: Row): When => {
      const epoch = /watch-date-(\d{10})/.exec(fields.range(row))?.[1] ?? fields.watched(row);
      return dateOf(epoch || fields.created(row));
    };
    const viewings = new Map<string, Viewings>();
    for (const row of table.rows) {
      const type = fields.type(row);
      const isFilm = fields.entity(row) === 'movie' || (fields.entity(row) === '' && fields.film(row) !== '');
      if (!isFilm) {
        if (type !== 'watch' && type !== 'rewatch') continue;
        oldEpisodes.push(() => {
          const episode = episodeAt(row, fields.season(row), fields.number(row), { tvdb: fields.episodeId(row) });
          if (episode) collection.watched(row, collection.title(row, show(row)), timeOf(row), { episode });
        });
        continue;
      }
      const uuid = fields.uuid(row);
      const name =
        fields.film(row) ||
        fields
          .slug(row)
          .replace(/^.*-alpha-/, '')
          .replaceAll('-', ' ');
      const facts: TitleFacts = {
        mediaType: 'movie',
        title: name,
        // 1970-01-01 means that the day is unknown.
        year: fields.released(row).startsWith('1970-01-01') ? undefined : yearOf(fields.released(row)),
        ownId: uuid || undefined,
      };
      if (uuid && name) films.set(uuid, facts);
      if (type === 'watch' || type === 'rewatch') {
        const isRewatch = type === 'rewatch';
        if (!isRewatch) read.films++;
        collection.watched(row, collection.title(row, facts), timeOf(row), { isRewatch, entry: fields.key(row) });
        countViewing(viewings, uuid || name, { place: row, facts }, countOf(fields.again(row)) ?? 0);
      } else if (type === 'towatch' || type === 'follow')
        collection.wanted(row, collection.title(row, facts), dateOf(fields.created(row)), { unlessSeen: true });
    }
    addRepeats(viewings);
  };

  const readFollowed = (table: Table) => {
    const show = showOf(table.field('tvshowid'), table.field('tvshowname'));
    const fields = {
      archived: table.field('archived'),
      active: table.field('active'),
      followed: table.field('isfollowed'),
      status: table.field('status'),
      seen: table.field('nbepisodesseen'),
      created: table.field('createdat'),
    };
    for (const row of table.rows) {
      const isOver = isTrue(fields.archived(row)) || fields.active(row) === '0' || isFalse(fields.followed(row));
      // TV Time exports favourites as a list, too.
      if (isOver || fields.status(row) === 'favorite' || countOf(fields.seen(row))) continue;
      const unlessSeen = fields.status(row) !== 'for_later';
      collection.wanted(row, collection.title(row, show(row)), dateOf(fields.created(row)), { unlessSeen });
    }
  };

  /** Exports of earlier years. */
  const readSeenEpisodes = (table: Table) => {
    const show = showOf(table.field('tvshowid', 'showid'), table.field('tvshowname', 'showname'));
    const season = table.field('episodeseasonnumber', 'seasonnumber');
    const number = table.field('episodenumber');
    const id = table.field('episodeid');
    const time = table.field('createdat', 'ts', 'updatedat');
    for (const row of table.rows) {
      oldEpisodes.push(() => {
        const episode = episodeAt(row, season(row), number(row), { tvdb: id(row) });
        if (episode) collection.watched(row, collection.title(row, show(row)), dateOf(time(row)), { episode });
      });
    }
  };

  const readVotes = (table: Table) => {
    const fields = {
      vote: table.field('votekey'),
      uuid: table.field('uuid'),
      film: table.field('moviename'),
      show: table.field('seriesname'),
      showId: table.field('sid', 'seriesid'),
      season: table.field('seasonnumber'),
      number: table.field('episodenumber'),
      episodeId: table.field('episodeid'),
    };
    const show = showOf(fields.showId, fields.show);
    for (const row of table.rows) {
      const vote = fields.vote(row).split('-');
      const stars = STARS_OF_VOTE[vote.pop() ?? ''];
      const about = vote.join('-');
      if (stars === undefined) {
        if (!otherVotes.has(about)) otherVotes.set(about, row);
        continue;
      }
      ratedVotes.add(about);
      votes.push(() => {
        const isEpisode = !['', '0'].includes(fields.episodeId(row));
        if (!isEpisode) {
          const facts = films.get(fields.uuid(row)) ?? { mediaType: 'movie' as const, title: fields.film(row) };
          collection.rated(row, collection.title(row, facts, 'ratings'), stars, 5);
          return;
        }
        const episode = episodeAt(row, fields.season(row), fields.number(row), { tvdb: fields.episodeId(row) });
        if (episode) collection.rated(row, collection.title(row, show(row), 'ratings'), stars, 5, { episode });
      });
    }
  };

  const readShowRatings = (table: Table) => {
    const show = showOf(table.field('tvshowid'), table.field('tvshowname'));
    const rating = table.field('rating');
    const ratedAt = table.field('updatedat', 'createdat');
    for (const row of table.rows) {
      const title = collection.title(row, show(row), 'ratings');
      collection.rated(row, title, rating(row), 5, { when: dateOf(ratedAt(row)) });
    }
  };

  /** Its lists are printed as in 'map[created_at:1.7e+09 id:253463 type:series uuid:…]'. */
  const readPrintedLists = (table: Table) => {
    const name = table.field('name');
    const key = table.field('skey');
    const objects = table.field('objects');
    for (const row of table.rows) {
      const favourites = { 'favorite-movies': 'Favourite films', 'favorite-series': 'Favourite shows' }[key(row)];
      const items = objects(row).match(/map\[[^[\]]*\]/g) ?? [];
      if (items.length === 0 || (!name(row) && !favourites)) continue;
      votes.push(() => {
        const list = collection.list(row, name(row) || favourites || '');
        for (const [index, item] of items.entries()) {
          const isFilm = /\btype:movie\b/.test(item) || key(row) === 'favorite-movies';
          const uuid = /\buuid:([\w-]+)/.exec(item)?.[1];
          const id = /\bid:(\d+)\b/.exec(item)?.[1];
          const known = isFilm && uuid ? films.get(uuid) : undefined;
          const facts: TitleFacts = known ?? {
            mediaType: isFilm ? 'movie' : 'tv',
            title: '',
            ids: idsOf({ tvdb: id }),
          };
          collection.listed(row, collection.title(row, facts, 'listItems'), list, { position: index + 1 });
        }
      });
    }
  };

  const readToolEpisodes = (table: Table) => {
    const show = showOf(table.field('seriestvdbid'), table.field('title'), table.field('seriesimdbid'));
    const fields = {
      season: table.field('season'),
      number: table.field('episode'),
      id: table.field('tvdbid'),
      isWatched: table.field('iswatched'),
      watchedAt: table.field('watchedat'),
      again: table.field('rewatchcount'),
    };
    const known = new Set<string>();
    for (const row of table.rows) {
      if (!isTrue(fields.isWatched(row))) continue;
      const episode = episodeAt(row, fields.season(row), fields.number(row), { tvdb: fields.id(row) });
      if (!episode) continue;
      const facts = show(row);
      // The tools write some rows twice.
      const about = aboutOf(facts, episode);
      if (known.has(about)) continue;
      known.add(about);
      collection.watched(row, collection.title(row, facts), dateOf(fields.watchedAt(row)), { episode });
      seenAgain(row, facts, countOf(fields.again(row)) ?? 0, episode);
    }
  };

  /** Films, or films, shows and episodes with a column that tells them apart. */
  const readToolTitles = (table: Table) => {
    const fields = {
      title: table.field('title'),
      year: table.field('year'),
      type: table.field('type'),
      season: table.field('season'),
      number: table.field('episode'),
      tvdb: table.field('tvdbid'),
      imdb: table.field('imdbid'),
      isWatched: table.field('iswatched'),
      watchedAt: table.field('watchedat'),
      isWanted: table.field('iswatchlisted'),
      rating: table.field('rating'),
      created: table.field('createdat'),
      again: table.field('rewatchcount'),
    };
    for (const row of table.rows) {
      const type = fields.type(row).toLowerCase();
      const isFilm = type === '' || type === 'movie';
      const ids = { tvdb: fields.tvdb(row), imdb: fields.imdb(row) };
      const isEpisode = type === 'episode';
      const episode = isEpisode ? episodeAt(row, fields.season(row), fields.number(row), ids) : undefined;
      if (episode === null || (isEpisode && !isTrue(fields.isWatched(row)))) continue;
      const year = yearOf(fields.year(row));
      const facts: TitleFacts = {
        mediaType: isFilm ? 'movie' : 'tv',
        ...splitYear(fields.title(row)),
        ...(year !== undefined && { year }),
        // Those of an episode are its own.
        ids: isEpisode ? {} : idsOf(ids),
      };
      const title = collection.title(row, facts);
      collection.rated(row, title, fields.rating(row), 10, { episode });
      if (isTrue(fields.isWatched(row)) && (isFilm || isEpisode)) {
        collection.watched(row, title, dateOf(fields.watchedAt(row)), { episode });
        if (title) seenAgain(row, facts, countOf(fields.again(row)) ?? 0, episode);
      } else if (!isTrue(fields.isWatched(row)) && (type === '' || isTrue(fields.isWanted(row))))
        collection.wanted(row, title, dateOf(fields.created(row)));
    }
  };

  const readToolShows = (table: Table) => {
    const show = showOf(table.field('tvdbid'), table.field('title'), table.field('imdbid'));
    const status = table.field('status');
    const created = table.field('createdat');
    for (const row of table.rows) wantByStatus(row, show(row), status(row), dateOf(created(row)));
  };

  const wantByStatus = (place: Place, facts: TitleFacts, status: string, when: When) => {
    const title = collection.title(place, facts);
    if (/^(watch_later|for_later)$/.test(status)) collection.wanted(place, title, when);
    else if (status === 'not_started_yet') collection.wanted(place, title, when, { unlessSeen: true });
    else if (status === 'stopped') collection.stated(place, title, 'dropped');
  };

  const readToolLists = (table: Table) => {
    const fields = {
      list: table.field('listname'),
      id: table.field('listid'),
      type: table.field('itemtype'),
      tvdb: table.field('tvdbid'),
      name: table.field('name'),
      order: table.field('customorder'),
    };
    const positions = new Map<string, number>();
    for (const row of table.rows) {
      if (!fields.list(row)) continue;
      const list = collection.list(row, fields.list(row));
      const position = (positions.get(list) ?? 0) + 1;
      positions.set(list, position);
      const mediaType = /movie|film/i.test(fields.type(row)) ? 'movie' : 'tv';
      const facts: TitleFacts = { mediaType, title: fields.name(row), ids: idsOf({ tvdb: fields.tvdb(row) }) };
      const order = countOf(fields.order(row));
      collection.listed(row, collection.title(row, facts, 'listItems'), list, {
        position: order === undefined ? position : order + 1,
      });
    }
  };

  const readToolDocument = (entries: unknown[], file: TextFile) => {
    for (const [index, value] of entries.entries()) {
      const entry = objectOf(value);
      const place = entryPlace(file, index, { ...entry, seasons: undefined });
      const ids = objectOf(entry.id);
      const facts: TitleFacts = {
        mediaType: Array.isArray(entry.seasons) ? 'tv' : 'movie',
        ...splitYear(textOf(entry.title)),
        ids: idsOf({ tvdb: scalarOf(ids.tvdb), imdb: scalarOf(ids.imdb) }),
      };
      facts.year = yearOf(scalarOf(entry.year)) ?? facts.year;
      if (facts.mediaType === 'movie') {
        const title = collection.title(place, facts);
        if (entry.is_watched === true) collection.watched(place, title, dateOf(textOf(entry.watched_at)));
        else collection.wanted(place, title, dateOf(textOf(entry.created_at)));
        continue;
      }
      wantByStatus(place, facts, textOf(entry.status), dateOf(textOf(entry.created_at)));
      for (const season of listOf(entry.seasons).map(objectOf)) {
        for (const each of listOf(season.episodes).map(objectOf)) {
          if (each.is_watched !== true) continue;
          const id = textOf(objectOf(each.id).tvdb);
          const episode = episodeAt(place, textOf(season.number), textOf(each.number), { tvdb: id });
          if (!episode) continue;
          collection.watched(place, collection.title(place, facts), dateOf(textOf(each.watched_at)), { episode });
        }
      }
    }
  };

  const nameOf = ({ name }: TextFile) => name.toLowerCase();

  return {
    source: 'tvtime',
    tables: [
      {
        recognises: (names) =>
          (names.has('key') && (names.has('epwatchcount') || names.has('isfollowed') || names.has('sid'))) ||
          (names.has('sid') && names.has('seriesname') && (names.has('seasonnumber') || names.has('sno')))
            ? 5
            : 0,
        read: readNew,
      },
      {
        recognises: (names) => (names.has('typeuuidn') || (names.has('entitytype') && names.has('moviename')) ? 5 : 0),
        read: readOld,
      },
      {
        recognises: (names, file) =>
          names.has('tvshowid') &&
          names.has('tvshowname') &&
          /follow|special_status|user_tv_show_data/.test(nameOf(file))
            ? 4
            : 0,
        read: readFollowed,
      },
      {
        recognises: (names, file) =>
          (names.has('tvshowname') || names.has('showname')) &&
          names.has('episodenumber') &&
          !/latest/.test(nameOf(file))
            ? 3
            : 0,
        read: readSeenEpisodes,
      },
      {
        recognises: (names) => (names.has('tvshowname') && names.has('rating') && !names.has('episodenumber') ? 5 : 0),
        read: readShowRatings,
      },
      {
        // Emotions have the same columns.
        recognises: (names, file) => (names.has('votekey') && !/emotion/.test(nameOf(file)) ? 4 : 0),
        read: readVotes,
      },
      { recognises: (names) => (names.has('objects') && names.has('skey') ? 4 : 0), read: readPrintedLists },
      { recognises: (names) => (names.has('seriestvdbid') && names.has('iswatched') ? 5 : 0), read: readToolEpisodes },
      {
        recognises: (names) =>
          names.has('tvdbid') && names.has('title') && names.has('iswatched') && !names.has('seriestvdbid') ? 4 : 0,
        read: readToolTitles,
      },
      {
        recognises: (names) =>
          names.has('tvdbid') && names.has('title') && names.has('status') && !names.has('iswatched') ? 4 : 0,
        read: readToolShows,
      },
      { recognises: (names) => (names.has('listname') && names.has('itemtype') ? 4 : 0), read: readToolLists },
      // Devices, tokens and the like.
      {
        recognises: (_, file) =>
          /^(user_tv_show_data|seen_episode_latest|show_seen_episode_latest|emotions-.*|.*-prod-.*)\.csv$/.test(
            nameOf(file),
          )
            ? 1
            : 0,
      },
    ],
    documents: [
      {
        recognises: (data) => {
          const first = objectOf(listOf(data)[0]);
          return isObject(first.id) && ('is_watched' in first || Array.isArray(first.seasons));
        },
        read: (data, file) => readToolDocument(listOf(data), file),
      },
    ],
    finish: () => {
      // The first file has older copies of what is in the second one.
      if (!hasNewEpisodes) for (const add of oldEpisodes) add();
      for (const add of votes) add();
      for (const [about, row] of otherVotes)
        if (!ratedVotes.has(about)) collection.refuse(row, 'ratings', 'The vote is not one of TV Time’s five ratings');
      if (stats) noteDifferences(notes, stats, read);
    },
  };
};

/** Identifies an episode within the file. */
function aboutOf({ ids, title }: TitleFacts, { season, number, ids: own }: ImportEpisode): string {
  const episode = season === null || number === null ? own.tvdb : `${season} ${number}`;
  return `${ids?.tvdb ?? title} ${episode}`;
}

/** The viewings of a film or an episode: how many repeats are counted, and how many rows there are. */
interface Viewings {
  place: Place;
  facts: TitleFacts;
  episode?: ImportEpisode;
  repeats: number;
  rows: number;
}

function countViewing(
  viewings: Map<string, Viewings>,
  about: string,
  first: Pick<Viewings, 'place' | 'facts' | 'episode'>,
  repeats: number,
): void {
  const known = viewings.get(about) ?? { ...first, repeats: 0, rows: 0 };
  viewings.set(about, { ...known, repeats: Math.max(known.repeats, repeats), rows: known.rows + 1 });
}

/** TV Time's own counts say how many must have come out. */
function noteDifferences(
  notes: string[],
  stats: { episodes: number; films: number },
  read: { episodes: number; rewatches: number; films: number },
): void {
  const number = (count: number) => count.toLocaleString('en');
  if (![0, read.episodes, read.episodes + read.rewatches].includes(stats.episodes))
    notes.push(
      `TV Time counts ${number(stats.episodes)} watched episodes, and the files have ${number(read.episodes)}.`,
    );
  if (stats.films > 0 && stats.films !== read.films)
    notes.push(`TV Time counts ${number(stats.films)} watched films, and the files have ${number(read.films)}.`);
}

const isTrue = (text: string) => /^(true|1|yes)$/i.test(text);
const isFalse = (text: string) => /^(false|0|no)$/i.test(text);

/** Years in brackets tell shows of the same name apart. */
function showOf(
  id: (row: Row) => string,
  name: (row: Row) => string,
  imdb?: (row: Row) => string,
): (row: Row) => TitleFacts {
  return (row) => ({
    mediaType: 'tv',
    ...splitYear(name(row)),
    ids: idsOf({ tvdb: id(row), imdb: imdb?.(row) }),
  });
}
