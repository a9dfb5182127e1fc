import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { useUsers } from '../../../features/users/users.store.ts';
import { type ApiStub, deferred, type StubAnswer, stubApi } from '../../../testing/api.ts';
import { addressOf, renderAt } from '../../../testing/render.tsx';
import { ana } from '../../../testing/samples.ts';
import { pageOf, sampleMovie, samplePerson } from '../../../testing/titles.ts';
import { searchScreen } from '../../router.tsx';
import { Layout } from '../Layout.tsx';

let api: ApiStub;

// Compiling the results can take longer than a query waits for them.
beforeAll(() => searchScreen.preload());

beforeEach(() => {
  api = stubApi();
  api.on('GET /api/category-invitations', { body: [] });
  api.on('GET /api/movies/search', ({ query }) => ({
    body: query.get('q') === 'keanu' ? pageOf([]) : { ...pageOf([sampleMovie(603)]), total_results: 1234 },
  }));
  api.on('GET /api/tv/search', { body: pageOf([]) });
  api.on('GET /api/person/search', { body: pageOf([samplePerson()]) });
  useUsers.getState().applyViewer(ana);
});

function Back() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => navigate('/account')}>
        Elsewhere
      </button>
    </>
  );
}

function open(at: string) {
  return renderAt(
    <>
      <Back />
      <Routes>
        <Route element={<Layout />}>
          <Route path="/my-list" element={<h1>My List</h1>} />
          <Route path="/account" element={<h1>Account Settings</h1>} />
        </Route>
      </Routes>
    </>,
    { at, width: 1000, isLaidOut: true },
  );
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (text: string) => userEvent.type(box(), text);
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the search of the header', () => {
  test('shows films, shows and actors with their numbers in place of the screen', async () => {
    open('/my-list');

    await type('matrix');

    expect(await screen.findByRole('heading', { name: 'Search' })).toBeTruthy();
    expect(addressOf()).toBe('/my-list?q=matrix');
    await waitFor(() => expect(tabs()).toEqual(['Movies (1,234)', 'TV Shows (0)', 'Actors (1)']));
    expect(screen.getByText('Results for “matrix”')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'My List' })).toBeNull();
    expect(box()).toBe(document.activeElement);
  });

  test('opens the first tab that found something', async () => {
    open('/my-list?q=keanu');

    expect(await screen.findByRole('tab', { name: 'Actors (1)', selected: true })).toBeTruthy();
  });

  test('stays at Movies while answers without results arrive', async () => {
    const shows = deferred<StubAnswer>();
    const people = deferred<StubAnswer>();
    api.on('GET /api/tv/search', () => shows.promise);
    api.on('GET /api/person/search', () => people.promise);
    open('/my-list?q=keanu');
    const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

    await screen.findByRole('tab', { name: 'Movies (0)' });
    expect(chosen()).toBe('Movies (0)');
    shows.resolve({ body: pageOf([]) });
    await screen.findByRole('tab', { name: 'TV Shows (0)' });
    expect(chosen()).toBe('Movies (0)');
    people.resolve({ body: pageOf([]) });
    await screen.findByRole('tab', { name: 'Actors (0)' });

    expect(chosen()).toBe('Movies (0)');
  });

  test('is read from the address', async () => {
    open('/account?q=matrix&tab=person');

    expect(box().value).toBe('matrix');
    expect(await screen.findByRole('tab', { name: 'Actors (1)', selected: true })).toBeTruthy();
  });

  test('is one step of the history, however much is typed', async () => {
    open('/my-list');
    await type('matr');
    await waitFor(() => expect(addressOf()).toBe('/my-list?q=matr'));
    await type('ix');
    await waitFor(() => expect(addressOf()).toBe('/my-list?q=matrix'));
    await userEvent.click(await screen.findByRole('tab', { name: 'Actors (1)' }));
    expect(addressOf()).toBe('/my-list?q=matrix&tab=person');

    await press('Back');

    expect(screen.getByRole('heading', { name: 'My List' })).toBeTruthy();
    expect(addressOf()).toBe('/my-list');
    expect(box().value).toBe('');
  });

  test('returns to the screen as it was when it is cleared', async () => {
    open('/my-list?filter=tv');
    await type('matrix');
    await userEvent.click(await screen.findByRole('tab', { name: 'Actors (1)' }));

    await press('Clear search');

    await waitFor(() => expect(addressOf()).toBe('/my-list?filter=tv'));
    await press('Elsewhere');
    await press('Back');
    expect(addressOf()).toBe('/my-list?filter=tv');
  });

  test('is taken out of an address that began with it', async () => {
    open('/my-list?q=matrix&filter=tv');

    await userEvent.clear(box());

    await waitFor(() => expect(addressOf()).toBe('/my-list?filter=tv'));
  });

  test('does not wait after Enter', async () => {
    open('/my-list');

    await type('matrix{Enter}');

    expect(addressOf()).toBe('/my-list?q=matrix');
  });

  test('ends on another screen, also while it is typed', async () => {
    open('/my-list');
    await type('matrix');

    await press('Elsewhere');

    await waitFor(() => expect(box().value).toBe(''));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(addressOf()).toBe('/account');
  });
});
