import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { families } from '../../../../common/families.ts';
import { defaultFlags } from '../../../../common/permissions.ts';
import { createReplica } from '../../../../common/replica/replica.ts';
import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { JoinScreen } from '../../../screens/folders/JoinScreen.tsx';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../../testing/api.ts';
import { bensFolder } from '../../../testing/lists.ts';
import { addressOf, renderAt, toastText } from '../../../testing/render.tsx';
import { ana, ben, idOf, publicUser, sampleConfig, sampleFolder } from '../../../testing/samples.ts';
import { useSession } from '../../account/session.store.ts';
import { useConfig } from '../../titles/config.store.ts';
import { useUsers } from '../../users/users.store.ts';
import { SentInvitations } from '../sharing/SentInvitations.tsx';
import { liveLinks } from './link.store.ts';

const token = 'Zm9yIGZyaWRheSBuaWdodA';
const folder = bensFolder({ permissions: { ...defaultFlags, canShare: true } });
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  sessionStorage.clear();
  useUsers.getState().applyViewer(ana);
  useSession.setState({ status: 'signedIn' });
});

const link = (n: number, over: Partial<InvitationLink> = {}): InvitationLink => ({
  ...defaultFlags,
  id: idOf(700 + n),
  folderId: folder.id,
  categoryId: folder.id,
  token,
  maxUses: 1,
  uses: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-08T12:00:00.000Z',
  createdByUserId: ana.id,
  createdBy: publicUser(ana),
  ...over,
});

function showPanel(links: InvitationLink[], list = folder) {
  api.on(`GET /api/folders/${folder.id}/invitations`, { body: [] });
  api.on(`GET /api/folders/${folder.id}/invitation-links`, { body: links });
  return renderAt(
    <>
      <SentInvitations replica={createReplica(list, ana.id)} family={families.folder} />
      <Toaster />
    </>,
  );
}

test('links say for whom they are, what they give, until when and from whom', async () => {
  showPanel([
    link(1),
    link(2, { maxUses: null, uses: 3, createdByUserId: ben.id, createdBy: publicUser(ben), canRemove: true }),
  ]);

  expect(await screen.findByText('Link for one person')).toBeTruthy();
  expect(screen.getByText('You can view and add · valid until Jan 8 · by you')).toBeTruthy();
  expect(screen.getByText('Link for anyone, 3 people joined')).toBeTruthy();
  expect(screen.getByText('You can view, add and remove · valid until Jan 8 · by Ben')).toBeTruthy();
  // Only who made it, and the owner.
  expect(screen.getAllByRole('button', { name: /^End/ })).toHaveLength(1);
});

test('the owner can end the links of members', async () => {
  showPanel([link(1, { createdByUserId: ben.id, createdBy: publicUser(ben) })], sampleFolder({ id: folder.id }));

  expect(await screen.findByRole('button', { name: /^End/ })).toBeTruthy();
});

test('a link is ended once, and stays if that fails', async () => {
  showPanel([link(1)]);
  api.on(`DELETE /api/invitation-links/${link(1).id}`, failure(503, 'unavailable'));
  await userEvent.click(await screen.findByRole('button', { name: /^End/ }));
  await waitFor(() => expect(toastText()).toContain('unavailable'));
  expect(screen.getByText('Link for one person')).toBeTruthy();

  const answers = [deferred<StubAnswer>(), deferred<StubAnswer>()];
  api.on(`DELETE /api/invitation-links/${link(1).id}`, () => answers.shift()?.promise ?? failure(500, 'internal'));
  const [first] = answers;
  await userEvent.dblClick(screen.getByRole('button', { name: /^End/ }));
  first?.resolve({ status: 204 });
  await waitFor(() => expect(toastText()).toContain('Link ended'));
  expect(screen.queryByText('Link for one person')).toBeNull();
  expect(answers).toHaveLength(1);
});

async function openCard(hasMail = true) {
  useConfig.setState({ config: { ...sampleConfig, hasMail } });
  showPanel([link(1)]);
  await userEvent.click(await screen.findByRole('button', { name: /^Show/ }));
  await screen.findByRole('textbox', { name: 'Invitation link' });
}

