import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import type { FoundList } from '../../../common/schemas/folder.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { ana, idOf, publicUser } from '../../testing/samples.ts';
import { sampleMovie } from '../../testing/titles.ts';
import { DiscoverScreen } from './DiscoverScreen.tsx';
import { SearchScreen } from './SearchScreen.tsx';

const SITE = 'GET /api/folders/search';
const page = (...results: unknown[]) => ({
  body: { page: 1, results, total_pages: 1, total_results: results.length },
});
const rainy: FoundList = { id: idOf(1), name: 'Rainy Sundays', itemCount: 2, owner: publicUser(ana), isMember: true };

let api: ApiStub;
let navigate: ReturnType<typeof useNavigate>;

beforeEach(() => {
  useUsers.getState().applyViewer(ana);
  api = stubApi({
    'GET /api/movies/popular': page(sampleMovie(1, { title: 'Heat' })),
    'GET /api/movies/search': page(sampleMovie(2, { title: 'Rain Man' })),
    'GET /api/tv/search': page(),
    'GET /api/person/search': page(),
    'GET /api/users/search': { body: [] },
    'GET /api/recommendations': { body: { rankedBy: 'local', results: [] } },
    [SITE]: { body: [rainy] },
  });
});

function Navigation() {
  navigate = useNavigate();
  return null;
}

const open = (Screen: typeof DiscoverScreen, at: string) =>
  renderAt(
    <>
      <Navigation />
      <Screen />
    </>,
    { at, isLaidOut: true },
  );

const found = () => screen.findByRole('list', { name: 'Found movies' });
const foundNow = () => screen.queryByRole('list', { name: 'Found movies' });
const moviesAreHere = () => screen.findByRole('tab', { name: 'Movies (1)' });

test('what is found appears together, so that lists that come late do not move the titles', async () => {
  const late = deferred<StubAnswer>();
  api.on(SITE, () => late.promise);
  open(DiscoverScreen, '/');
  await screen.findByRole('list', { name: 'Popular movies' });

  act(() => navigate('/?q=rain'));
  await moviesAreHere();

  expect(foundNow()).toBeNull();
  expect(screen.getByRole('list', { name: 'Popular movies' })).toBeTruthy();

  await act(async () => late.resolve({ body: [rainy] }));

  expect(within(await found()).getByRole('link', { name: /^Rain Man/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Rainy Sundays/ })).toBeTruthy();
});

test('lists that come before the titles wait for them', async () => {
  const late = deferred<StubAnswer>();
  api.on('GET /api/movies/search', () => late.promise);
  open(DiscoverScreen, '/');
  await screen.findByRole('list', { name: 'Popular movies' });

  act(() => navigate('/?q=rain'));
  await screen.findByRole('tab', { name: 'TV Shows (0)' });
  await act(async () => undefined);
  expect(screen.queryByRole('link', { name: /^Rainy Sundays/ })).toBeNull();

  await act(async () => late.resolve(page(sampleMovie(2, { title: 'Rain Man' }))));

  await found();
  expect(screen.getByRole('link', { name: /^Rainy Sundays/ })).toBeTruthy();
});

test('a search on another screen begins with skeletons until everything is found', async () => {
  const late = deferred<StubAnswer>();
  api.on(SITE, () => late.promise);
  open(SearchScreen, '/my-list?q=rain');
  await moviesAreHere();

  expect(foundNow()).toBeNull();
  expect(screen.getByRole('status', { name: 'Loading movies' })).toBeTruthy();

  await act(async () => late.resolve({ body: [rainy] }));

  await found();
  expect(screen.getByRole('link', { name: /^Rainy Sundays/ })).toBeTruthy();
});

test('titles are shown when the search for lists fails', async () => {
  api.on(SITE, failure(503, 'unavailable'));

  open(SearchScreen, '/my-list?q=rain');

  await found();
  expect(screen.getByText('Couldn’t search lists and people.')).toBeTruthy();
});
