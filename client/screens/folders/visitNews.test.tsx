import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families } from '../../../common/families.ts';
import type { MemberChange } from '../../../common/schemas/changes.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { addressOf, renderAt } from '../../testing/render.tsx';
import { ana, ben, idOf, itemChange, sampleFolder, sampleItem } from '../../testing/samples.ts';
import { FolderScreen } from './FolderScreen.tsx';

const family = families.folder;
/** Another list in each test, because a visit lasts a little longer than its screen. */
let folder: Folder;
let path: string;
const items = [sampleItem(1), sampleItem(2)];
let lists = 200;
const added = (rev: number, who = ben) => itemChange(rev, 'item:added', sampleItem(rev), { by: who });
let api: ApiStub;

// Compiling them can take longer than a query waits for it.
beforeAll(() =>
  Promise.all([
    import('../../features/folders/activity/VisitNews.tsx'),
    import('../../features/folders/activity/ActivityDrawer.tsx'),
  ]),
);

beforeEach(() => {
  lists += 1;
  folder = sampleFolder({ id: idOf(lists), rev: 9, itemCount: 2 });
  path = `${family.api.lists}/${folder.id}`;
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

function open({ lastRev, changes }: { lastRev: number | null; changes: MemberChange[] }) {
  if (lastRev !== null) localStorage.setItem(`marquee.seen.${ana.id}.${folder.id}`, String(lastRev));
  api.on(`GET ${path}`, { body: folder });
  api.on(`GET ${path}/items`, { body: items, headers: { 'Folder-Rev': '9' } });
  api.on(`GET ${path}/changes`, { body: { changes, more: false } });
  return renderAt(
    <Routes>
      <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
    </Routes>,
    { at: `${family.screenPath}/${folder.id}`, isLaidOut: true },
  );
}
const hasAsked = () => api.calls.includes(`GET ${path}/changes`);

test('tells what others did since the last visit, and opens the activity', async () => {
  const news = 'Since your last visit: Ben added 2 titles';
  open({ lastRev: 5, changes: [added(9), added(8, ana), added(7), added(5)] });

  await screen.findByRole('link', { name: /^Title 1/ });
  await userEvent.click(await screen.findByText(/^Since your last visit/));

  expect(addressOf()).toBe(`${family.screenPath}/${folder.id}?activity=1`);
  expect(await screen.findByRole('dialog', { name: 'Activity' })).toBeTruthy();
  expect(screen.getByRole('button', { name: news, hidden: true })).toBeTruthy();
});

test('can be dismissed for this visit', async () => {
  const { unmount } = open({ lastRev: 5, changes: [added(9)] });

  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/Since your last visit/)).toBeNull();
  unmount();
  open({ lastRev: null, changes: [added(9)] });

  await screen.findByRole('link', { name: /^Title 1/ });
  expect(screen.queryByText(/Since your last visit/)).toBeNull();
});

test.each([
  ['own changes', 5, [added(9, ana), added(6, ana)]],
  ['the first visit', null, [added(9)]],
  ['an unchanged list', 9, [added(9)]],
])('shows nothing for %s', async (_what, lastRev, changes) => {
  open({ lastRev, changes });
  await screen.findByRole('link', { name: /^Title 1/ });
  if (lastRev === 5) await waitFor(() => expect(hasAsked()).toBe(true));
  await act(async () => undefined);

  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  expect(hasAsked()).toBe(lastRev === 5);
});

test('does not tell what happens during the visit', async () => {
  open({ lastRev: 5, changes: [added(9)] });
  await screen.findByRole('button', { name: 'Since your last visit: Ben added Title 9' });

  act(() => useFolders.getState().applyChangeBatch({ folderId: folder.id, changes: [added(10)] }));

  expect(screen.getByRole('button', { name: 'Since your last visit: Ben added Title 9' })).toBeTruthy();
});
