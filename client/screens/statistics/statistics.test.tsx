import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListStatistics, Statistics } from '../../../common/schemas/statistics.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, publicUser, sampleFolder } from '../../testing/samples.ts';
import { StatisticsScreen } from './StatisticsScreen.tsx';

const STATISTICS = 'GET /api/statistics';
const PICTURE = 'GET /api/statistics/picture';
const none = { plays: 0, minutes: 0 };
const amounts = (count: number, filled: Record<number, { plays: number; minutes: number }>) =>
  Array.from({ length: count }, (_, at) => filled[at] ?? none);

const sums: Omit<ListStatistics, 'people'> = {
  totals: { plays: 5, minutes: 75_000, withoutRuntime: 0, films: 1234, episodes: 3, titles: 4, days: 2 },
  months: amounts(12, { 2: { plays: 5, minutes: 600 } }),
  weekdays: amounts(7, { 4: { plays: 5, minutes: 600 } }),
  genres: [{ id: 28, plays: 4, minutes: 500 }],
  cast: [{ id: 6384, name: 'Keanu Reeves', titles: 2 }],
  makers: [{ id: 1, name: 'Lana Wachowski', titles: 1 }],
  isIncomplete: false,
};
const statistics: Statistics = {
  ...sums,
  firstYear: 2024,
  years: [{ year: 2026, plays: 5, minutes: 600 }],
  days: [{ day: '2026-03-06', plays: 5, minutes: 600 }],
  ratings: [0, 0, 0, 1, 3],
  companions: [{ user: publicUser(ben), plays: 2 }],
};
const nothing = { ...statistics, totals: { ...none, withoutRuntime: 0, films: 0, episodes: 0, titles: 0, days: 0 } };
const folder = sampleFolder({ name: 'Friday nights', isSharedByMe: true });
const OF_LIST = `GET /api/folders/${folder.id}/statistics`;
let api: ApiStub;

beforeEach(() => {
  // Nothing has a size in jsdom, and plots without one warn about it.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.useFakeTimers({ now: new Date('2026-11-26T12:00:00'), advanceTimers: true });
  api = stubApi({
    [STATISTICS]: { body: statistics },
    'GET /api/folders': { body: [folder] },
    'GET /api/shared-folders': { body: [] },
  });
  useUsers.getState().applyViewer(ana);
});

const open = (at = '/statistics') =>
  renderAt(
    <>
      <StatisticsScreen />
      <Toaster />
    </>,
    { at },
  );
