import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import { applyProgressChanged } from '../../features/plays/progress.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { serveLists } from '../../testing/lists.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { FolderScreen } from './FolderScreen.tsx';

const folder = sampleFolder({ itemCount: 3 });
const posterPath = '/poster.jpg';
const items = [
  sampleItem(1, { title: 'Heat', tmdbId: 1, posterPath }),
  sampleItem(2, { title: 'Dark', tmdbId: 2, mediaType: 'tv', posterPath }),
  sampleItem(3, { title: 'Lost', tmdbId: 3, mediaType: 'tv', posterPath }),
];
const progress = (seenCount: number) => ({
  body: [{ tmdbId: 2, state: 'in-progress', seenCount, airedCount: 26, lastAt: '2026-01-01T00:00:00.000Z' }],
});
let api: ApiStub;

beforeEach(() => {
  api = stubApi({ 'GET /api/progress': progress(4) });
  useUsers.getState().applyViewer(ana);
});

function open(listed = items) {
  serveLists(api, families.folder, [{ ...folder, itemCount: listed.length }]);
  api.on(`GET /api/folders/${folder.id}/items`, { body: listed, headers: { 'Folder-Rev': String(folder.rev) } });
  return renderAt(
    <Routes>
      <Route path="/folder/:id" element={<FolderScreen family={families.folder} />} />
    </Routes>,
    { at: `/folder/${folder.id}`, isLaidOut: true },
  );
}

test('posters of shows have the viewer’s progress, which is live', async () => {
  open();
  expect(await screen.findByRole('link', { name: /^Dark .*, 4 of 26 episodes seen$/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Lost/ }).textContent).not.toContain('episodes');

  api.on('GET /api/progress', progress(5));
  act(() => applyProgressChanged());

  expect(await screen.findByRole('link', { name: /^Dark .*, 5 of 26 episodes seen$/ })).toBeTruthy();
});

test('the list can be narrowed to what is in progress, which is kept in the address', async () => {
  open();
  await screen.findByRole('link', { name: /4 of 26 episodes seen/ });

  await userEvent.click(screen.getByRole('button', { name: 'Progress' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'In progress' }));

  await waitFor(() => expect(screen.queryByRole('link', { name: /^Lost/ })).toBeNull());
  expect(screen.queryByRole('link', { name: /^Heat/ })).toBeNull();
  expect(addressOf()).toContain('progress=in-progress');
});

test('without the progress the list shows as before', async () => {
  api.on('GET /api/progress', failure(503, 'unavailable'));
  open();

  expect(await screen.findByRole('link', { name: /^Dark/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Progress' })).toBeNull();
});

test('a list of films asks for no progress', async () => {
  open(items.slice(0, 1));

  await screen.findByRole('link', { name: /^Heat/ });
  expect(api.calls).not.toContain('GET /api/progress');
});
