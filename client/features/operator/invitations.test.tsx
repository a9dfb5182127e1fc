import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InstanceLink } from '../../../common/schemas/invitationLink.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, idOf, publicUser, sampleFolder } from '../../testing/samples.ts';
import { useUsers } from '../users/users.store.ts';
import { InvitationsTab } from './InvitationsTab.tsx';

const link: InstanceLink = {
  id: idOf(70),
  token: 'abc',
  maxUses: 5,
  uses: 2,
  createdAt: '2026-01-01T12:00:00.000Z',
  expiresAt: '2026-01-08T12:00:00.000Z',
  createdBy: publicUser(ana),
  list: null,
  state: 'active',
};

let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
  api.on('GET /api/admin/list-links', { body: [] });
  api.on('GET /api/folders', { body: [] });
  api.on('GET /api/shared-folders', { body: [] });
});

function open(links: InstanceLink[]) {
  api.on('GET /api/admin/invitation-links', { body: links });
  userEvent.setup();
  renderAt(
    <>
      <InvitationsTab />
      <Toaster />
    </>,
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const created = () => api.requests.find(({ method }) => method === 'POST')?.body;

test('a link is for one person and seven days unless something else is chosen, and it is copied', async () => {
  open([]);
  api.on('POST /api/admin/invitation-links', { status: 201, body: link });

  await press('Create link');

  await waitFor(() => expect(toastText()).toContain('Anyone who opens it can create an account.'));
  expect(await navigator.clipboard.readText()).toBe('http://localhost/join/abc');
  expect(created()).toEqual({ maxUses: 1, validDays: 7, listId: null });
  expect(screen.getByText('Link for 5 people, 2 joined')).toBeTruthy();
});

test('a link may be for more people, for longer, and lead into an own list', async () => {
  api.on('GET /api/folders', { body: [sampleFolder()] });
  open([]);
  api.on('POST /api/admin/invitation-links', { status: 201, body: link });

  await userEvent.click(await screen.findByRole('radio', { name: '25 people' }));
  await userEvent.click(screen.getByRole('radio', { name: '30 days' }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'And join a list of yours' }), 'Friday');
  await press('Create link');

  await waitFor(() => expect(created()).toEqual({ maxUses: 25, validDays: 30, listId: idOf(100) }));
});

test('a line says where a link leads, who made it and whether it works', async () => {
  const list = { id: idOf(100), name: 'Noir' };
  open([
    link,
    { ...link, id: idOf(71), token: null, state: 'suspended', list: { ...list, name: null } },
    { ...link, id: idOf(72), list },
  ]);

  const lines = (await screen.findAllByRole('listitem')).map((line) => line.textContent);
  const made = 'by Ana · made January 1, 2026 · valid until Jan 8';
  expect(lines).toEqual([
    `Link for 5 people, 2 joined${made}Copy linkEnd link`,
    `Link for 5 people, 2 joinedSuspendedleads to a private list · ${made}End link`,
    `Link for 5 people, 2 joinedleads to Noir · ${made}Copy linkEnd link`,
  ]);
});

test('a link that is ended leaves the list, and stays if that fails', async () => {
  open([link]);
  api.on(`DELETE /api/admin/invitation-links/${link.id}`, failure(500, 'internal', ''));
  await press('End: Link for 5 people, 2 joined');
  await waitFor(() => expect(toastText()).toContain('Couldn’t end the link. Try again.'));
  expect(screen.getByText('Link for 5 people, 2 joined')).toBeTruthy();

  api.on(`DELETE /api/admin/invitation-links/${link.id}`, { status: 204 });
  await press('End: Link for 5 people, 2 joined');

  await waitFor(() => expect(screen.queryByText('Link for 5 people, 2 joined')).toBeNull());
  expect(screen.queryByRole('heading', { name: 'Invitation links' })).toBeNull();
});

test('a link ends once when it is pressed twice, and the focus stays in the screen', async () => {
  open([link]);
  const answer = deferred<StubAnswer>();
  const route = `DELETE /api/admin/invitation-links/${link.id}`;
  api.on(route, () => answer.promise);

  await press('End: Link for 5 people, 2 joined');
  await press('End: Link for 5 people, 2 joined');
  answer.resolve({ status: 204 });

  const heading = await screen.findByRole('heading', { name: 'New invitation link' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(api.requestsTo(route)).toHaveLength(1);
});
