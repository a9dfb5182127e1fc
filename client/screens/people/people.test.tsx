import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families, familyKeys } from '../../../common/families.ts';
import type { Item } from '../../../common/schemas/item.ts';
import type { DirectoryUser, ProfileFolder, User } from '../../../common/schemas/user.ts';
import { Toaster } from '../../components/feedback/Toaster.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleItem, sampleUser } from '../../testing/samples.ts';
import { ProfileListScreen } from './ProfileListScreen.tsx';
import { ProfileScreen } from './ProfileScreen.tsx';
import { UsersScreen } from './UsersScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

const filters = () => screen.getAllByRole<HTMLInputElement>('radio').map((choice) => choice.labels?.[0]?.textContent);
const notification = () => screen.getByRole('region', { name: 'Notification' }).textContent;
const callsOf = (route: string) => api.calls.filter((call) => call === route);

describe('Platform Users', () => {
  const clara = sampleUser(3, 'Clara');
  const known = (user: User, isPinned = false): DirectoryUser => ({ ...user, isPinned });
  const shownNames = () => screen.getAllByRole('link').map((link) => link.textContent);

  function open(answer: DirectoryUser[] | Promise<StubAnswer> | StubAnswer, at = '/users') {
    api.on('GET /api/users', Array.isArray(answer) ? { body: answer } : async () => answer);
    return renderAt(
      <>
        <UsersScreen />
        <Toaster />
      </>,
      { at, isLaidOut: true },
    );
  }

  test('has a subtitle and shows three skeleton cards while loading', async () => {
    const answer = deferred<StubAnswer>();
    open(answer.promise);

    expect(screen.getByRole('heading', { name: 'Platform Users' })).toBeTruthy();
    expect(screen.getByText('Discover and connect with other users')).toBeTruthy();
    expect(screen.getByPlaceholderText('Search users by name...')).toBeTruthy();
    expect(screen.getByRole('status', { name: 'Loading users' }).children).toHaveLength(3);

    answer.resolve({ body: [known(ben)] });
    expect(await screen.findByRole('link', { name: 'Ben' })).toBeTruthy();
  });

  test('shows each user’s initial and a link to their profile', async () => {
    open([known(ben)]);

    const link = await screen.findByRole('link', { name: 'Ben' });

    expect(link.getAttribute('href')).toBe(`/users/${ben.id}`);
    expect(screen.getByText('B')).toBeTruthy();
  });

  test('shows pinned users first, each part sorted by name', async () => {
    open([known(clara), known(sampleUser(5, 'Zoe'), true), known(sampleUser(4, 'Bea')), known(ben, true)]);

    await screen.findByRole('heading', { name: 'Pinned' });

    expect(shownNames()).toEqual(['Ben', 'Zoe', 'Bea', 'Clara']);
  });

  test('shows a few posters from the largest list of pinned users', async () => {
    const posters = ['/api/art/poster/movie/1', '/api/art/poster/movie/2'].map((posterPath, n) =>
      sampleItem(n + 1, { posterPath }),
    );
    api.on(`GET /api/users/${ben.id}/categories`, { body: [listOf(1, 'Noir', 1), listOf(2, 'Comedy', 2)] });
    api.on(`GET /api/users/${ben.id}/categories/${idOf(2)}/items`, { body: posters });

    const { container } = open([known(ben, true)]);

    await waitFor(() => expect(container.querySelectorAll('[aria-hidden] img')).toHaveLength(2));
    expect(api.requests.at(-1)?.query.get('limit')).toBe('5');
  });

  test('pins a user with a toast, reloads all users and keeps the focus', async () => {
    open([known(ben), known(clara)]);
    api.on(`POST /api/users/${clara.id}/pin`, () => {
      api.on('GET /api/users', { body: [known(clara, true), known(ben)] });
      return { body: { isPinned: true } };
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Pin Clara' }));

    const unpin = await screen.findByRole('button', { name: 'Unpin Clara' });
    await waitFor(() => expect(notification()).toBe('SuccessUser pin status updated'));
    expect(unpin.textContent).toBe('Unpin');
    expect(shownNames()).toEqual(['Clara', 'Ben']);
    expect(callsOf('GET /api/users')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unpin Clara' })));
  });

  test('shows a failed pin', async () => {
    open([known(ben)]);
    api.on(`POST /api/users/${ben.id}/pin`, { status: 500 });

    await userEvent.click(await screen.findByRole('button', { name: 'Pin Ben' }));

    await waitFor(() => expect(notification()).toBe('ErrorFailed to update pin status'));
    expect(screen.getByRole('button', { name: 'Pin Ben' })).toBeTruthy();
  });

  test('searches from two characters on, once per pause in typing', async () => {
    open([known(ben), known(clara)]);
    api.on('GET /api/users/search', { body: [clara] });
    await screen.findByRole('link', { name: 'Ben' });
    const field = screen.getByRole('searchbox');

    await userEvent.type(field, 'c');
    await waitFor(() => expect(addressOf()).toBe('/users?q=c'));
    expect(callsOf('GET /api/users/search')).toHaveLength(0);
    await userEvent.type(field, 'la');

    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ben' })).toBeNull());
    expect(shownNames()).toEqual(['Clara']);
    expect(callsOf('GET /api/users/search')).toHaveLength(1);
    expect(api.requests.at(-1)?.query.get('q')).toBe('cla');
    await waitFor(() => expect(addressOf()).toBe('/users?q=cla'));

    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('link', { name: 'Ben' })).toBeTruthy();
  });

  test('aborts a search for the next one', async () => {
    open([known(ben)]);
    const answer = deferred<StubAnswer>();
    api.on('GET /api/users/search', () => answer.promise);
    await userEvent.type(screen.getByRole('searchbox'), 'be');
    await waitFor(() => expect(callsOf('GET /api/users/search')).toHaveLength(1));
    const first = api.requests.at(-1);

    await userEvent.type(screen.getByRole('searchbox'), 'n');

    await waitFor(() => expect(callsOf('GET /api/users/search')).toHaveLength(2));
    expect(first?.signal?.aborted).toBe(true);
    answer.resolve({ body: [] });
    await screen.findByText('No users found matching the query');
  });

  test('shows when there are no matches and no users', async () => {
    const { unmount } = open([]);
    expect(await screen.findByText('No users found')).toBeTruthy();
    unmount();

    api.on('GET /api/users/search', { body: [] });
    open([known(ben)], '/users?q=zzz');

    expect(await screen.findByText('No users found matching the query')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show everyone' }));
    expect(await screen.findByRole('link', { name: 'Ben' })).toBeTruthy();
  });

  test('tries again after a failure', async () => {
    open(failure(503, 'unavailable'));
    await screen.findByText('Failed to fetch users');

    api.on('GET /api/users', { body: [known(ben)] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: 'Ben' })).toBeTruthy();
  });

  test('tries a search again after a failure', async () => {
    api.on('GET /api/users/search', failure(503, 'unavailable'));
    open([], '/users?q=ben');
    await screen.findByText('Failed to search users');

    api.on('GET /api/users/search', { body: [ben] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: 'Ben' })).toBeTruthy();
  });
});

const listOf = (n: number, name: string, itemCount: number): ProfileFolder => ({
  id: idOf(n),
  name,
  itemCount,
  createdAt: '2026-03-05T12:00:00.000Z',
});

describe('a profile', () => {
  const lists = `/api/users/${ben.id}/categories`;

  function serve(person: User, entries: [ProfileFolder, Item[]][]) {
    api.on('GET /api/users', { body: [{ ...person, isPinned: false }] });
    api.on(`GET /api/users/${ben.id}`, { body: person });
    api.on(`GET ${lists}`, { body: entries.map(([list]) => list) });
    for (const [list, items] of entries) api.on(`GET ${lists}/${list.id}/items`, { body: items });
  }

  function open(at = `/users/${ben.id}`) {
    return renderAt(
      <Routes>
        <Route path="/users/:userId" element={<ProfileScreen />} />
      </Routes>,
      { at, isLaidOut: true },
    );
  }

  test.each([
    ['the full name', { firstName: 'Ben', lastName: 'Okafor', username: 'benny' }, 'Ben Okafor'],
    ['the first name', { firstName: 'Ben', lastName: null, username: 'benny' }, 'Ben'],
    ['the address', { firstName: null, lastName: null, username: 'benny' }, ben.email],
  ])('is headed by %s', async (_name, names, heading) => {
    serve({ ...ben, ...names }, []);

    open();

    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  });

  test('counts the categories and has a row for each, by number of items, without Reviewed', async () => {
    serve(ben, [
      [listOf(1, 'Noir', 1), [sampleItem(1)]],
      [listOf(2, 'Comedy', 2), [sampleItem(2), sampleItem(3)]],
      [listOf(3, 'Reviewed', 9), []],
    ]);

    open();

    expect(await screen.findByText('2 categories')).toBeTruthy();
    const rows = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(rows).toEqual(['Comedy (2)', 'Noir (1)']);
    expect(filters()).toEqual(['All', 'Movies', 'TV Shows']);
  });

  test('counts a single category as one', async () => {
    serve(ben, [[listOf(1, 'Noir', 1), [sampleItem(1)]]]);

    open();

    expect(await screen.findByText('1 category')).toBeTruthy();
  });

  test('scrolls a row by 400 pixels in both directions', async () => {
    serve(ben, [[listOf(1, 'Noir', 1), [sampleItem(1)]]]);
    open();
    const row = await screen.findByRole('list', { name: 'Noir' });
    const scroller = row.parentElement as HTMLElement;
    const scrollBy = jest.fn();
    scroller.scrollBy = scrollBy as never;

    await userEvent.click(screen.getByRole('button', { name: 'Scroll Noir right' }));
    Object.defineProperties(scroller, { scrollLeft: { value: 400 }, scrollWidth: { value: 9000 } });
    fireEvent.scroll(scroller);
    await userEvent.click(screen.getByRole('button', { name: 'Scroll Noir left' }));

    expect(scrollBy.mock.calls).toEqual([[{ left: 400, behavior: 'smooth' }], [{ left: -400, behavior: 'smooth' }]]);
  });

  test('hides a row without matches, and shows when no row has any', async () => {
    serve(ben, [
      [listOf(1, 'Noir', 1), [sampleItem(1)]],
      [listOf(2, 'Series', 1), [sampleItem(2, { mediaType: 'tv' })]],
    ]);
    open();
    await screen.findByRole('list', { name: 'Noir' });
    await screen.findByRole('list', { name: 'Series' });

    await userEvent.click(screen.getByRole('radio', { name: 'TV Shows' }));

    expect(screen.getByRole('list', { name: 'Series' })).toBeTruthy();
    expect(screen.queryByText(/Noir/)).toBeNull();
    expect(addressOf()).toBe(`/users/${ben.id}?filter=tv`);

    await userEvent.click(screen.getByRole('radio', { name: 'All' }));
    expect(await screen.findByRole('list', { name: 'Noir' })).toBeTruthy();
  });

  test('shows when a filter leaves no row', async () => {
    serve(ben, [[listOf(1, 'Noir', 1), [sampleItem(1)]]]);

    open(`/users/${ben.id}?filter=tv`);

    expect(await screen.findByText('No TV shows in these lists')).toBeTruthy();
  });

  test('shows six skeletons while a row loads', async () => {
    const answer = deferred<StubAnswer>();
    serve(ben, [[listOf(1, 'Noir', 1), []]]);
    api.on(`GET ${lists}/${idOf(1)}/items`, () => answer.promise);

    open();
    expect(screen.getByRole('status', { name: 'Loading profile' }).children).toHaveLength(6);

    expect((await screen.findByRole('status', { name: 'Loading Noir' })).children).toHaveLength(6);
    answer.resolve({ body: [sampleItem(1)] });
    expect(await screen.findByRole('list', { name: 'Noir' })).toBeTruthy();
  });

  test('opens the media dialog from a card', async () => {
    serve(ben, [[listOf(1, 'Noir', 1), [sampleItem(1)]]]);
    open();

    await userEvent.click(await screen.findByRole('link', { name: /Title 1/ }));

    expect(addressOf()).toBe(`/users/${ben.id}?title=movie-1`);
  });

  test('shows when there is no list yet', async () => {
    serve(ben, [[listOf(3, 'Reviewed', 9), []]]);

    open();

    expect(await screen.findByText("This user hasn't created any lists yet.")).toBeTruthy();
    expect(screen.getByText('0 categories')).toBeTruthy();
  });

  test('of an unknown user links back to the directory', async () => {
    serve(ben, []);
    api.on(`GET /api/users/${ben.id}`, failure(404, 'not_found'));

    open();

    expect(await screen.findByText('User Not Found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Users' }).getAttribute('href')).toBe('/users');
  });

  test('that fails to load can be loaded again, and so can a row', async () => {
    serve(ben, [[listOf(1, 'Noir', 1), [sampleItem(1)]]]);
    api.on(`GET ${lists}`, failure(503, 'unavailable'));
    api.on(`GET ${lists}/${idOf(1)}/items`, failure(503, 'unavailable'));
    open();
    await screen.findByText('Failed to fetch user');

    api.on(`GET ${lists}`, { body: [listOf(1, 'Noir', 1)] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Failed to fetch category items');
    api.on(`GET ${lists}/${idOf(1)}/items`, { body: [sampleItem(1)] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('list', { name: 'Noir' })).toBeTruthy();
  });
});

describe.each(familyKeys)('another user’s %s', (key) => {
  const family = families[key];
  const list = listOf(1, 'Noir', 3);
  const { noun, Noun, nouns } = family;

  function serve(owner: User, items: Item[]) {
    const path = `/api/users/${owner.id}/${nouns}/${list.id}`;
    api.on(`GET /api/users/${owner.id}`, { body: owner });
    api.on(`GET ${path}`, { body: { ...list, itemCount: items.length } });
    api.on(`GET ${path}/items`, ({ query }) => {
      const start = items.findIndex(({ id }) => id === query.get('after')) + 1;
      return { body: items.slice(start, start + Number(query.get('limit'))) };
    });
  }

  function open(owner: User, items: Item[], search = '') {
    serve(owner, items);
    return show(owner, search);
  }

  function show(owner: User, search = '') {
    return renderAt(
      <Routes>
        <Route path={`/users/:userId/${nouns}/:${family.idName}`} element={<ProfileListScreen family={family} />} />
      </Routes>,
      { at: `/users/${owner.id}/${nouns}/${list.id}${search}`, isLaidOut: true },
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
  });

  test('is marked if it is the viewer’s own', async () => {
    open(ana, three);

    expect(await screen.findByText(`Your ${Noun}`)).toBeTruthy();
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

  test('shows the total while filtered', async () => {
    open(ben, three);
    await screen.findByText('3 items');
    expect(filters()).toEqual(['All', 'Movies', 'TV']);

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
    expect(callsOf(`GET /api/users/${ben.id}/${nouns}/${list.id}/items`)).toHaveLength(3);
  });
});
