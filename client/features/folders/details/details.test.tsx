import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families } from '../../../../common/families.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { FolderDetailsScreen } from '../../../screens/folders/FolderDetailsScreen.tsx';
import { type ApiStub, stubApi } from '../../../testing/api.ts';
import { bensFolder, serveLists } from '../../../testing/lists.ts';
import { addressOf, renderAt } from '../../../testing/render.tsx';
import { ana, ben, itemChange, sampleFolder, sampleItem, sampleShare } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { useFolders } from '../state/folder.store.ts';

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

function open(folder: Folder, items: Item[] = []) {
  const isOwn = folder.userId === ana.id;
  serveLists(api, families.folder, isOwn ? [folder] : [], isOwn ? [] : [folder]);
  const path = `GET /api/folders/${folder.id}`;
  api.on(`${path}/items`, { body: items, headers: { 'Folder-Rev': String(folder.rev) } });
  const changes = items.map((item, index) => itemChange(index + 1, 'item:added', item));
  api.on(`${path}/changes`, { body: { rev: folder.rev, changes, more: false } });
  return renderAt(
    <Routes>
      <Route path="/folder/:folderId/details" element={<FolderDetailsScreen family={families.folder} />} />
    </Routes>,
    { at: `/folder/${folder.id}/details` },
  );
}

const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the content of a list', () => {
  test('has the members with their rights, for the owner, who can open the permissions', async () => {
    const folder = sampleFolder({ memberCount: 1, isSharedByMe: true, sharedWithUsers: [ben] });
    api.on(`GET /api/folders/${folder.id}/shares`, { body: [sampleShare()] });
    open(folder);

    const members = await part('Members');

    expect(await members.findByText('Can view and add')).toBeTruthy();
    expect(members.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('AnaOwner'),
      expect.stringContaining('Ben'),
    ]);
    expect(members.queryByText('This list is not shared with anyone yet.')).toBeNull();
    await userEvent.click(members.getByRole('button', { name: 'Manage permissions' }));
    expect(addressOf()).toContain('tab=permissions');
  });

  test('has the owner, the own rights and the number of others, for a member', async () => {
    open(bensFolder({ memberCount: 3 }));

    const members = await part('Members');

    expect(members.getByText('Owner')).toBeTruthy();
    expect(members.getByText('Can view and add')).toBeTruthy();
    expect(members.getByText('and 2 others')).toBeTruthy();
    expect(members.queryByRole('button')).toBeNull();
    expect(api.calls.some((call) => call.includes('/shares'))).toBe(false);
  });

  test('says that a list is not shared', async () => {
    open(sampleFolder());

    const members = await part('Members');

    expect(members.getByText('This list is not shared with anyone yet.')).toBeTruthy();
    expect(members.queryByRole('button')).toBeNull();
    expect(members.getAllByRole('listitem')).toHaveLength(1);
    expect(members.queryByText(/^and/)).toBeNull();
  });

  test('has the newest changes, live, and the way to all of them', async () => {
    const titles = Array.from({ length: 7 }, (_, index) => sampleItem(index, { title: `Film ${index}` }));
    const folder = sampleFolder({ rev: 7, itemCount: 7 });
    open(folder, titles);

    const activity = await part('Newest activity');
    expect(await activity.findByText('Film 6')).toBeTruthy();
    expect(activity.getAllByRole('listitem')).toHaveLength(5);
    const change = itemChange(8, 'item:added', sampleItem(8, { title: 'The newest' }));
    act(() => useFolders.getState().applyChangeBatch({ folderId: folder.id, changes: [change] }));

    expect(activity.getByText('The newest')).toBeTruthy();
    expect(activity.queryByText('Film 2')).toBeNull();
    await userEvent.click(activity.getByRole('button', { name: 'Show all' }));
    expect(addressOf()).toContain('activity=1');
  });

  test('counts the titles by kind and by what is left to watch', async () => {
    const titles = [
      sampleItem(1, { watched: true }),
      sampleItem(2),
      sampleItem(3, { mediaType: 'tv' }),
      sampleItem(4, { watched: true }),
    ];
    open(sampleFolder({ rev: 4, itemCount: 4 }), titles);

    for (const [label, value] of [
      ['Movies', '3'],
      ['TV shows', '1'],
      ['To watch', '2'],
      ['Rewatch', '2'],
    ] as const) {
      const cell = (await screen.findByText(label)).parentElement;
      expect(await within(cell as HTMLElement).findByText(value)).toBeTruthy();
    }
  });

  test('says when the activity did not load', async () => {
    const folder = sampleFolder();
    open(folder);
    api.on(`GET /api/folders/${folder.id}/changes`, { status: 500 });

    expect(await screen.findByText('Couldn’t load the activity.')).toBeTruthy();
  });
});