const asked = () => api.requests.filter(({ path }) => path === '/api/statistics').map(({ query }) => query.get('year'));
const cells = (table: HTMLElement, row: RegExp) =>
  within(within(table).getByRole('row', { name: row }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('the year has its numbers, and a table beside each plot', async () => {
  open();
  expect(await screen.findByText('1,250')).toBeTruthy();
  expect(screen.getByText('1,234')).toBeTruthy();
  expect(cells(screen.getByRole('table', { name: 'By month' }), /^Mar/)).toEqual(['5', '10']);
  expect(cells(screen.getByRole('table', { name: 'By weekday' }), /^Fri/)).toEqual(['5', '10']);
  expect(cells(screen.getByRole('table', { name: 'Genres' }), /^Action/)).toEqual(['4', '8']);
  expect(cells(screen.getByRole('table', { name: 'Your ratings' }), /^5 stars/)).toEqual(['3']);
  expect(within(screen.getByRole('region', { name: 'Cast' })).getByText('Keanu Reeves')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Watched with' })).getByText('2 times')).toBeTruthy();
  expect(asked()).toEqual(['2026']);
});

test('a number of one is in the singular', async () => {
  const totals = { ...statistics.totals, minutes: 60, films: 0, episodes: 1, days: 1 };
  api.on(STATISTICS, { body: { ...statistics, totals } });
  open();

  const terms = (await screen.findAllByRole('term')).map(({ textContent }) => textContent);
  expect(terms).toEqual(['Hour', 'Films', 'Episode', 'Day']);
});

test('hours say what they leave out', async () => {
  open();
  await screen.findByText('1,250');
  expect(screen.queryByText(/Not in the hours/)).toBeNull();
  api.on(STATISTICS, { body: { ...statistics, totals: { ...statistics.totals, withoutRuntime: 10 } } });

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2025');

  expect(await screen.findByText('Not in the hours: 10 viewings of unknown length.')).toBeTruthy();
});

test('each day of the year is a cell in the row of its weekday', async () => {
  open();
  const days = await screen.findByRole('table', { name: 'Day by day' });
  const friday = within(days).getByRole('row', { name: /^Friday/ });
  expect(within(friday).getByRole('cell', { name: 'March 6: 5' })).toBeTruthy();
  expect(within(friday).getByRole('cell', { name: 'March 13: 0' })).toBeTruthy();
  expect(within(days).getAllByRole('cell', { name: /: \d+$/ })).toHaveLength(365);
});

test('on a phone the days are scrolled to the last one with a play', async () => {
  jest.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(700);
  open();
  const days = await screen.findByRole('region', { name: 'Days of 2026' });
  expect(days.scrollLeft).toBe(700);
});

test('another year, or all time', async () => {
  open();
  const year = await screen.findByRole('combobox', { name: 'Year' });
  await within(year).findByRole('option', { name: '2024' });
  await userEvent.selectOptions(year, '2025');
  await waitFor(() => expect(asked().at(-1)).toBe('2025'));

  await userEvent.selectOptions(year, 'All time');
  await waitFor(() => expect(asked().at(-1)).toBeNull());
  expect(cells(await screen.findByRole('table', { name: 'By year' }), /^2026/)).toEqual(['5', '10']);
  expect(screen.queryByRole('table', { name: 'Day by day' })).toBeNull();
});

test('the people of a list are added up', async () => {
  api.on(OF_LIST, { body: { people: 2, ...sums, totals: { ...sums.totals, films: 77 } } });
  open();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Whose year' }), 'Friday nights');

  expect(await screen.findByText('77')).toBeTruthy();
  expect(screen.queryByText('Watched with')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Share picture' })).toBeNull();
});

test('a list says when too few people show what they have seen, or when it is gone', async () => {
  api.on(OF_LIST, { body: { people: 0, ...sums } });
  const { unmount } = open(`/statistics?list=${folder.id}`);
  expect(await screen.findByText('Nothing to add up in 2026')).toBeTruthy();
  unmount();

  api.on(OF_LIST, failure(404, 'not_found'));
  open(`/statistics?list=${folder.id}&year=2025`);
  expect(await screen.findByText('List not found')).toBeTruthy();
});

test('a year without anything says what to do', async () => {
  api.on(STATISTICS, { body: nothing });
  open();
  expect(await screen.findByText('Nothing watched in 2026')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse Content' })).toBeTruthy();
});

test('a year that failed to load can be tried again', async () => {
  api.on(STATISTICS, failure(500, 'internal'));
  open();
  expect(await screen.findByText('Couldn’t load your year')).toBeTruthy();

  api.on(STATISTICS, { body: statistics });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1,250')).toBeTruthy();
});

test('people that could not be looked up are mentioned', async () => {
  api.on(STATISTICS, { body: { ...statistics, isIncomplete: true } });
  open();
  expect(await screen.findByText('Some titles could not be looked up just now.')).toBeTruthy();
});

test('the picture is shared as a file, or downloaded where that is not possible', async () => {
  api.on(PICTURE, { body: 'picture' });
  const shared: File[] = [];
  const share = jest.fn(async (data?: ShareData) => {
    shared.push(...(data?.files ?? []));
  });
  Object.assign(navigator, { share, canShare: () => true });
  const downloads: string[] = [];
  URL.createObjectURL = () => 'blob:picture';
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
  open();
  const button = await screen.findByRole('button', { name: 'Share picture' });

  await userEvent.click(button);
  await waitFor(() => expect(shared.map(({ name }) => name)).toEqual(['marquee-2026.jpg']));
  expect(api.requests.at(-1)?.query.get('year')).toBe('2026');

  share.mockRejectedValueOnce(new DOMException('Closed', 'AbortError'));
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(downloads).toEqual([]);

  Object.assign(navigator, { canShare: () => false });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  await waitFor(() => expect(downloads).toEqual(['marquee-2026.jpg']));
});

test('a picture that could not be drawn says so', async () => {
  api.on(PICTURE, { status: 500 });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Share picture' }));
  await waitFor(() => expect(toastText()).toContain('Couldn’t make the picture. Please try again.'));
});
