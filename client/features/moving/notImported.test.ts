import { expect, test } from '@jest/globals';
import type { ImportedRow, ImportRow } from '../../../common/schemas/import.ts';
import { linesOf, read } from '../../testing/importFiles.ts';
import { sampleRow, wantRow } from '../../testing/importSamples.ts';
import { notImportedText } from './notImported.ts';

const { title: heat, ...place } = wantRow(1, { title: 'Heat', year: 1995 });
const wire = { ...heat, key: 'tv|wire', mediaType: 'tv' as const, title: '+The Wire', ids: { imdb: 'tt0306414' } };
const at = '2024-05-01T00:00:00.000Z';
const episode = { season: 1, number: 2, ids: {} };
const listKey = 'letterboxd|list|noir';

const facts: ImportRow[] = [
  { ...place, kind: 'want', title: heat, at },
  { ...place, kind: 'play', title: heat, at, precision: 'day' },
  { ...place, kind: 'play', title: wire, episode, at: '2024-05-02T20:15:00.000Z', precision: 'second' },
  { ...place, kind: 'rating', title: heat, rating: { value: 3.5, of: 5, stars: 4 }, at },
  { ...place, kind: 'review', title: heat, text: '=Great,\n"really"', at },
  {
    ...place,
    kind: 'progress',
    title: { ...wire, title: 'Lost', key: 'tv|lost', ids: {} },
    upTo: { season: 2, episode: 3 },
    at,
  },
  { ...place, kind: 'state', title: wire, state: 'dropped', restartedAt: null },
  { ...place, kind: 'listItem', title: heat, listKey, position: 1, note: 'For Friday', at },
  { ...place, kind: 'listItem', title: wire, listKey, position: 2, note: '＝1+1', at: null },
];

test('what did not come is read again as what it was', async () => {
  const rows = facts.map((row, n): ImportedRow => sampleRow(n, { row, outcome: 'unknown' }));

  const text = notImportedText(rows, new Map([[listKey, 'Noir']]));

  const result = await read({ 'marquee-not-imported.csv': text });
  expect([result.source, result.questions, result.refused]).toEqual(['marquee', [], []]);
  expect(linesOf(result)).toEqual([
    'list Noir',
    'want Heat (1995) on 2024-05-01',
    'play Heat (1995) 2024-05-01',
    'play +The Wire (1995) S1E2 2024-05-02T20:15:00Z',
    'rating Heat (1995) 3.5/5 = 4 stars on 2024-05-01',
    'review Heat (1995) “=Great,\n"really"” on 2024-05-01',
    'progress Lost (1995) {"season":2,"episode":3} on 2024-05-01',
    'state +The Wire (1995) dropped',
    'listItem Heat (1995) 1 in noir “For Friday” on 2024-05-01',
    'listItem +The Wire (1995) 2 in noir “＝1+1”',
  ]);
});

test('a line that could not be read is written under its own headers, with the reason', async () => {
  const raw = { Name: 'Heat', Title: 'Another name', Year: '1995', Rating: '11', 'Watched Date': '2024-05-01' };
  const row = {
    kind: 'ratings' as const,
    file: 'ratings.csv',
    line: 7,
    reason: '“11” is not a rating of up to 5',
    raw,
  };

  const text = notImportedText([sampleRow(0, { row, outcome: 'refused', reason: row.reason })], new Map());

  const [, line = ''] = text.split('\r\n');
  expect(line).toBe('rating,Heat,,1995,,,,2024-05-01,11,,,,,,,“11” is not a rating of up to 5,ratings.csv,7');
  const corrected = text.replace('2024-05-01,11,', '2024-05-01,4,5').replace(',5,,,', ',5,,');
  expect(linesOf(await read({ 'corrected.csv': corrected }))).toEqual([
    'rating Heat (1995) 4/5 = 4 stars on 2024-05-01',
  ]);
});
