import type { ImportIds } from '../../../../../common/schemas/import.ts';
import { MOST_REPEATS, type TitleFacts } from '../collection.ts';
import { countOf, episodeNumberOf, idsOf, type MakeSource, type Reading, yearOf } from '../reading.ts';
import type { Field, Row, Table } from '../table.ts';

/** The share of a title after which Plex itself counts it as seen. */
const SEEN_PERCENT = 85;
/** Jellyfin does not know how much of a title was played, only for how long. */
const SHORTEST_SECONDS = 120;

/**
 * Plex: the history that Tautulli keeps, as a table or as JSON, and what Plex itself answers as JSON. The columns have the
 * names of Tautulli ('grandparent_title') or of Plex ('grandparentTitle'), which are compared without case and signs.
 */
export const plex: MakeSource = (reading) => ({
  source: 'plex',
  tables: [
    {
      recognises: (names) => {
        const isPlex = names.has('ratingkey') || names.has('grandparenttitle');
        const isPlayed = ['date', 'viewedat', 'lastviewedat', 'viewcount', 'started'].some((name) => names.has(name));
        return isPlex && isPlayed && names.has('title') && (names.has('mediatype') || names.has('type')) ? 7 : 0;
      },
      read: (table) => readPlex(reading, table),
    },
  ],
});

function readPlex(reading: Reading, table: Table): void {
  const watched = table.field('watchedstatus');
  const percent = table.field('percentcomplete');
  const views = table.field('viewcount');
  const isSeen = (row: Row) => {
    if (watched(row)) return Number(watched(row)) >= 1;
    if (percent(row)) return Number(percent(row)) >= SEEN_PERCENT;
    return !table.has('viewcount') || (countOf(views(row)) ?? 0) > 0;
  };
  readPlays(reading, table, {
    user: table.field('friendlyname', 'user', 'username', 'accountid'),
    type: table.field('mediatype', 'type'),
    name: table.field('title'),
    show: table.field('grandparenttitle'),
    season: table.field('parentmediaindex', 'parentindex'),
    number: table.field('mediaindex', 'index'),
    year: table.field('year'),
    date: table.field('date', 'viewedat', 'lastviewedat', 'stopped', 'started'),
    views,
    rating: table.field('userrating'),
    isSeen,
    idsOf: plexIds(table.field('guids', 'guid')),
  });
}

/** 'imdb://tt0113277 tmdb://949', or of earlier years 'com.plexapp.agents.themoviedb://949?lang=en'. */
function plexIds(guid: Field): (row: Row) => ImportIds {
  return (row) => {
    const text = guid(row);
    const idAt = (scheme: string) => new RegExp(`(?:^|[\\s.])${scheme}://(\\w+)`).exec(text)?.[1];
    return idsOf({ tmdb: idAt('(?:tmdb|themoviedb)'), imdb: idAt('imdb'), tvdb: idAt('(?:tvdb|thetvdb)') });
  };
}

/** The columns of a backup of the plugin Playback Reporting, which has no header. Emby's has three more. */
const PLAYBACK_REPORTING = [
  'DateCreated',
  'UserId',
  'ItemId',
  'ItemType',
  'ItemName',
  'PlaybackMethod',
  'ClientName',
  'DeviceName',
  'PlayDuration',
];

/** Jellyfin and Emby: backups of the plugin Playback Reporting, and what the servers answer about titles as JSON. */
export const jellyfin: MakeSource = (reading) => ({
  source: 'jellyfin',
  tables: [
    {
      recognises: (names) => (['datecreated', 'itemtype', 'itemname'].every((name) => names.has(name)) ? 7 : 0),
      read: (table) => readPlaybackReporting(reading, table),
    },
    {
      recognises: (names) => (['name', 'type', 'userdataplayed'].every((name) => names.has(name)) ? 7 : 0),
      read: (table) => readItems(reading, table),
    },
  ],
  columnsOf: (line) =>
    line.length >= PLAYBACK_REPORTING.length &&
    /^\d{4}-\d\d-\d\d[ T]/.test(line[0] ?? '') &&
    /^[A-Z][A-Za-z]+$/.test(line[3] ?? '')
      ? PLAYBACK_REPORTING
      : null,
});

