import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { Item } from '../../../common/schemas/item.ts';
import type { ProfileFolder, User } from '../../../common/schemas/user.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { filterLabels } from '../../testing/filters.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleItem, sampleProfileFolder } from '../../testing/samples.ts';
import { ProfileScreen } from './ProfileScreen.tsx';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
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
      [sampleProfileFolder(1, 'Noir', 1), [sampleItem(1)]],
      [sampleProfileFolder(2, 'Comedy', 2), [sampleItem(2), sampleItem(3)]],
      [sampleProfileFolder(3, 'Reviewed', 9), []],
    ]);

    open();

    expect(await screen.findByText('2 categories')).toBeTruthy();
    const rows = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(rows).toEqual(['Comedy (2)', 'Noir (1)']);
    expect(filterLabels()).toEqual(['All', 'Movies', 'TV Shows']);
  });

  test('counts a single category as one', async () => {
    serve(ben, [[sampleProfileFolder(1, 'Noir', 1), [sampleItem(1)]]]);

    open();

    expect(await screen.findByText('1 category')).toBeTruthy();
  });

  test('scrolls a row by 400 pixels in both directions', async () => {
    serve(ben, [[sampleProfileFolder(1, 'Noir', 1), [sampleItem(1)]]]);
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
      [sampleProfileFolder(1, 'Noir', 1), [sampleItem(1)]],
      [sampleProfileFolder(2, 'Series', 1), [sampleItem(2, { mediaType: 'tv' })]],
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
    serve(ben, [[sampleProfileFolder(1, 'Noir', 1), [sampleItem(1)]]]);

    open(`/users/${ben.id}?filter=tv`);

    expect(await screen.findByText('No TV shows in these lists')).toBeTruthy();
  });

  test('shows six skeletons while a row loads', async () => {
    const answer = deferred<StubAnswer>();
    serve(ben, [[sampleProfileFolder(1, 'Noir', 1), []]]);
    api.on(`GET ${lists}/${idOf(1)}/items`, () => answer.promise);

    open();
    expect(screen.getByRole('status', { name: 'Loading profile' }).children).toHaveLength(6);

    expect((await screen.findByRole('status', { name: 'Loading Noir' })).children).toHaveLength(6);
    answer.resolve({ body: [sampleItem(1)] });
    expect(await screen.findByRole('list', { name: 'Noir' })).toBeTruthy();
  });

  test('opens the media dialog from a card', async () => {
    serve(ben, [[sampleProfileFolder(1, 'Noir', 1), [sampleItem(1)]]]);
    open();

    await userEvent.click(await screen.findByRole('link', { name: /Title 1/ }));

    expect(addressOf()).toBe(`/users/${ben.id}?title=movie-1`);
  });

  test('shows when there is no list yet', async () => {
    serve(ben, [[sampleProfileFolder(3, 'Reviewed', 9), []]]);

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
    serve(ben, [[sampleProfileFolder(1, 'Noir', 1), [sampleItem(1)]]]);
    api.on(`GET ${lists}`, failure(503, 'unavailable'));
    api.on(`GET ${lists}/${idOf(1)}/items`, failure(503, 'unavailable'));
    open();
    await screen.findByText('Couldn’t load this profile');

    api.on(`GET ${lists}`, { body: [sampleProfileFolder(1, 'Noir', 1)] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Failed to fetch category items');
    api.on(`GET ${lists}/${idOf(1)}/items`, { body: [sampleItem(1)] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('list', { name: 'Noir' })).toBeTruthy();
  });
});
