import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families, familyKeys } from '../../../common/families.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { liveUnread } from '../../features/comments/comment.queries.ts';
import { usePolls } from '../../features/folders/polls/poll.store.ts';
import { applySeenChanged } from '../../features/folders/seen/seen.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { serveLists } from '../../testing/lists.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, sampleFolder, sampleItem, samplePoll } from '../../testing/samples.ts';
import { FolderScreen } from './FolderScreen.tsx';

const folder = sampleFolder({
  id: idOf(101),
  itemCount: 3,
  memberCount: 1,
  isSharedByMe: true,
  sharedWithUsers: [ben],
});
const [zodiac, amelie, heat] = ['Zodiac', 'Amélie', 'Heat'].map((title, index) =>
  sampleItem(index + 1, { title, posterPath: '/poster.jpg', folderId: folder.id, categoryId: folder.id }),
) as [ReturnType<typeof sampleItem>, ReturnType<typeof sampleItem>, ReturnType<typeof sampleItem>];
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

function openList(family = families.folder, over: object = {}, at = '') {
  serveLists(api, family, [{ ...folder, ...over }]);
  const path = `GET ${family.api.lists}/${folder.id}`;
  api.on(`${path}/items`, { body: [zodiac, amelie, heat], headers: { 'Folder-Rev': '1' } });
  api.on(`${path}/seen`, {
    body: { seen: { [ana.id]: [zodiac.id, heat.id], [ben.id]: [zodiac.id, amelie.id] }, consents: { [ben.id]: true } },
  });
  return renderAt(
    <>
      <Routes>
        <Route path={`${family.screenPath}/:id`} element={<FolderScreen family={family} />} />
      </Routes>
      <Toaster />
    </>,
    { at: `${family.screenPath}/${folder.id}${at}`, isLaidOut: true },
  );
}

const link = (name: RegExp) => screen.findByRole('link', { name });
const QUESTION = "Show members what you've seen?";

test('each poster says who has seen it, with a dot for each, live', async () => {
  openList();

  expect(await link(/^Zodiac .*, Seen by Ana and Ben$/)).toBeTruthy();
  const card = (await link(/^Heat .*, Seen by Ana$/)).closest('[data-poster]');
  expect(card?.querySelectorAll('[style*="--member"]')).toHaveLength(1);
  const bens = { folderId: folder.id, userId: ben.id, itemIds: [heat.id], seen: true };
  act(() => applySeenChanged(bens));
  expect(await link(/^Heat .*, Seen by Ana and Ben$/)).toBeTruthy();
  act(() => applySeenChanged({ ...bens, itemIds: [], seen: false, shows: false }));

  expect(await link(/^Amélie \(1999\)$/)).toBeTruthy();
});

test('a poster says that there are new comments, with a dot', async () => {
  openList();
  await link(/^Heat .*, Seen by Ana$/);

  act(() => liveUnread.apply(folder.id, () => new Set([heat.id])));

  expect(await link(/^Heat .*, Seen by Ana, new comments$/)).toBeTruthy();
  expect(await link(/^Zodiac .*, Seen by Ana and Ben$/)).toBeTruthy();
});

test.each([
  ['Nobody has seen', 'nobody', 0],
  ["I haven't seen", 'not-me', 1],
  ['All of us have seen', 'all', 1],
])('the filter "%s" is kept in the address and asks for nothing', async (label, value, count) => {
  openList();
  await link(/Seen by Ana and Ben/);
  const calls = api.calls.length;

  await userEvent.click(screen.getByRole('button', { name: 'Seen' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: label }));

  await waitFor(() => expect(screen.queryAllByRole('link', { name: /\(1999\)/ })).toHaveLength(count));
  expect(addressOf()).toContain(`seen=${value}`);
  expect(api.calls).toHaveLength(calls);
});

test('a list that is not shared has no marks, no question and no filter by them', async () => {
  openList(families.folder, { memberCount: 0, isSharedByMe: false, sharedWithUsers: undefined });

  expect(await link(/^Zodiac \(1999\)$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Seen' })).toBeNull();
  expect(screen.queryByText(QUESTION)).toBeNull();
  expect(api.calls.some((call) => call.endsWith('/seen'))).toBe(false);
});

test.each(familyKeys)('the question is asked once, and answered in the %s family', async (key) => {
  const family = families[key];
  openList(family);
  api.on(`PUT ${family.api.lists}/${folder.id}/seen-consent`, { status: 204 });

  await screen.findByText(QUESTION);
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));

  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(api.requests.at(-1)?.body).toEqual({ shows: true });
  expect(toastText()).toContain('The people of this list see what you have seen');
});

test('asks nothing while a vote is on, until its line is hidden; the next state shows the line again', async () => {
  const poll = samplePoll({ folderId: folder.id });
  openList();
  await screen.findByText(QUESTION);
  act(() => usePolls.getState().applyPoll(poll));
  expect(screen.getByText('The vote on tonight’s title is on.')).toBeTruthy();
  expect(screen.queryByText(QUESTION)).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('complementary', { name: 'Tonight' })).toBeNull();
  expect(screen.getByText(QUESTION)).toBeTruthy();
  act(() => usePolls.getState().applyPoll({ ...poll, rev: 2, state: 'revealed' }));

  expect(screen.getByText('Tonight’s title is chosen.')).toBeTruthy();
});

test('the answer "Not now" shows nothing, and can be changed in the menu of the list', async () => {
  openList();
  api.on(`PUT /api/folders/${folder.id}/seen-consent`, { status: 204 });
  await screen.findByText(QUESTION);

  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(toastText()).toContain('Only you see what you have seen'));
  expect(screen.queryByText(QUESTION)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: "Show what I've seen" }));
  await waitFor(() => expect(api.requests.at(-1)?.body).toEqual({ shows: true }));
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));

  expect(await screen.findByRole('menuitem', { name: "Hide what I've seen" })).toBeTruthy();
});
