import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createReplica } from '../../../../common/replica/replica.ts';
import type { WatchGroup } from '../../../../common/schemas/watchGroup.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { bensFolder } from '../../../testing/lists.ts';
import { renderAt, toastText } from '../../../testing/render.tsx';
import { ana, ben, publicUser, sampleItem } from '../../../testing/samples.ts';
import { useUsers } from '../../users/users.store.ts';
import { GroupBanner } from './GroupBanner.tsx';
import { applyGroupProposed } from './group.queries.ts';

const SHOW = 70523;
const folder = bensFolder({ itemCount: 1, memberCount: 1 });
const show = sampleItem(1, { folderId: folder.id, mediaType: 'tv', tmdbId: SHOW, title: 'Dark' });
const GROUPS = `GET /api/folders/${folder.id}/groups`;
const group = `/api/folders/${folder.id}/shows/${SHOW}/group`;
const proposed: WatchGroup = {
  tmdbId: SHOW,
  memberIds: [ben.id],
  people: [publicUser(ben)],
  next: null,
  proposedByUserId: ben.id,
};
let api: ApiStub;

beforeEach(() => {
  api = stubApi({ [GROUPS]: { body: [proposed] } });
  useUsers.getState().applyViewer(ana);
});

function open(over: Partial<typeof folder> = {}, item = show) {
  const replica = { ...createReplica({ ...folder, ...over }, ana.id), items: [item] };
  renderAt(
    <>
      <GroupBanner replica={replica} />
      <Toaster />
    </>,
  );
}

test.each([
  ['Join', `PUT ${group}/members/me`, 'Couldn’t join. Try again.'],
  ['Not now', `DELETE ${group}/proposals/me`, 'Couldn’t save your answer. Try again.'],
])('a proposal waits in the list until it is answered with %s', async (name, route, problem) => {
  open();
  expect((await screen.findByRole('complementary', { name: 'Watch together' })).textContent).toContain(
    'Ben wants to watch Dark with you.',
  );
  api.on(route, failure(500, 'internal', ''));
  await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(toastText()).toContain(problem));
  api.on(route, () => {
    api.on(GROUPS, { body: [{ ...proposed, proposedByUserId: undefined }] });
    return { status: 204, body: {} };
  });

  await userEvent.click(screen.getByRole('button', { name }));

  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});

test.each<[string, Partial<typeof folder>, typeof show, number]>([
  ['of a film with the number of the show', {}, { ...show, mediaType: 'movie' }, 1],
  ['of a list that is not shared', { memberCount: 0 }, show, 0],
])('there is no proposal %s', async (_, over, item, calls) => {
  open(over, item);

  await waitFor(() => expect(api.calls).toHaveLength(calls));
  await act(async () => undefined);
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('a proposal that arrives is announced, and can be joined there', async () => {
  renderAt(<Toaster />);
  act(() => applyGroupProposed({ folderId: folder.id, tmdbId: SHOW, title: 'Dark', by: publicUser(ben) }));
  await waitFor(() => expect(toastText()).toContain('Ben wants to watch Dark with you'));
  api.on(`PUT ${group}/members/me`, failure(500, 'internal', ''));

  await userEvent.click(screen.getByRole('button', { name: 'Join' }));

  await waitFor(() => expect(toastText()).toContain('Couldn’t join. Try again.'));
  expect(api.calls).toContain(`PUT ${group}/members/me`);
});
