import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { limits } from '../../../../common/constants.ts';
import { families, familyKeys } from '../../../../common/families.ts';
import { defaultFlags, type Flags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { usePolls } from '../../../features/folders/polls/poll.store.ts';
import { useUsers } from '../../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../../testing/api.ts';
import { wholeText } from '../../../testing/dom.ts';
import { addressOf, renderAt } from '../../../testing/render.tsx';
import { ana, ben, publicUser, sampleFolder, sampleItem, samplePoll } from '../../../testing/samples.ts';
import { pageOf, severance } from '../../../testing/titles.ts';
import { FolderEditorScreen } from './FolderEditorScreen.tsx';

let api: ApiStub;
const items = [
  sampleItem(1),
  sampleItem(2),
  sampleItem(3, { userId: ben.id, addedBy: publicUser(ben) }),
  sampleItem(4),
];

beforeEach(() => {
  api = stubApi();
  api.on('GET /api/movies/popular', { body: pageOf([]) });
  useUsers.getState().applyViewer(ana);
});

describe.each(familyKeys)('the editor of a %s', (key) => {
  const family = families[key];
  const at = `${family.screenPath}/${sampleFolder().id}`;

  async function openEditor(
    over: Partial<Folder> = {},
    serveItems: Parameters<ApiStub['on']>[1] = { body: items, headers: { 'Folder-Rev': '5' } },
  ) {
    const folder = sampleFolder({ itemCount: items.length, rev: 5, ...over });
    api.on(`GET ${family.api.lists}/${folder.id}`, { body: folder });
    api.on(`GET ${family.api.lists}/${folder.id}/items`, serveItems);
    renderAt(
      <>
        <Routes>
          <Route
            path={`${family.screenPath}/:${family.idName}/editor`}
            element={<FolderEditorScreen family={family} />}
          />
          <Route path={`${family.screenPath}/:${family.idName}/details`} element={<h1>Management</h1>} />
        </Routes>
        <Toaster />
      </>,
      { at: `${at}/editor`, isLaidOut: true },
    );
  }
  const asMember = (flags: Partial<Flags>) =>
    openEditor({ userId: ben.id, sharedByUser: ben, permissions: { ...defaultFlags, ...flags } });
  const box = (name: string) => screen.findByRole('checkbox', { name });
  const REMOVE = `POST ${family.api.lists}/${sampleFolder().id}/items/remove`;
  /** The ids in the requests that removed titles. */
  const removed = () => api.requests.flatMap(({ body }) => (body as { itemIds: string[] } | undefined)?.itemIds ?? []);
  const idsOf = (...numbers: number[]) => numbers.map((n) => sampleItem(n).id);

  test('shows who added each title', async () => {
    await openEditor();

    const row = (await screen.findByText(wholeText('Added by Ben'))).closest('[role="listitem"]') as HTMLElement;

    expect(within(row).getByRole('link', { name: 'Title 3' })).toBeTruthy();
    expect(screen.getAllByText(wholeText('Added by you'))).toHaveLength(3);
    expect(screen.getByRole('heading', { name: 'In this list 4' })).toBeTruthy();
  });

  test('the editor shows a vote that is on, and where to join it', async () => {
    await openEditor();
    act(() => usePolls.getState().applyPoll(samplePoll()));

    const banner = within(await screen.findByRole('complementary', { name: 'Tonight' }));
    banner.getByText('The vote on tonight’s title is on.');
    expect(banner.getByRole('link', { name: 'Join' }).getAttribute('href')).toBe(`${at}/tonight`);
  });

  test('a search tells how many films and shows it finds, and opens the kind that has some', async () => {
    api.on('GET /api/movies/search', { body: pageOf([]) });
    api.on('GET /api/tv/search', { body: { ...pageOf([severance]), total_results: 41 } });
    await openEditor();

    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search titles' }), 'severance');

    expect(await screen.findByRole('button', { name: /^Add Severance/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Movies (0)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show TV Shows (41)' }));
    expect(screen.getByRole('button', { name: /^Add Severance/ })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'TV Shows (41)', checked: true })).toBeTruthy();
  });

  test('a misspelt search suggests the name that was meant', async () => {
    api.on('GET /api/movies/search', ({ query }) => ({
      body: query.get('q') === 'Heat' ? pageOf([]) : { ...pageOf([]), did_you_mean: 'Heat' },
    }));
    api.on('GET /api/tv/search', { body: pageOf([]) });
    await openEditor();
    const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search titles' });
    await userEvent.type(box, 'haet');

    await userEvent.click(await screen.findByRole('button', { name: 'Heat' }));

    expect(box.value).toBe('Heat');
    await waitFor(() => expect(screen.queryByText(/Did you mean/)).toBeNull());
  });

  test('removes a range with one click and one toast with Undo', async () => {
    const user = userEvent.setup();
    api.on(REMOVE, { body: { revs: [6, 7, 8] } });
    await openEditor();
    await user.click(await box('Select Title 4'));
    await user.keyboard('{Shift>}');
    await user.click(await box('Select Title 2'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 selected')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Remove 3' }));

    await waitFor(() => expect(screen.getByText('Removed 3 titles')).toBeTruthy());
    expect(removed().sort()).toEqual(idsOf(2, 3, 4));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove \d/ })).toBeNull();
  });

  test('selects all with one checkbox, and Delete removes them', async () => {
    api.on(REMOVE, { body: { revs: [6, 7, 8, 9] } });
    await openEditor();
    await userEvent.click(await box('Select all'));

    await userEvent.keyboard('{Delete}');

    await waitFor(() => expect(removed()).toHaveLength(4));
  });

  test('cannot select all before all titles are there, and says so', async () => {
    const more = deferred<StubAnswer>();
    const page = Array.from({ length: limits.itemsPage }, (_, index) => sampleItem(index + 1));
    const itemCount = page.length + 1;
    const headers = { 'Folder-Rev': '5', 'X-Total-Count': String(itemCount) };
    await openEditor({ itemCount }, ({ query }) => (query.has('after') ? more.promise : { body: page, headers }));

    const all = await box('Select all');
    expect(all).toHaveProperty('disabled', true);
    screen.getByText('Loading titles…');
    more.resolve({ body: [sampleItem(900)], headers: { 'Folder-Rev': '5' } });

    await waitFor(() => expect(all).toHaveProperty('disabled', false));
    expect(screen.queryByText('Loading titles…')).toBeNull();
  });

  test('restores titles that the server refuses to remove, with one toast', async () => {
    api.on(REMOVE, failure(500, 'internal', ''));
    await openEditor();
    await userEvent.click(await box('Select Title 1'));
    await userEvent.click(await box('Select Title 2'));

    await userEvent.click(screen.getByRole('button', { name: 'Remove 2' }));

    await waitFor(() => expect(screen.getByText('Failed to remove item')).toBeTruthy());
    expect(screen.getByRole('checkbox', { name: 'Select Title 2' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  test('shows no remove buttons without the right', async () => {
    await asMember({ canRemove: false });

    await screen.findByText(wholeText('Added by Ben'));

    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  test('redirects members who may neither add nor remove', async () => {
    await asMember({ canAdd: false });

    expect(await screen.findByText('Management')).toBeTruthy();
    expect(addressOf()).toBe(`${at}/details`);
  });
});
