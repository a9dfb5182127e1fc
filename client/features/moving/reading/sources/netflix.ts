import type { ImportEpisode } from '../../../../../common/schemas/import.ts';
import type { TitleFacts } from '../collection.ts';
import { isNoName, type MakeSource, type Reading } from '../reading.ts';
import type { Row, Table } from '../table.ts';

/** Netflix's viewing history of a profile, and the longer one of the download of all personal data. */
export const netflix: MakeSource = (reading) => ({
  source: 'netflix',
  tables: [
    {
      recognises: (names, file) => {
        const isExact = [...names].filter(Boolean).length === 2 && names.has('title') && names.has('date');
        return isExact || (names.has('title') && names.has('date') && /netflix/i.test(file.name)) ? 3 : 0;
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
  const profiles = [...new Set(table.cells(profile))].filter(Boolean);
  const { name } = table.file;
  const choice =
    profiles.length > 1
      ? reading.ask({ kind: 'profile', id: `profile:${name}`, file: name, choices: profiles })
      : (profiles[0] ?? '');
  if (choice === null) {
    reading.collection.waiting += table.rows.length;
    return;
  }
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
  const [name, duration, bookmark] = [table.field('title'), table.field('duration'), table.field('bookmark')];
  const timeOf = (row: Row) => {
    const when = watchedAt(row);
    return when !== null && typeof when === 'object' && 'at' in when ? when.at : '';
  };
  const stoppedAt = new Map<string, number>();
  const continued = new Set<Row>();
  const sorted = rows.map((row) => ({ row, time: timeOf(row) })).sort((a, b) => (a.time < b.time ? -1 : 1));
  for (const { row } of sorted) {
    const title = name(row);
    const before = stoppedAt.get(title);
    const end = secondsOf(bookmark(row));
    if (end === undefined) continue;
    const start = end - (secondsOf(duration(row)) ?? 0);
    if (before !== undefined && start >= before - REWOUND_SECONDS) continued.add(row);
    stoppedAt.set(title, end);
  }
  return rows.filter((row) => !continued.has(row));
}

/** Who goes on watching often starts a little earlier. */
const REWOUND_SECONDS = 300;

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

/** Words for 'season' and its like in the languages of Netflix, before or after a number. */
const SEASON_WORD =
  'season|series|serie|saison|staffel|temporada|stagione|seizoen|sezon|sezonul|sæson|säsong|sesong|kausi|évad|sezóna|sezona|řada|séria|сезон|σεζόν|σαιζόν|κύκλος|עונה|الموسم|musim|mùa|ซีซั่น|シーズン|시즌|part|partie|parte|partea|teil|deel|del|część|část|osa|rész|kısım|часть|частина|phần|パート|파트|volume|vol\\.?|volumen|volum|volym|bind|svazek|tom|band|book|livre|buch|libro|livro|chapter';
const SEASON = new RegExp(
  `^(?:(?:${SEASON_WORD})\\s*(\\d{1,3})|(\\d{1,3})\\.?\\s*(?:${SEASON_WORD})|第\\s*(\\d{1,3})\\s*(?:季|部|シリーズ|シーズン))(?:\\s*\\(.*\\))?$`,
  'i',
);
/** A series of one season. */
const LIMITED =
  /^(?:limited series|mini-?series|miniseries|série limitée|mini-?série|miniserie|mini-?serie|serie limitada|minissérie|série limitada|miniserie-?|serial limitowany|miniserial|minisorozat|minisarja|mini dizi|мини-сериал|リミテッドシリーズ|리미티드 시리즈|迷你剧|迷你影集|限定剧|collection)$/i;
const EPISODE_WORD =
  'episode|épisode|folge|episodio|episódio|episodul|odcinek|aflevering|afsnit|avsnitt|jakso|bölüm|díl|epizoda|epizód|rész|серия|эпизод|серія|επεισόδιο|פרק|الحلقة|tập|ตอนที่|エピソード|에피소드';
const EPISODE = new RegExp(
  `^(?:(?:${EPISODE_WORD})\\s*(\\d{1,4})|(\\d{1,4})\\.?\\s*(?:${EPISODE_WORD})|第\\s*(\\d{1,4})\\s*[集話话回])$`,
  'i',
);

function numberIn(pattern: RegExp, text: string): number | undefined {
  const digits = pattern.exec(text)?.slice(1).find(Boolean);
  return digits === undefined ? undefined : Number(digits);
}

/** The longer history writes the number after the name: 'Pilot (Episode 1)'. */
function splitNumber(name: string): { name: string; number?: number } {
  const [, before = '', inside = ''] = /^(.*\S)\s*\(([^()]*)\)$/.exec(name) ?? [];
  const number = numberIn(EPISODE, inside);
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
  const seasonIn = (part: string) =>
    numberIn(SEASON, part) ??
    (LIMITED.test(part)
      ? 1
      : part.startsWith(`${first} `)
        ? numberIn(/^(\d{1,2})$/, part.slice(first.length + 1))
        : undefined);
  const at = parts.findIndex((part, index) => index > 0 && seasonIn(part) !== undefined);
  if (at === -1 || at === parts.length - 1) {
    if (number === undefined || parts.length === 1) return { facts: { mediaType: null, title: text } };
    const title = parts.slice(1).join(': ');
    return { facts: { mediaType: 'tv', title: first }, episode: { season: null, number, title, ids: {} } };
  }
  const episode = parts.slice(at + 1).join(': ');
  return {
    facts: { mediaType: 'tv', title: showNameOf(name, parts, at) },
    episode: {
      season: seasonIn(parts[at] ?? '') ?? null,
      number: number ?? numberIn(EPISODE, episode) ?? null,
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
