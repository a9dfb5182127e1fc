import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { allFlags } from '../../../../common/permissions.ts';
import type { EpisodeSet } from '../../../../common/progress.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { WatchGroup } from '../../../../common/schemas/watchGroup.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { resetStores } from '../../../lib/createStore.ts';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { bensFolder } from '../../../testing/lists.ts';
import { renderAt, toastText } from '../../../testing/render.tsx';
import { ana, ben, idOf, publicUser, sampleItem, sampleProgress, sampleUser } from '../../../testing/samples.ts';
import { useFolders } from '../../folders/state/folder.store.ts';
import { useUsers } from '../../users/users.store.ts';
import { GroupCard } from './GroupCard.tsx';
import { applyGroupChanged } from './group.queries.ts';

const SHOW = 70523;
const folder = bensFolder({ itemCount: 1, memberCount: 1, permissions: allFlags });
const GROUPS = `GET /api/folders/${folder.id}/groups`;
const me = `/api/folders/${folder.id}/shows/${SHOW}/group/members/me`;
const people = [publicUser(ana), publicUser(ben)];
const both: WatchGroup = {
  tmdbId: SHOW,
  memberIds: [ana.id, ben.id],
  people,
  next: { season: 2, episode: 4 },
  trusts: false,
};
let api: ApiStub;

const serveSeen = (seen: EpisodeSet) =>
  api.on(`GET /api/tv/${SHOW}/progress`, { body: sampleProgress({ tmdbId: SHOW, seen }) });

beforeEach(() => {
  resetStores();
  api = stubApi();
  useUsers.getState().applyViewer(ana);
  serveSeen({});
});

async function show(groups: WatchGroup[], over: Partial<Folder> = {}) {
  const item = sampleItem(1, { folderId: folder.id, categoryId: folder.id, mediaType: 'tv', tmdbId: SHOW });
  useFolders.getState().applyFolders([{ ...folder, ...over }]);
  api.on(`GET /api/folders/${folder.id}/items`, { body: [item], headers: { 'Folder-Rev': '1' } });
  api.on(GROUPS, { body: groups });
  await useFolders.getState().loadItems(folder.id, 'folder');
  renderAt(
    <>
      <GroupCard folderId={folder.id} showId={SHOW} heading={<h3>Watch together</h3>} />
      <Toaster />
    </>,
  );
  await screen.findByRole('heading', { name: 'Watch together' });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a group begins with one press, and says what is next for both', async () => {
  await show([]);
  expect(screen.getByText('One next episode for all who watch this. Nobody sees who is behind.')).toBeTruthy();
  api.on(`PUT ${me}`, () => {
    api.on(GROUPS, { body: [both] });
    return { body: both };
  });

  await press('Watch together');

  expect(await screen.findByText('Next for you both: S2 E4')).toBeTruthy();
  expect(screen.getByText('You and Ben watch this together.')).toBeTruthy();
});

test('the focus stays in the card when its buttons change', async () => {
  await show([{ ...both, memberIds: [ben.id], people: [publicUser(ben)], next: null }]);
  api.on(`PUT ${me}`, () => {
    api.on(GROUPS, { body: [both] });
    return { body: both };
  });

  await press('Join');

  const watched = await screen.findByRole('button', { name: 'We watched it' });
  await waitFor(() => expect(document.activeElement).toBe(watched));
});

test('after marking the next episode, a person sees why it is still the next one', async () => {
  serveSeen({ 2: [[1, 4]] });
  await show([both]);

  expect(await screen.findByText('You’ve marked it. The next one comes when the others have too.')).toBeTruthy();
});

test('an episode that all have watched is marked, and that is undone', async () => {
  await show([both]);
  const watched = `POST /api/folders/${folder.id}/shows/${SHOW}/group/watched`;
  const after = { ...both, next: { season: 2, episode: 5 } };
  api.on(watched, () => {
    api.on(GROUPS, { body: [after] });
    return { body: { id: idOf(900), group: after, progress: {} } };
  });
  api.on(`POST /api/plays/acts/${idOf(900)}/undo`, { body: {} });

  await press('We watched it');

  expect(await screen.findByText('Next for you both: S2 E5')).toBeTruthy();
  expect(toastText()).toContain('S2 E4 is marked');
  await press('Undo');
  await waitFor(() => expect(api.calls.at(-1)).toContain('GET'));
  expect(api.calls).toContain(`POST /api/plays/acts/${idOf(900)}/undo`);
  expect(api.requests.find(({ path }) => path.endsWith('/watched'))?.body).toMatchObject({ season: 2, episode: 4 });
});

