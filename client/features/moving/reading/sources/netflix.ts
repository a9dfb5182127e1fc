import type { ImportEpisode } from '../../../../../common/schemas/import.ts';
import { type TitleFacts, timeOf } from '../collection.ts';
import { episodeNumberOf, isNoName, isWatchlist, type MakeSource, type Reading } from '../reading.ts';
import type { Row, Table } from '../table.ts';
import { episodeIn, seasonIn } from './episodeNames.ts';
import { startsOfViewings } from './sessions.ts';

/** Netflix's viewing history of a profile, and the longer one of the download of all personal data. */
export const netflix: MakeSource = (reading) => ({
  source: 'netflix',
  tables: [
    {
      recognises: (names, file) => {
        const isHistory = names.has('title') && names.has('date') && !isWatchlist(file);
        return isHistory && (names.size === 2 || /netflix/i.test(file.name)) ? 3 : 0;
      },
      read: (table) => readHistory(reading, table),
    },
    {
      recognises: (names) => (['title', 'starttime', 'profilename'].every((name) => names.has(name)) ? 5 : 0),
      read: (table) => readActivity(reading, table),
    },
    // What else is in that download.
    {
      recognises: (names) =>
        names.has('profilename') && !names.has('starttime') && !names.has('programtitle') ? 1 : 0,
    },
  ],
});

function readHistory(reading: Reading, table: Table): void {
  const watchedAt = reading.dates(table, 'Date', table.field('date'));
  addViewings(reading, table, table.rows, watchedAt);
}

function readActivity(reading: Reading, table: Table): void {
  const profile = table.field('profilename');
  const supplement = table.field('supplementalvideotype');
  const attributes = table.field('attributes');
  const duration = table.field('duration');
  const watchedAt = reading.dates(table, 'Start Time', table.field('starttime'), { isUtc: true });
  const choice = reading.askProfile(table, profile);
  if (choice === null) return;
  const chosen = table.rows.filter(
    (row) =>
      profile(row) === choice &&
      // Trailers and recaps.
      supplement(row) === '' &&
      // Previews start by themselves, but the next episode does too.
      !(/Autoplayed: user action: None/.test(attributes(row)) && (secondsOf(duration(row)) ?? 0) < PREVIEW_SECONDS),
  );
  addViewings(reading, table, firstSessions(table, chosen, watchedAt), watchedAt);
}

const PREVIEW_SECONDS = 120;

/** '1:02:03' in seconds. */
function secondsOf(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d)/.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Without those that go on where an earlier one of the same title has stopped: they are one viewing. */
function firstSessions(table: Table, rows: Row[], watchedAt: ReturnType<Reading['dates']>): Row[] {
  const [title, duration, bookmark] = [table.field('title'), table.field('duration'), table.field('bookmark')];
  return startsOfViewings(rows, (row) => {
    const end = secondsOf(bookmark(row));
    const start = end === undefined ? undefined : end - (secondsOf(duration(row)) ?? 0);
    return { title: title(row), at: timeOf(watchedAt(row)), start, end };
  });
}

function addViewings(
  { collection }: Reading,
  table: Table,
  rows: Row[],
  watchedAt: ReturnType<Reading['dates']>,
): void {
  const name = table.field('title');
  for (const row of rows) {
    // Some rows have nothing where the season and the episode would be: 'Dark: : '.
    if (/\S\s*:\s*:?\s*$/.test(name(row))) {
      collection.refuse(row, 'episodes', 'Netflix does not name the episode');
      continue;
    }
    const { facts, episode } = readName(name(row));
    collection.watched(row, collection.title(row, facts), watchedAt(row), { episode });
  }
}

/** The longer history writes the number after the name: 'Pilot (Episode 1)'. */
function splitNumber(name: string): { name: string; number?: number } {
  const [, before = '', inside = ''] = /^(.*\S)\s*\(([^()]*)\)$/.exec(name) ?? [];
  const number = episodeIn(inside);
  return number === undefined ? { name } : { name: before, number };
}

/**
 * 'Show: Season 2: Episode' is an episode, also where the show has colons. What has no season can be a film ('Mission:
 * Impossible') or an episode of a show, so its kind is unknown.
 */
function readName(text: string): { facts: TitleFacts; episode?: ImportEpisode } {
  if (isNoName(text)) return { facts: { mediaType: null, title: text } };
  const { name, number } = splitNumber(text);
  const parts = name.split(/\s*[:：]\s+|\s+:\s*/);
  const first = parts[0] ?? '';
  /** Some seasons have the name of the show: 'Stranger Things: Stranger Things 2: Chapter One'. */
  const seasonOf = (part: string) => {
    const number = part.startsWith(`${first} `) ? /^\d{1,2}$/.exec(part.slice(first.length + 1))?.[0] : undefined;
    return seasonIn(part) ?? episodeNumberOf(number);
  };
  const at = parts.findIndex((part, index) => index > 0 && seasonOf(part) !== undefined);
  if (at === -1 || at === parts.length - 1) {
    if (number === undefined || parts.length === 1) return { facts: { mediaType: null, title: text } };
    const title = parts.slice(1).join(': ');
    return { facts: { mediaType: 'tv', title: first }, episode: { season: null, number, title, ids: {} } };
  }
  const episode = parts.slice(at + 1).join(': ');
  return {
    facts: { mediaType: 'tv', title: showNameOf(name, parts, at) },
    episode: {
      season: seasonOf(parts[at] ?? '') ?? null,
      number: number ?? episodeIn(episode) ?? null,
      title: episode,
      ids: {},
    },
  };
}

/** The text of the cell: the parts no longer show how the colons were written. */
function showNameOf(name: string, parts: string[], at: number): string {
  const end = name.indexOf(parts[at] ?? '', (parts[0] ?? '').length);
  return name.slice(0, end).replace(/\s*[:：]\s*$/, '');
}
