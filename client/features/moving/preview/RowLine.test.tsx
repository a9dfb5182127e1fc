import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Import, ImportedRow, SentRow } from '../../../../common/schemas/import.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { calendarDayText } from '../../../lib/dates.ts';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { sampleImport, sampleMatch, sampleRow, wantRow } from '../../../testing/importSamples.ts';
import { renderAt } from '../../../testing/render.tsx';
import { RowLine } from './RowLine.tsx';

const want = wantRow(1207, { title: 'Heat' });
const { at: _at, ...titled } = want;
const named = (over: Partial<typeof want.title>): SentRow => ({ ...want, title: { ...want.title, ...over } });
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
});

function show(entry: Partial<ImportedRow>, { isTitle = false, moving = sampleImport() as Import } = {}) {
  const { container } = renderAt(
    <>
      <RowLine moving={moving} entry={sampleRow(0, entry)} isTitle={isTitle} />
      <Toaster />
    </>,
  );
  return Array.from(container.querySelectorAll('p')).map(({ textContent }) => textContent);
}

const place = 'watchlist.csv, line 1,207';
const day = '2024-05-05T00:00:00.000Z';
const episode = { season: 1, number: 2 };

test.each<[string, SentRow]>([
  [`to watch · ${place}`, want],
  [
    `S1 E2 · watched on ${calendarDayText('2024-05-05')} · ${place}`,
    { ...titled, kind: 'play', episode, at: day, precision: 'day' } as SentRow,
  ],
  [`watched · ${place}`, { ...titled, kind: 'seen', episode: { season: null, number: 2 } } as SentRow],
  [`watched so far · ${place}`, { ...titled, kind: 'progress', upTo: { count: 3 }, at: null }],
  [`paused · ${place}`, { ...titled, kind: 'state', state: 'paused', restartedAt: null }],
  [`started again · ${place}`, { ...titled, kind: 'state', state: null, restartedAt: day }],
  [`rated 7/10 · ${place}`, { ...titled, kind: 'rating', rating: { value: 7, of: 10 }, at: null } as SentRow],
  [`review · ${place}`, { ...titled, kind: 'review', text: 'Good.', at: null } as SentRow],
  [`in a list · ${place}`, { ...titled, kind: 'listItem', listKey: 'noir', position: 1, at: null }],
])('a row says what it is about and where it is: %s', (facts, row) => {
  expect(show({ row })).toEqual(['Heat (1995)', facts]);
});

test.each<[string, SentRow]>([
  ['Heat', named({ year: undefined })],
  ['tt0113277 (1995)', named({ title: '', ids: { imdb: 'tt0113277', tmdb: 949 } })],
  ['TMDB 949 (1995)', named({ title: '', ids: { tmdb: 949, tvdb: 1 } })],
  ['TheTVDB 1', named({ title: '', year: undefined, ids: { tvdb: 1 } })],
  ['No name', named({ title: '', year: undefined, ids: {} })],
  [
    'Pilot',
    {
      ...titled,
      kind: 'seen',
      title: { ...want.title, title: '', year: undefined, ids: {} },
      episode: { season: null, number: null, title: 'Pilot', ids: {} },
    } as SentRow,
  ],
  ['Noir', { ...titled, kind: 'list', listKey: 'noir', name: 'Noir' } as SentRow],
  ['Heat?', { kind: 'wants', file: 'a.csv', line: 1, reason: 'No year', raw: { id: ' ', name: 'Heat?' } }],
  ['Empty line', { kind: 'wants', file: 'a.csv', line: 1, reason: 'No year', raw: { id: ' ' } }],
])('a row is named by what it has: %s', (name, row) => {
  expect(show({ row })[0]).toBe(name);
});

test('a title says what it was taken for, unless it is left out, and why it does not come', () => {
  const found = { match: sampleMatch(), reason: 'You have it.' };

  expect(show(found, { isTitle: true })).toEqual([
    'Film 0 (1995)',
    'Heat · Film · 1995 · Michael Mann',
    'You have it.',
  ]);
  expect(show({ ...found, isSkipped: true }, { isTitle: true }).slice(-1)).toEqual(['Film 0 (1995)']);
});

test.each<[string, Partial<ImportedRow>, Import['state'], string[]]>([
  ['can be changed', { match: sampleMatch() }, 'preview', ['Change', 'Leave out']],
  ['is searched for', {}, 'preview', ['Search', 'Leave out']],
  ['that is left out can come back', { isSkipped: true }, 'preview', ['Bring back']],
  ['stays as it is once it is imported', { match: sampleMatch() }, 'applied', []],
  [
    'that cannot be read stays as it is',
    { row: { kind: 'wants', file: 'a.csv', line: 1, reason: 'No year', raw: {} } },
    'preview',
    [],
  ],
])('a title %s', (_, entry, state, buttons) => {
  show(entry, { moving: sampleImport({ state }) });

  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});

test.each<[string, Partial<ImportedRow>, string[]]>([
  ['as usual', { outcome: 'comes', reason: 'You have it.' }, []],
  ['crossed out when it is left out', { isSkipped: true, outcome: 'refused', reason: 'Left out' }, ['[data-skipped]']],
  ['with a problem when it is refused', { outcome: 'refused', reason: 'No stars' }, ['[data-tone="problem"]']],
])('a row is shown %s', (_, entry, looks) => {
  show(entry);

  const marks = ['[data-skipped]', '[data-tone="problem"]'];
  expect(marks.filter((mark) => document.querySelector(mark))).toEqual(looks);
});

test.each([
  ['Leave out', false, 'Couldn’t leave it out. Try again.'],
  ['Bring back', true, 'Couldn’t bring it back. Try again.'],
])('%s of one row that fails says so', async (name, isSkipped, text) => {
  const moving = sampleImport();
  api.on(`PATCH /api/imports/${moving.id}/rows/0`, failure(500, 'internal', ''));
  show({ isSkipped }, { moving });

  await userEvent.click(screen.getByRole('button', { name: `${name} Film 0 (1995)` }));

  expect(await screen.findByText(text)).toBeTruthy();
  expect(api.requests.at(-1)?.body).toEqual({ isSkipped: !isSkipped, of: 'row' });
});