test('a member lets the others tick, and leaves', async () => {
  await show([both]);
  api.on(`PUT ${me}`, () => {
    api.on(GROUPS, { body: [{ ...both, trusts: true }] });
    return { body: { ...both, trusts: true } };
  });
  const choice = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Others may tick for me/ });

  await userEvent.click(choice());
  await waitFor(() => expect(choice().checked).toBe(true));

  api.on(`DELETE ${me}`, () => {
    api.on(GROUPS, {
      body: [{ ...both, memberIds: [ben.id], people: [publicUser(ben)], next: null, trusts: undefined }],
    });
    return { status: 204 };
  });
  await press('Leave');
  expect(await screen.findByText('Ben wants to watch this with others.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy();
});

test('a proposal is declined', async () => {
  await show([{ ...both, memberIds: [ben.id], people: [publicUser(ben)], next: null, proposedByUserId: ben.id }]);
  api.on(`DELETE /api/folders/${folder.id}/shows/${SHOW}/group/proposals/me`, () => {
    api.on(GROUPS, { body: [] });
    return { status: 204 };
  });
  expect(screen.getAllByText(/wants to watch/).map(({ textContent }) => textContent)).toEqual([
    'Ben wants to watch this with you.',
  ]);

  await press('Not now');

  expect(await screen.findByRole('button', { name: 'Watch together' })).toBeTruthy();
});

test('somebody of the list is asked', async () => {
  await show([{ ...both, memberIds: [ana.id], people: [publicUser(ana)], next: null }]);
  act(() => useUsers.getState().applyPeople([publicUser(ben)]));
  api.on(`POST /api/folders/${folder.id}/shows/${SHOW}/group/proposals`, { status: 204 });
  expect(screen.getByText('You’re the first. Others of this list can join you.')).toBeTruthy();

  await userEvent.click(await screen.findByRole('button', { name: /Ask.*Ben/ }));

  await waitFor(() => expect(toastText()).toContain('You asked Ben'));
  expect(api.requests.at(-1)?.body).toEqual({ userIds: [ben.id] });
  expect(screen.queryByRole('button', { name: /Ask/ })).toBeNull();
});

test.each([
  [true, ['Ask Cleo']],
  [false, []],
])('who may propose (%p) asks only those of the list who are not in the group', async (canEdit, asks) => {
  const [cleo, dan] = [sampleUser(3, 'Cleo'), sampleUser(4, 'Dan')];
  useUsers.getState().applyPeople([ben, cleo, dan]);
  useFolders.getState().applyFolders([bensFolder({ id: idOf(102), memberIds: [ana.id, dan.id] })]);

  await show([both], { memberIds: [ana.id, cleo.id], permissions: { ...allFlags, canEdit } });

  const shown = screen.queryAllByRole('button', { name: /^Ask/ }).map(({ textContent }) => textContent);
  expect(shown).toEqual(asks);
});

test('a group of three that has seen all says so', async () => {
  const cleo = publicUser(sampleUser(3, 'Cleo'));
  const all = { ...both, memberIds: [ana.id, ben.id, cleo.id], people: [...people, cleo] };
  await show([{ ...all, next: null }]);
  expect(screen.getByText('You’ve all seen what is out.')).toBeTruthy();
  expect(screen.getByText('You, Ben and Cleo watch this together.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'We watched it' })).toBeNull();
  api.on(GROUPS, { body: [all] });

  act(() => applyGroupChanged());

  expect(await screen.findByText('Next for you all: S2 E4')).toBeTruthy();
});

test.each([
  ['Join', { memberIds: [ben.id], proposedByUserId: ben.id }, `PUT ${me}`, 'Couldn’t join. Try again.'],
  [
    'Not now',
    { memberIds: [ben.id], proposedByUserId: ben.id },
    `DELETE /api/folders/${folder.id}/shows/${SHOW}/group/proposals/me`,
    'Couldn’t save your answer. Try again.',
  ],
  ['Leave', {}, `DELETE ${me}`, 'Couldn’t leave. Try again.'],
])('%s that fails changes nothing and says so', async (name, over, route, text) => {
  await show([{ ...both, ...over }]);
  api.on(route, failure(500, 'internal', ''));

  await press(name);

  await waitFor(() => expect(toastText()).toContain(text));
  expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(false);
});

test('a failure says what to do', async () => {
  await show([both]);
  api.on(`PUT ${me}`, failure(503, 'unavailable'));

  await userEvent.click(screen.getByRole('switch', { name: /^Others may tick for me/ }));

  await waitFor(() => expect(toastText()).toMatch(/Couldn’t save your choice\. Try again\.|Error/));
});
