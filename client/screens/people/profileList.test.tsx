import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families, familyKeys } from '../../../common/families.ts';
import type { Item } from '../../../common/schemas/item.ts';
import type { User } from '../../../common/schemas/user.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { filterLabels } from '../../testing/filters.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, ben, sampleItem, sampleProfileFolder } from '../../testing/samples.ts';
import { ProfileListScreen } from './ProfileListScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

describe.each(familyKeys)('another user’s %s', (key) => {
  const family = families[key];
  const list = sampleProfileFolder(1, 'Noir', 3);
  const { noun, Noun, nouns } = family;

  function serve(owner: User, items: Item[]) {
    const path = `/api/users/${owner.id}/${nouns}/${list.id}`;
    api.on(`GET /api/users/${owner.id}`, { body: owner });
    const joinState = { folderId: list.id, categoryId: list.id, status: 'none' };
    api.on(`GET ${family.api.lists}/${list.id}/join-requests/me`, { body: joinState });
    api.on(`GET ${path}`, { body: { ...list, itemCount: items.length } });
    api.on(`GET ${path}/items`, ({ query }) => {
      const start = items.findIndex(({ id }) => id === query.get('after')) + 1;
      return { body: items.slice(start, start + Number(query.get('limit'))) };
    });
  }

  function open(owner: User, items: Item[], search = '') {
    serve(owner, items);
    return show(owner, { search });
  }

  function show(owner: User, { search = '', isTouch = false } = {}) {
    return renderAt(
      <Routes>
        <Route path={`/users/:userId/${nouns}/:${family.idName}`} element={<ProfileListScreen family={family} />} />
      </Routes>,
      { at: `/users/${owner.id}/${nouns}/${list.id}${search}`, isLaidOut: true, isTouch },
    );
  }

  const three = [
    sampleItem(1, { title: 'Heat', voteAverage: 83 }),
    sampleItem(2, { title: 'Lost', mediaType: 'tv', voteAverage: 0 }),
    sampleItem(3, { title: 'Ran', watched: true, voteAverage: 80 }),
  ];

  test('shows owner, name, count and date', async () => {
    open({ ...ben, lastName: 'Okafor' }, three);

    expect(await screen.findByRole('heading', { level: 1, name: 'Noir' })).toBeTruthy();
    expect(screen.getByText('Ben Okafor')).toBeTruthy();
    expect(screen.getByText(ben.email)).toBeTruthy();
    expect(screen.getByText('3 items')).toBeTruthy();
    expect(screen.getByText('March 5, 2026')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to profile' }).getAttribute('href')).toBe(`/users/${ben.id}`);
    expect(screen.queryByText(`Your ${Noun}`)).toBeNull();
    expect(await screen.findByRole('button', { name: 'Ask to join' })).toBeTruthy();
  });

  test('is marked if it is the viewer’s own', async () => {
    open(ana, three);

    expect(await screen.findByText(`Your ${Noun}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ask to join' })).toBeNull();
  });

  test('separates To Watch and Rewatch and shows the type of each title', async () => {
    open(ben, three);

    expect(await screen.findByRole('heading', { name: 'To Watch (2)' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Rewatch (1)' })).toBeTruthy();
    const [, heat, lost, , ran] = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(heat?.textContent).toContain('No Image');
    expect(heat?.querySelector('.caption')?.textContent).toBe('HeatMovie8.3');
    expect(lost?.querySelector('.caption')?.textContent).toBe('LostTV Show');
    expect(ran?.querySelector('.caption')?.textContent).toBe('RanMovie8.0');
    expect(ran?.querySelector('.check')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  test('on touch screens leaves the rating to the strip below the poster', async () => {
    serve(ben, three);
    show(ben, { isTouch: true });

    await screen.findByRole('heading', { name: 'To Watch (2)' });
    const [, heat] = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(heat?.querySelector('.caption')?.textContent).toBe('HeatMovie');
    expect(heat?.querySelector('.strip')?.textContent).toContain('8.3');
  });

  test('shows the total while filtered', async () => {
    open(ben, three);
    await screen.findByText('3 items');
    expect(filterLabels()).toEqual(['All', 'Movies', 'TV']);

    await userEvent.click(screen.getByRole('radio', { name: 'Movies' }));

    expect(screen.getByText('2 items of 3 total')).toBeTruthy();
    expect(screen.queryByText('Lost')).toBeNull();
  });

  test('opens the media dialog from a card', async () => {
    open(ben, three);

    await userEvent.click(await screen.findByRole('link', { name: /^Heat/ }));

    expect(addressOf()).toBe(`/users/${ben.id}/${nouns}/${list.id}?title=movie-1`);
  });

  test('shows when it is empty', async () => {
    open(ben, []);

    expect(await screen.findByText(`This ${noun} is empty.`)).toBeTruthy();
  });

  test.each([
    ['tv', 'TV shows', sampleItem(1)],
    ['movies', 'movies', sampleItem(1, { mediaType: 'tv' })],
  ])('says that there are no %s in it, and how to see the rest', async (filter, what, item) => {
    open(ben, [item], `?filter=${filter}`);

    expect(await screen.findByText(`No ${what} in this ${noun}.`)).toBeTruthy();
    expect(screen.getByText('Try changing the filter to see more items.')).toBeTruthy();
    expect(screen.getByText('0 items of 1 total')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByRole('heading', { name: 'To Watch (1)' })).toBeTruthy();
  });

  test('that is missing links back', async () => {
    serve(ben, three);
    api.on(`GET /api/users/${ben.id}/${nouns}/${list.id}`, failure(404, 'not_found'));
    api.on(`GET /api/users/${ben.id}/${nouns}/${list.id}/items`, failure(404, 'not_found'));

    show(ben);

    expect(await screen.findByText(`${Noun} Not Found`)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to profile' }).getAttribute('href')).toBe(`/users/${ben.id}`);
  });

  test('that fails to load can be loaded again with a button', async () => {
    serve(ben, three);
    api.on(`GET /api/users/${ben.id}/${nouns}/${list.id}/items`, failure(503, 'unavailable'));
    show(ben);
    await screen.findByText(`Failed to fetch ${noun} items`);

    serve(ben, three);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('heading', { name: 'To Watch (2)' })).toBeTruthy();
  });

  test('loads a long list page by page', async () => {
    open(
      ben,
      Array.from({ length: 401 }, (_, n) => sampleItem(n + 1)),
    );

    expect(await screen.findByRole('heading', { name: 'To Watch (401)' })).toBeTruthy();
    const pages = `GET /api/users/${ben.id}/${nouns}/${list.id}/items`;
    expect(api.calls.filter((call) => call === pages)).toHaveLength(3);
  });
});
