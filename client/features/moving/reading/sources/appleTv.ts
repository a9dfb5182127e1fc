import { timeOf } from '../collection.ts';
import { readDate } from '../dates.ts';
import {
  countOf,
  entryPlace,
  episodeNumberOf,
  isObject,
  listOf,
  type MakeSource,
  objectOf,
  type Reading,
  scalarOf,
  textOf,
} from '../reading.ts';
import type { Table } from '../table.ts';
import type { TextFile } from '../unpack.ts';
import { startsOfViewings } from './sessions.ts';

/** Apple TV, of the data that Apple sends: what was played in the TV app and in the store, and the wishlist. */
export const appleTv: MakeSource = (reading) => ({
  source: 'appletv',
  tables: [
    {
      recognises: (names) =>
        ['itemdescription', 'lastactivitytimestamp', 'playcount'].every((name) => names.has(name)) ? 7 : 0,
      read: (table) => readPlayed(reading, table),
    },
    {
      recognises: (names) =>
        ['itemreference', 'itemdescription', 'created', 'type'].every((name) => names.has(name)) ? 7 : 0,
      read: (table) => readWishlist(reading, table),
    },
  ],
  documents: [
    {
      recognises: (data) => {
        const first = objectOf(listOf(objectOf(data).events)[0]);
        return isObject(first.stored_event) && isObject(first.event_interpretation);
      },
      read: (data, file) => readEvents(reading, listOf(objectOf(data).events), file),
    },
  ],
});

function readPlayed(reading: Reading, table: Table): void {
  const { collection } = reading;
  const [name, played, count] = [
    table.field('itemdescription'),
    table.field('hasbeenplayed'),
    table.field('playcount'),
  ];
  const playedAt = reading.dates(table, 'Last activity timestamp', table.field('lastactivitytimestamp'), {
    isUtc: true,
  });
  for (const row of table.rows) {
    if (!/^(yes|true|1)$/i.test(played(row)) && !countOf(count(row))) continue;
    collection.watched(row, collection.title(row, { mediaType: null, title: name(row) }), playedAt(row));
  }
}

function readWishlist(reading: Reading, table: Table): void {
  const { collection } = reading;
  const [name, type] = [table.field('itemdescription'), table.field('type')];
  const createdAt = reading.dates(table, 'Created', table.field('created'), { isUtc: true, isMinor: true });
  for (const row of table.rows) {
    const mediaType = /movie/i.test(type(row)) ? 'movie' : /tv|show/i.test(type(row)) ? 'tv' : null;
    collection.wanted(row, collection.title(row, { mediaType, title: name(row) }), createdAt(row));
  }
}

/** There is an event each time that playing stops. */
function readEvents({ collection, today }: Reading, events: unknown[], file: TextFile): void {
  const plays = events.map((value, index) => {
    const event = objectOf(value);
    const stored = objectOf(event.stored_event);
    const about = objectOf(event.event_interpretation);
    const description = textOf(about.human_readable_media_description ?? about.media_description).slice(0, 2000);
    const when = readDate(textOf(stored.timestamp), { today });
    return { place: entryPlace(file, index, event), description, type: textOf(stored.media_type), when };
  });
  const viewings = startsOfViewings(plays, ({ description, when }) => ({ title: description, at: timeOf(when) }));
  for (const { place, description, type, when } of viewings) {
    // 'Severance (Episode Number: [2], Episode Title: [Half Loop], Season Number: [1])'
    const [, name = '', details = ''] =
      /^(.*?)\s*\(((?:Episode|Season) (?:Number|Title): \[.*)\)$/.exec(description) ?? [];
    const detail = (label: string) => new RegExp(`${label}: \\[([^\\]]*)\\]`).exec(details)?.[1];
    const isEpisode = details !== '';
    const mediaType = isEpisode || /tv|episode|show/i.test(type) ? 'tv' : /movie/i.test(type) ? 'movie' : null;
    if (mediaType === 'tv' && !isEpisode) {
      collection.refuse(place, 'episodes', 'Apple TV does not name the episode');
      continue;
    }
    const title = collection.title(place, { mediaType, title: isEpisode ? name : description });
    const season = episodeNumberOf(scalarOf(detail('Season Number'))) ?? null;
    const number = episodeNumberOf(scalarOf(detail('Episode Number'))) ?? null;
    const episode = isEpisode ? { season, number, title: detail('Episode Title') ?? '', ids: {} } : undefined;
    collection.watched(place, title, when, { episode });
  }
}