test('a link is sent by mail, and why that failed is said at the field', async () => {
  const path = `POST /api/invitation-links/${link(1).id}/mail`;
  await openCard();
  const field = screen.getByRole('textbox', { name: 'Email address' }) as HTMLInputElement;
  const send = screen.getByRole('button', { name: 'Send by mail' }) as HTMLButtonElement;
  expect(send.disabled).toBe(true);

  await userEvent.type(field, 'dora@{Enter}');
  expect(screen.getByText('Enter a valid email address')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(api.calls).not.toContain(path);

  api.on(path, failure(429, 'rate_limited', 'Too many requests. Please wait 24 hours.'));
  await userEvent.type(field, 'example.com');
  expect(screen.queryByText('Enter a valid email address')).toBeNull();
  await userEvent.click(send);
  expect(await screen.findByText('Too many requests. Please wait 24 hours.')).toBeTruthy();
  expect(field.value).toBe('dora@example.com');

  api.on(path, { status: 204 });
  await userEvent.click(send);
  await waitFor(() => expect(toastText()).toContain('It is on its way to dora@example.com.'));
  expect(field.value).toBe('');
  expect(api.requests.at(-1)?.body).toEqual({ email: 'dora@example.com' });
});

test('a link cannot be sent where the server sends no mail', async () => {
  await openCard(false);

  expect(screen.queryByRole('textbox', { name: 'Email address' })).toBeNull();
});

test('an event is newer than the answer to a load that was running', async () => {
  const answer = deferred<StubAnswer>();
  api.on(`GET /api/folders/${folder.id}/invitation-links`, () => answer.promise);
  const load = liveLinks.load(folder.id);

  act(() => liveLinks.apply(folder.id, () => []));
  api.on(`GET /api/folders/${folder.id}/invitation-links`, { body: [] });
  answer.resolve({ body: [link(1)] });
  await load;

  expect(liveLinks.get(folder.id)).toEqual([]);
});

test('the links of a list appear although another list has an event while they load', async () => {
  const answer = deferred<StubAnswer>();
  api.on(`GET /api/folders/${folder.id}/invitation-links`, () => answer.promise);
  const load = liveLinks.load(folder.id);

  act(() => liveLinks.apply(idOf(900), () => []));
  answer.resolve({ body: [link(1)] });
  await load;

  expect(liveLinks.get(folder.id)).toEqual([link(1)]);
});

test.each([
  [503, 'unavailable', [link(1)]],
  [403, 'forbidden', undefined],
] as const)('after %s (%s) to a refresh, links stay unless they may no longer be seen', async (status, code, left) => {
  liveLinks.apply(folder.id, () => [link(1)]);
  api.on(`GET /api/folders/${folder.id}/invitation-links`, failure(status, code));

  await liveLinks.refresh();

  expect(liveLinks.get(folder.id)).toEqual(left);
});

const offer = {
  ...defaultFlags,
  instanceName: 'Marquee',
  admitsNewcomers: true,
  listName: 'Noir',
  itemCount: 4,
  memberCount: 2,
  posters: [{ mediaType: 'movie', tmdbId: 603, title: 'The Matrix', posterPath: '/api/art/poster/movie/603' }],
  createdBy: publicUser(ben),
  expiresAt: '2026-01-08T12:00:00.000Z',
};

function openLink(answer: StubAnswer | (() => Promise<StubAnswer>) = { body: offer }) {
  api.on(`GET /api/invitation-links/${token}/offer`, answer);
  return renderAt(
    <>
      <Routes>
        <Route path="/join/:token" element={<JoinScreen />} />
        <Route path="/folder/:id" element={<h1>The list</h1>} />
      </Routes>
      <Toaster />
    </>,
    { at: `/join/${token}` },
  );
}

const joins = () => api.on(`POST /api/invitation-links/${token}/join`, { body: { folderId: folder.id } });

test('a user joins with one press', async () => {
  openLink();
  joins();
  expect(await screen.findByText('4 titles · 3 people')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Join this list' }));

  await screen.findByText('The list');
  expect(addressOf()).toBe(`/folder/${folder.id}`);
});

test('the first posters of the list are shown', async () => {
  openLink();

  const poster = await screen.findByRole('img', { name: 'The Matrix' });
  expect(poster.getAttribute('src')).toContain('/api/art/poster/movie/603');
});

test('a visitor signs in first, and then joins without another press', async () => {
  useSession.setState({ status: 'signedOut' });
  const { unmount } = openLink();
  const enter = await screen.findByRole('link', { name: 'Sign in and join' });
  expect(enter.getAttribute('href')).toBe(`/api/login?returnTo=${encodeURIComponent(`/join/${token}`)}`);
  enter.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(enter);
  unmount();

  useSession.setState({ status: 'signedIn' });
  joins();
  openLink();

  await screen.findByText('The list');
});

test('a visitor whom the link does not let in can only sign in', async () => {
  useSession.setState({ status: 'signedOut' });
  openLink({ body: { ...offer, admitsNewcomers: false } });

  expect(await screen.findByText('This link is for people who have an account here.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create account and join' })).toBeNull();
});

test('a link without a list leads to a new account, and nowhere for who has one', async () => {
  useSession.setState({ status: 'signedOut' });
  const { unmount } = openLink({ body: { ...offer, instanceName: 'Film Club', listName: null } });
  expect(await screen.findByRole('heading', { name: 'Film Club' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toContain('form=register');
  unmount();

  useSession.setState({ status: 'signedIn' });
  openLink({ body: { ...offer, instanceName: 'Film Club', listName: null } });

  expect(await screen.findByText('You have an account here already.')).toBeTruthy();
});

test('nobody joins by opening a link alone', async () => {
  openLink();
  await screen.findByRole('button', { name: 'Join this list' });

  expect(api.calls).toEqual([`GET /api/invitation-links/${token}/offer`]);
});

test.each([
  ['has ended', failure(404, 'not_found'), 'This link has ended'],
  ['is no link', failure(400, 'validation'), 'This link has ended'],
  ['did not load', failure(503, 'unavailable'), 'Couldn’t load the invitation'],
  [
    'could not be loaded without a connection',
    () => Promise.reject(new TypeError('offline')),
    'Couldn’t load the invitation',
  ],
])('a link that %s says so', async (_case, answer, title) => {
  openLink(answer);

  expect(await screen.findByText(title)).toBeTruthy();
});
