import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import type { DirectoryUser, User } from '../../../common/schemas/user.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { tooltipOf } from '../../testing/hover.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleItem, sampleProfileFolder, sampleUser } from '../../testing/samples.ts';
import { UsersScreen } from './UsersScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

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

  test('tells users of the same name apart by their username, or else their address', async () => {
    open([
      known({ ...ben, username: 'benny' }),
      known({ ...clara, firstName: null, lastName: null, username: 'clara' }),
      known({ ...sampleUser(4, 'Dan'), username: null }),
    ]);
    await screen.findByRole('link', { name: 'Ben' });

    const hints = ['Ben', 'clara', 'Dan'].map((name) => screen.getByRole('link', { name }).nextSibling?.textContent);
    expect(hints).toEqual(['@benny', clara.email, sampleUser(4, 'Dan').email]);
  });

  test('shows users in different colours, the same for every viewer, and while searching', async () => {
    const everybody = Array.from({ length: 12 }, (_, n) => sampleUser(n * 12 + 1, `User ${n}`));
    const colours = () =>
      everybody.flatMap(({ id }) => {
        const card = document.querySelector<HTMLElement>(`[data-person="${id}"]`);
        return card ? [[id, card.style.getPropertyValue('--member')] as const] : [];
      });
    const colourSeenBy = async (viewer: User) => {
      queryClient.clear();
      useUsers.getState().applyViewer(viewer);
      const { unmount } = open(everybody.filter(({ id }) => id !== viewer.id).map((user) => known(user)));
      await screen.findByRole('link', { name: 'User 5' });
      return { shown: new Map(colours()), unmount };
    };

    const first = await colourSeenBy(everybody[0]!);
    first.unmount();
    const last = await colourSeenBy(everybody[11]!);
    api.on('GET /api/users/search', { body: [everybody[9]!] });
    await userEvent.type(screen.getByPlaceholderText('Search users by name...'), 'User 9');
    await waitFor(() => expect(colours()).toHaveLength(1));

    const both = everybody.slice(1, 11).map(({ id }) => id);
    expect(new Set(first.shown.values()).size).toBe(11);
    expect(both.map((id) => first.shown.get(id))).toEqual(both.map((id) => last.shown.get(id)));
    expect(colours()).toEqual([[everybody[9]!.id, last.shown.get(everybody[9]!.id)]]);
  });

  test('shows pinned users first, each part sorted by name', async () => {
    open([known(clara), known(sampleUser(5, 'Zoe'), true), known(sampleUser(4, 'Bea')), known(ben, true)]);

    await screen.findByRole('link', { name: 'Clara' });

    expect(shownNames()).toEqual(['Ben', 'Zoe', 'Bea', 'Clara']);
  });

  test('shows a few posters from the largest list of pinned users', async () => {
    const posters = ['/api/art/poster/movie/1', '/api/art/poster/movie/2'].map((posterPath, n) =>
      sampleItem(n + 1, { posterPath }),
    );
    api.on(`GET /api/users/${ben.id}/categories`, {
      body: [sampleProfileFolder(1, 'Noir', 1), sampleProfileFolder(2, 'Comedy', 2)],
    });
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
    await waitFor(() => expect(toastText()).toBe('SuccessUser pin status updated'));
    expect(tooltipOf(unpin)).toBe('Unpin Clara');
    expect(shownNames()).toEqual(['Clara', 'Ben']);
    expect(callsOf('GET /api/users')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unpin Clara' })));
  });

  test('shows a failed pin', async () => {
    open([known(ben)]);
    api.on(`POST /api/users/${ben.id}/pin`, { status: 500 });

    await userEvent.click(await screen.findByRole('button', { name: 'Pin Ben' }));

    await waitFor(() => expect(toastText()).toBe('ErrorFailed to update pin status'));
    expect(screen.getByRole('button', { name: 'Pin Ben' })).toBeTruthy();
  });

  test('searches from two characters on, once per pause in typing', async () => {
    open([known(ben), known(clara)]);
    api.on('GET /api/users/search', { body: [clara] });
    await screen.findByRole('link', { name: 'Ben' });
    const field = screen.getByRole('searchbox');

    await userEvent.type(field, 'c');
    await waitFor(() => expect(addressOf()).toBe('/users?find=c'));
    expect(callsOf('GET /api/users/search')).toHaveLength(0);
    await userEvent.type(field, 'la');

    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ben' })).toBeNull());
    expect(shownNames()).toEqual(['Clara']);
    expect(callsOf('GET /api/users/search')).toHaveLength(1);
    expect(api.requests.at(-1)?.query.get('q')).toBe('cla');
    await waitFor(() => expect(addressOf()).toBe('/users?find=cla'));

    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('link', { name: 'Ben' })).toBeTruthy();
    await waitFor(() => expect(addressOf()).toBe('/users'));
  });

  test('a link from the screen to itself clears the search', async () => {
    api.on('GET /api/users', { body: [known(ben)] });
    api.on('GET /api/users/search', { body: [clara] });
    renderAt(
      <>
        <Link to="/users">Users</Link>
        <UsersScreen />
      </>,
      { at: '/users?find=cla', isLaidOut: true },
    );
    await screen.findByRole('link', { name: 'Clara' });

    await userEvent.click(screen.getByRole('link', { name: 'Users' }));

    expect(await screen.findByRole('link', { name: 'Ben' })).toBeTruthy();
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('');
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
    open([known(ben)], '/users?find=zzz');

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
    open([], '/users?find=ben');
    await screen.findByText('Failed to search users');

    api.on('GET /api/users/search', { body: [ben] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('link', { name: 'Ben' })).toBeTruthy();
  });
});
