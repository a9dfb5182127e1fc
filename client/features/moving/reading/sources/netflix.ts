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
      recognises: (names) => (names.has('profilename') && !names.has('starttime') ? 1 : 0),
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
      // Trailers and recaps, and what started by itself.
      supplement(row) === '' &&
      !/Autoplayed: user action: None/.test(attributes(row)),
  );
  addViewings(reading, table, chosen, watchedAt);
}

function addViewings(
  { collection }: Reading,
  table: Table,
  rows: Row[],
  watchedAt: ReturnType<Reading['dates']>,
): void {
  const name = table.field('title');
  for (const row of rows) {
    const { facts, episode } = readName(name(row));
    collection.watched(row, collection.title(row, facts), watchedAt(row), { episode });
  }
}

/** Words for 'season' and its like in the languages of Netflix, before a number. */
const SEASON =
  /^(?:season|series|saison|staffel|temporada|stagione|seizoen|sezon|sezonul|sæson|säsong|sesong|kausi|évad|sezóna|séria|сезон|σεζόν|σαιζόν|musim|mùa|シーズン|시즌|第|part|partie|parte|teil|deel|del|część|osa|rész|část|volume|vol\.?|volumen|band|book|livre|buch|libro|livro|chapter)\s*(\d{1,3})(?:季)?(?:\s*\(.*\))?$/i;
/** A series of one season. */
const LIMITED =
  /^(?:limited series|mini-?series|miniseries|série limitée|mini-?série|miniserie|mini-?serie|serie limitada|minissérie|série limitada|miniserie-?|serial limitowany|miniserial)$/i;
const EPISODE =
  /^(?:episode|épisode|folge|episodio|episódio|odcinek|aflevering|afsnit|avsnitt|jakso|bölüm|серия|エピソード|에피소드)\s*(\d{1,4})$/i;

/**
 * 'Show: Season 2: Episode' is an episode, also where the show has colons. What has no season can be a film ('Mission:
 * Impossible') or an episode of a show, so its kind is unknown.
 */
function readName(name: string): { facts: TitleFacts; episode?: ImportEpisode } {
  if (isNoName(name)) return { facts: { mediaType: null, title: name } };
  const parts = name.split(/\s*[:：]\s+|\s+:\s*/);
  const at = parts.findIndex((part, index) => index > 0 && (SEASON.test(part) || LIMITED.test(part)));
  if (at === -1 || at === parts.length - 1) return { facts: { mediaType: null, title: name } };
  const season = SEASON.exec(parts[at] ?? '')?.[1];
  const episode = parts.slice(at + 1).join(': ');
  const number = EPISODE.exec(episode)?.[1];
  return {
    facts: { mediaType: 'tv', title: showNameOf(name, parts, at) },
    episode: {
      season: season === undefined ? 1 : Number(season),
      number: number === undefined ? null : Number(number),
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
