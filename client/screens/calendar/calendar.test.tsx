import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Calendar } from '../../../common/schemas/calendar.ts';
import { Agenda } from '../../features/plays/calendar/CalendarDays.tsx';
import { daysOfMonth, entriesByDay } from '../../features/plays/calendar/calendar.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { ana, sampleFolder } from '../../testing/samples.ts';
import { CalendarScreen } from './CalendarScreen.tsx';

const CALENDAR = 'GET /api/calendar';
const severance = { mediaType: 'tv' as const, tmdbId: 95396, title: 'Severance', posterPath: null };
const heat = { mediaType: 'movie' as const, tmdbId: 949, title: 'Heat', posterPath: null };
const calendar: Calendar = {
  releases: [
    { day: '2026-11-27', title: heat, episodes: [] },
    {
      day: '2026-11-27',
      title: severance,
      state: 'in-progress',
      episodes: [{ season: 2, episode: 4, name: 'Woe’s Hollow', isSeen: false }],
    },
  ],
  watched: [
    { day: '2026-11-20', title: severance, season: 2, episode: 3 },
    { day: '2026-11-21', title: { ...heat, tmdbId: 11645, title: 'Ran' } },
  ],
  isIncomplete: false,
};
const folder = sampleFolder({ name: 'Friday nights' });
let api: ApiStub;

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-26T12:00:00'), advanceTimers: true });
  api = stubApi({
    [CALENDAR]: { body: calendar },
    'GET /api/progress': {
      body: [{ tmdbId: severance.tmdbId, state: 'in-progress', seenCount: 12, airedCount: 19, lastAt: null }],
    },
    'GET /api/folders': { body: [folder] },
    'GET /api/shared-folders': { body: [] },
  });
  useUsers.getState().applyViewer(ana);
});

const open = (at = '/calendar') => renderAt(<CalendarScreen />, { at });
const asked = () =>
  api.requests.filter(({ path }) => path.startsWith('/api/calendar')).map(({ query }) => query.toString());

test('the days of the month have what comes out and what was watched', async () => {
  open();
  const release = await screen.findByRole('link', { name: /Severance.*S2 E4 · Woe’s Hollow/ });
  expect(release.getAttribute('href')).toContain('title=tv-95396');
  expect(screen.getByRole('link', { name: /Heat.*Comes out/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Severance.*Watched: S2 E3/ })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeTruthy();
  const subscribe = screen.getByRole('link', { name: 'Add to your calendar app' });
  expect(subscribe.getAttribute('href')).toBe('/account#calendar-and-feeds');
  const day = screen.getByText('Friday, November 20').closest('td') as HTMLElement;
  expect(within(day).getByText('Severance')).toBeTruthy();
  expect(asked()[0]).toContain('from=2026-10-26&to=2026-12-06');
});

test('episodes of a day are one entry of their show, and what was seen says so', async () => {
  const episode = (number: number, isSeen: boolean) => ({ season: 2, episode: number, name: 'x', isSeen });
  const dark = { ...severance, tmdbId: 70523, title: 'Dark' };
  const out = (day: string, title: typeof dark, ...episodes: ReturnType<typeof episode>[]) => ({
    day,
    title,
    episodes,
  });
  const watched = (title: typeof dark, ...numbers: number[]) =>
    numbers.map((number) => ({ day: '2026-11-20', title, season: 1, episode: number }));
  api.on(CALENDAR, {
    body: {
      releases: [
        out('2026-11-27', severance, episode(4, true), episode(5, false)),
        out('2026-11-28', severance, episode(6, true), episode(7, true)),
        out('2026-11-29', severance, { ...episode(8, false), name: 'Episode 8' }),
      ],
      watched: [...watched(severance, 1, 2, 3), ...watched(dark, 1, 2, 3, 4)],
    },
  });
  open();
  await screen.findAllByRole('link', { name: /Severance/ });

  const words = (day: string) =>
    within(screen.getByText(day).closest('td') as HTMLElement)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(words('Friday, November 27')).toEqual(['SeveranceS2 E4 and 1 more']);
  expect(words('Saturday, November 28')).toEqual(['SeveranceSeen: S2 E6 and 1 more']);
  expect(words('Sunday, November 29')).toEqual(['SeveranceS2 E8']);
  expect(words('Friday, November 20')).toEqual(['SeveranceWatched: S1 E1, S1 E2, S1 E3', 'DarkWatched: 4 episodes']);
  expect(words('Friday, November 20').join()).not.toContain('Seen');
});

test('a film that was watched is one word', async () => {
  open();

  expect((await screen.findByRole('link', { name: /Ran/ })).textContent).toBe('RanWatched');
});

test('shows that the viewer is not in the middle of can be left out', async () => {
  open();
  await screen.findByRole('link', { name: /Heat/ });
  await userEvent.click(screen.getByRole('switch', { name: 'In progress only' }));

  expect(screen.queryByRole('link', { name: /Heat|Ran/ })).toBeNull();
  expect(screen.getByRole('link', { name: /S2 E4/ })).toBeTruthy();
  expect(await screen.findByRole('link', { name: /Severance.*Watched: S2 E3/ })).toBeTruthy();
});

test('another month, another list, and back to today', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Month after' }));
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeTruthy();
  await waitFor(() => expect(asked().at(-1)).toContain('from=2026-11-30'));

  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Titles of' }), 'Friday nights');
  await waitFor(() => expect(asked().at(-1)).toContain(`folderId=${folder.id}`));

  await userEvent.click(screen.getByRole('button', { name: 'Today' }));
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeTruthy();
});

test('the weeks of a month begin on Monday, also over the turn of a year', async () => {
  open('/calendar?month=2026-12');
  expect((await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ]);

  await userEvent.click(screen.getByRole('button', { name: 'Month after' }));
  expect(screen.getByRole('heading', { name: 'January 2027' })).toBeTruthy();
  await waitFor(() => expect(asked().at(-1)).toContain('from=2026-12-28&to=2027-01-31'));
  await userEvent.click(screen.getByRole('button', { name: 'Month before' }));
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeTruthy();
});

test('an empty month says what would be there', async () => {
  api.on(CALENDAR, { body: { releases: [], watched: [], isIncomplete: true } });
  open();
  expect(await screen.findByText('Nothing comes out this month')).toBeTruthy();
  expect(screen.getByText('Not everything in this month could be shown.')).toBeTruthy();
});

test('a calendar that failed to load can be tried again', async () => {
  api.on(CALENDAR, failure(500, 'internal'));
  open();
  expect(await screen.findByText('Couldn’t load your calendar')).toBeTruthy();

  api.on(CALENDAR, { body: calendar });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Heat/ })).toBeTruthy();
});

test('on a phone, this month begins with today', async () => {
  renderAt(<Agenda month="2026-11" days={daysOfMonth('2026-11')} entries={entriesByDay(calendar)} />);
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Thursday, November 26Today',
    'Friday, November 27',
  ]);

  await userEvent.click(screen.getByRole('button', { name: 'Earlier this month' }));
  expect(screen.getByRole('heading', { name: 'Friday, November 20' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Earlier this month' })).toBeNull();
});

test('on a phone, another month begins with its first day that has something', () => {
  const entries = entriesByDay({
    ...calendar,
    releases: [],
    watched: [{ ...calendar.watched[0]!, day: '2026-10-02' }],
  });
  renderAt(<Agenda month="2026-10" days={daysOfMonth('2026-10')} entries={entries} />);

  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Friday, October 2']);
  expect(screen.queryByText('Nothing today')).toBeNull();
});