function readPlaybackReporting(reading: Reading, table: Table): void {
  const item = table.field('itemname');
  const seconds = table.field('playduration');
  const partsOf = (row: Row) => /^(.*\S) - s(\d+)e(\d+)(?: - (.*))?$/i.exec(item(row));
  readPlays(reading, table, {
    user: table.field('userid'),
    type: table.field('itemtype'),
    name: item,
    show: (row) => partsOf(row)?.[1] ?? '',
    season: (row) => partsOf(row)?.[2] ?? '',
    number: (row) => partsOf(row)?.[3] ?? '',
    date: table.field('datecreated'),
    isSeen: (row) => seconds(row) === '' || Number(seconds(row)) >= SHORTEST_SECONDS,
  });
}

function readItems(reading: Reading, table: Table): void {
  const played = table.field('userdataplayed');
  const ids = (name: string) => table.field(`providerids${name}`);
  const [tmdb, imdb, tvdb] = [ids('tmdb'), ids('imdb'), ids('tvdb')];
  readPlays(reading, table, {
    type: table.field('type'),
    name: table.field('name'),
    show: table.field('seriesname'),
    season: table.field('parentindexnumber'),
    number: table.field('indexnumber'),
    year: table.field('productionyear'),
    date: table.field('userdatalastplayeddate'),
    views: table.field('userdataplaycount'),
    isSeen: (row) => played(row) === 'true',
    idsOf: (row) => idsOf({ tmdb: tmdb(row), imdb: imdb(row), tvdb: tvdb(row) }),
  });
}

interface PlayColumns {
  user?: Field;
  /** Film, episode or something else. */
  type: Field;
  name: Field;
  show: Field;
  season: Field;
  number: Field;
  year?: Field;
  date: Field;
  /** How often it was seen, if there is one row for all viewings. */
  views?: Field;
  rating?: Field;
  isSeen: (row: Row) => boolean;
  /** The ids of the film or episode. */
  idsOf?: (row: Row) => ImportIds;
}

function readPlays(reading: Reading, table: Table, columns: PlayColumns): void {
  const { collection, notes } = reading;
  const { user, type, name, show, year, date, views, rating, isSeen } = columns;
  const choice = user ? reading.askProfile(table, user) : '';
  if (choice === null) return;
  const playedAt = reading.dates(table, 'date', date);
  let others = 0;
  let unfinished = 0;
  for (const row of table.rows) {
    if (user && user(row) !== choice) continue;
    const isEpisode = /^episode$/i.test(type(row));
    if (!isEpisode && !/^movie$/i.test(type(row))) {
      others++;
      continue;
    }
    const ids = columns.idsOf?.(row) ?? {};
    const season = episodeNumberOf(columns.season(row)) ?? null;
    const number = episodeNumberOf(columns.number(row)) ?? null;
    const facts: TitleFacts = isEpisode
      ? { mediaType: 'tv', title: show(row) }
      : { mediaType: 'movie', title: name(row), year: yearOf(year?.(row)), ids };
    const episode = isEpisode ? { season, number, title: name(row), ids } : undefined;
    const title = collection.title(row, facts, isEpisode ? 'episodes' : undefined);
    const when = playedAt(row);
    if (rating) collection.rated(row, title, rating(row), 10, { episode });
    if (!isSeen(row)) {
      unfinished++;
      continue;
    }
    collection.watched(row, title, when, { episode });
    collection.seenAgain(row, title, Math.min(countOf(views?.(row)) ?? 1, MOST_REPEATS) - 1, { episode });
  }
  const leftOut = [
    ...(others > 0 ? [`music and other things (${others.toLocaleString('en')})`] : []),
    ...(unfinished > 0 ? [`what was not watched to its end (${unfinished.toLocaleString('en')})`] : []),
  ];
  if (leftOut.length > 0) notes.push(`Left out of ${table.file.name}: ${leftOut.join(', ')}.`);
}
