import type { ImportEpisode } from '../../../../../common/schemas/import.ts';
import { type TitleFacts, timeOf } from '../collection.ts';
import type { When } from '../dates.ts';
import type { MakeSource, Reading } from '../reading.ts';
import type { Row, Table } from '../table.ts';
import { splitEpisode, splitSeason } from './episodeNames.ts';
import { columnOf, guessField } from './mapped.ts';
import { startsOfViewings } from './sessions.ts';

/**
 * Prime Video: the viewing history and the watchlist of the data that Amazon sends, as it was until and since 2024, and the
 * table or list of the script that reads the page of the history.
 */
export const primeVideo: MakeSource = (reading) => {
  const histories: Table[] = [];
  const namesOfWatched = new Set<string>();
  return {
    source: 'primevideo',
    tables: [
      {
        recognises: (names) =>
          names.has('title') && (names.has('playbackstartdatetimeutc') || names.has('playbackhour')) ? 7 : 0,
        read: (table) => {
          histories.push(table);
        },
      },
      // The same viewings once more, without the names of shows. It tells which names are an episode's.
      {
        recognises: (names) => (names.has('titlename') && names.has('mostrecentwatchdate') ? 7 : 0),
        read: (table) => {
          for (const name of table.cells(table.field('titlename'))) namesOfWatched.add(textIn(name));
        },
      },
      {
        recognises: (names) => (names.has('catalogtitle') && names.has('itemaddeddate') ? 7 : 0),
        read: (table) => readWatchlist(reading, table),
      },
      {
        recognises: (names) => (isOfScript(names) ? 5 : 0),
        read: (table) => readScript(reading, table),
      },
    ],
    finish: () => {
      for (const table of histories) readHistory(reading, table, namesOfWatched);
    },
  };
};

/** Amazon puts quotation marks around its texts, and has words for what it does not know. */
function textIn(cell: string): string {
  const text = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).trim() : cell;
  return /^not (available|applicable)$/i.test(text) ? '' : text;
}

/** Shorter ones were opened by mistake, or began by themselves. */
const SHORTEST_SECONDS = 120;

function readHistory(reading: Reading, table: Table, namesOfWatched: ReadonlySet<string>): void {
  const { collection } = reading;
  const read = (...columns: string[]) => {
    const field = table.field(...columns);
    return (row: Row) => textIn(field(row));
  };
  const name = read('title');
  const material = read('materialtypedescription', 'videotype');
  const seconds = read('secondsviewed');
  const [start, end] = [read('startpointseconds'), read('endpointseconds')];
  const deleted = read('isdeleted');
  const time = read('playbackstartdatetimeutc', 'playbackhour');
  const watchedAt = reading.dates(table, 'Playback Start', time, { isUtc: true });
  const rows = table.rows.filter(
    (row) =>
      name(row) !== '' &&
      !/promo|trailer|\blive/i.test(material(row)) &&
      !/^yes$/i.test(deleted(row)) &&
      (seconds(row) === '' || Number(seconds(row)) >= SHORTEST_SECONDS),
  );
  const viewings = startsOfViewings(rows, (row) => ({
    title: name(row),
    at: timeOf(watchedAt(row)),
    start: secondsOf(start(row)),
    end: secondsOf(end(row)),
  }));
  const split = nameSplitter(rows.map(name), namesOfWatched);
  for (const row of viewings) {
    const isFilm = /feature|movie/i.test(material(row));
    const found = isFilm ? null : split(name(row));
    if (found) addEpisode(reading, row, found, watchedAt(row));
    else if (/^full$/i.test(material(row))) collection.refuse(row, 'episodes', 'Prime Video does not name the show');
    else {
      const facts: TitleFacts = { mediaType: isFilm ? 'movie' : null, title: name(row) };
      collection.watched(row, collection.title(row, facts), watchedAt(row));
    }
  }
}

function secondsOf(cell: string): number | undefined {
  const seconds = Number(cell);
  return cell !== '' && seconds >= 0 ? seconds : undefined;
}

interface EpisodeName {
  show: string;
  season: number | undefined;
  name: string;
}

/**
 * Reads 'Pilot-The Boys - Season 1' and 'Pilot - The Boys, Season 1'. Both names can have hyphens: the episode's is known
 * from the other file, and the show's stands at the end of several names.
 */
function nameSplitter(names: string[], episodes: ReadonlySet<string>): (name: string) => EpisodeName | null {
  const counts = new Map<string, number>();
  for (const name of new Set(names)) {
    const { show, season } = splitSeason(name);
    for (const { after } of season === undefined ? [] : hyphensIn(show))
      counts.set(after, (counts.get(after) ?? 0) + 1);
  }
  return (name) => {
    const { show: rest, season } = splitSeason(name);
    const splits = hyphensIn(rest);
    const known = splits.find(({ before }) => episodes.has(before));
    if (season === undefined && !known) return null;
    const usual = splits.find(({ after }) => (counts.get(after) ?? 0) > 1);
    const { before, after } = known ??
      usual ??
      splits.find(({ isWide }) => isWide) ??
      splits[0] ?? { before: '', after: rest };
    return { show: after, season, name: before };
  };
}

/** The ways to split a text at a hyphen. */
function hyphensIn(text: string): { before: string; after: string; isWide: boolean }[] {
  return [...text.slice(0, 1000).matchAll(/\s*[-–—]\s*/g)].flatMap(({ 0: hyphen, index }) => {
    const [before, after] = [text.slice(0, index).trim(), text.slice(index + hyphen.length).trim()];
    return before && after ? [{ before, after, isWide: hyphen.length > 1 }] : [];
  });
}

function addEpisode({ collection }: Reading, row: Row, { show, season, name }: EpisodeName, when: When): void {
  if (show === '') {
    collection.refuse(row, 'episodes', 'Prime Video does not name the show');
    return;
  }
  if (name === '') {
    collection.refuse(row, 'episodes', 'Prime Video does not name the episode');
    return;
  }
  const { number = null, name: title } = splitEpisode(name);
  const episode: ImportEpisode = { season: season ?? null, number, title, ids: {} };
  // 'REACHER (TV) - SEASON 01'
  const facts: TitleFacts = { mediaType: 'tv', title: show.replace(/\s*\(TV\)$/i, '') };
  collection.watched(row, collection.title(row, facts), when, { episode });
}

function readWatchlist(reading: Reading, table: Table): void {
  const { collection } = reading;
  const [name, deleted] = [table.field('catalogtitle'), table.field('deleted')];
  const addedAt = reading.dates(table, 'itemAddedDate', table.field('itemaddeddate'), { isMinor: true });
  for (const row of table.rows) {
    if (/^(1|true|yes)$/i.test(deleted(row))) continue;
    const { show, season } = splitSeason(textIn(name(row)));
    const facts: TitleFacts = { mediaType: season === undefined ? null : 'tv', title: show };
    collection.wanted(row, collection.title(row, facts), addedAt(row));
  }
}

/** The script writes the names of columns in the language of the page. */
function isOfScript(names: Set<string>): boolean {
  if (['datewatched', 'type', 'title', 'episodetitle'].every((name) => names.has(name))) return true;
  const fields = [...names].map(guessField);
  return (
    names.size === 4 && (['watchedAt', 'type', 'title', 'episode'] as const).every((field) => fields.includes(field))
  );
}

const SERIES = /s[eé]ri|tv|シリーズ|剧集|劇集/i;

function readScript(reading: Reading, table: Table): void {
  const { collection } = reading;
  const [title, type, date] = [columnOf(table, 'title'), columnOf(table, 'type'), columnOf(table, 'watchedAt')];
  const episode = table.has('episodetitle') ? table.field('episodetitle') : columnOf(table, 'episode');
  const watchedAt = reading.dates(table, 'Date Watched', date, { isUtc: true });
  for (const row of table.rows) {
    if (episode(row) || SERIES.test(type(row))) {
      const { show, season } = splitSeason(title(row));
      addEpisode(reading, row, { show, season, name: episode(row) }, watchedAt(row));
    } else collection.watched(row, collection.title(row, { mediaType: 'movie', title: title(row) }), watchedAt(row));
  }
}
