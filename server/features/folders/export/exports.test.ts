import { beforeEach, expect, test } from '@jest/globals';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { addItem, createFolder, inviteTo, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { addTitles, ballotOf, openPoll, startVote, vote } from '../../../testing/polls.ts';
import { setUpServer } from '../../../testing/server.ts';
import { InvitationModel } from '../model/invitation.model.ts';
import { JoinRequestModel } from '../model/joinRequest.model.ts';
import { exportInvitations, exportJoinRequests, exportLinks, exportPublicLinks } from './invitationExport.service.ts';
import { exportDeletedLists, findReviewedNames } from './listExport.service.ts';
import { exportPolls } from './pollExport.service.ts';

// The parts of an account's export that are about lists. The file as a whole is tested with the account.

const server = setUpServer();
let ana: Person;
let ben: Person;
let folder: Folder;
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
  folder = await createFolder(ana, 'Ours');
});

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}

test('invitations are those that were received and sent, oldest first, with their answers', async () => {
  const cleo = await signUp(server, 'Cleo');
  const other = await createFolder(cleo, 'Of Cleo');
  const sent = [
    await inviteTo(ana, folder.id, ben, only('canEdit')),
    await inviteTo(ana, folder.id, cleo, only()),
    await inviteTo(ana, (await createFolder(ana, 'Second')).id, ben),
  ];
  await inviteTo(cleo, other.id, ana, only('canAdd'));
  await inviteTo(cleo, other.id, ben);
  await ben.post(`/api/folder-invitations/${sent[0]?.id}/respond`, { status: 'declined' }).expect(200);

  const anas = await exportInvitations(ana.user.id);
  const bens = await exportInvitations(ben.user.id);

  expect(anas.sent.map(({ to, listName, status }) => [to.firstName, listName, status])).toEqual([
    ['Ben', 'Ours', 'declined'],
    ['Cleo', 'Ours', 'pending'],
    ['Ben', 'Second', 'pending'],
  ]);
  expect(anas.sent.map(({ respondedAt }) => typeof respondedAt)).toEqual(['string', 'object', 'object']);
  expect(anas.sent[0]).toMatchObject({
    listId: folder.id,
    createdAt: expect.any(String),
    permissions: only('canEdit'),
  });
  expect(anas.received).toMatchObject([{ from: { firstName: 'Cleo' }, listId: other.id, permissions: only('canAdd') }]);
  expect(bens.received.map(({ listName }) => listName)).toEqual([null, 'Second', 'Of Cleo']);
  expect(bens.sent).toEqual([]);
  const requests = `/api/folders/${folder.id}/join-requests`;
  await ben.post(`${requests}/me`).expect(200);
  await ana.post(`${requests}/${ben.user.id}/respond`, { status: 'accepted' }).expect(204);
  expect((await exportInvitations(ben.user.id)).received[0]?.listName).toBe('Ours');
  await ana.delete(`/api/folders/${folder.id}`).expect(204);
  expect(await InvitationModel.countDocuments({ folderId: folder.id, status: 'pending' })).toBe(0);
  expect((await exportInvitations(ana.user.id)).sent[0]).toMatchObject({ listId: folder.id, listName: null });
});

test('links are those that the person made, oldest first, without what opens them', async () => {
  await shareWith(ana, folder.id, ben, only('canShare'));
  const invite = (person: Person, body: object) => person.post(`/api/folders/${folder.id}/invitation-links`, body);
  const { body: first } = await invite(ana, { ...only('canAdd'), maxUses: 5, validDays: 3 }).expect(201);
  await invite(ana, { ...only(), maxUses: null }).expect(201);
  await invite(ben, only()).expect(201);
  const publish = (person: Person, body: object) => person.post(`/api/folders/${folder.id}/public-links`, body);
  const { body: shown } = await publish(ana, { expiresInDays: 7, showsNotes: true, isFindable: true }).expect(201);
  await publish(ana, { expiresInDays: null }).expect(201);
  await publish(ben, { expiresInDays: null }).expect(201);

  const [links, publicLinks] = [await exportLinks(ana.user.id), await exportPublicLinks(ana.user.id)];

  const { createdAt, expiresAt } = first;
  expect(links[0]).toEqual({
    ...{ listId: folder.id, createdAt, expiresAt, maxUses: 5, uses: 0, permissions: only('canAdd') },
  });
  expect(links.map(({ maxUses }) => maxUses)).toEqual([5, null]);
  expect(publicLinks[0]).toEqual({
    ...{ listId: folder.id, createdAt: shown.createdAt, expiresAt: shown.expiresAt, visits: [] },
    ...{ showsNotes: true, showsNames: false, isFindable: true },
  });
  expect(publicLinks.map((one) => one.expiresAt)).toEqual([shown.expiresAt, null]);
});

test('requests to join are those of the person, oldest first, with what became of them', async () => {
  const second = await createFolder(ana);
  for (const { id } of [folder, second]) await ben.post(`/api/folders/${id}/join-requests/me`).expect(200);
  await JoinRequestModel.updateOne({ folderId: folder.id }, { declinedAt: new Date() });

  expect(await exportJoinRequests(ben.user.id)).toEqual([
    { listId: folder.id, status: 'declined', createdAt: expect.any(String) },
    { listId: second.id, status: 'pending', createdAt: expect.any(String) },
  ]);
  expect(await exportJoinRequests(ana.user.id)).toEqual([]);
});

test('votes are those that the person opened or took part in, with what was decided', async () => {
  await shareWith(ana, folder.id, ben, only('canAdd'));
  const decided = await startVote(ana, folder.id, [ben]);
  await vote(ana, decided, [2, 0, 0]);
  await vote(ben, decided, [2, 1, 0]);
  await addTitles(ben, folder.id, 3);
  const opened = await openPoll(ben, folder.id, { filters: { mediaType: 'movie' } });
  await ben.delete(`/api/polls/${opened.id}/participants/me`).expect(204);

  const [anas, bens] = [await all(exportPolls(ana.user.id)), await all(exportPolls(ben.user.id))];

  const [winner] = decided.candidates;
  expect(anas).toHaveLength(1);
  expect(anas[0]).toEqual({
    ...{ id: decided.id, listId: folder.id, state: 'closed', openedByUser: true, tookPart: true, filters: {} },
    ...{ hasOpenBallots: false, ownBallot: null, revealedAt: expect.any(String) },
    candidates: decided.candidates.map(({ key, mediaType, tmdbId, title }) => ({ key, mediaType, tmdbId, title })),
    result: { winnerKey: winner?.key, sentence: 'Both said yes.' },
    ...{ createdAt: decided.createdAt, expiresAt: decided.expiresAt },
  });
  expect(bens.map(({ id, openedByUser, tookPart }) => [id, openedByUser, tookPart])).toEqual([
    [decided.id, false, true],
    [opened.id, true, false],
  ]);
  expect(bens[1]).toMatchObject({ state: 'lobby', result: null, revealedAt: null, filters: { mediaType: 'movie' } });
});

test('the ballots of a vote are those of the person alone', async () => {
  await shareWith(ana, folder.id, ben, only('canAdd'));
  const running = await startVote(ana, folder.id, [ben]);
  await vote(ben, running, [2, 1, 0]);

  const [anas, bens] = [await all(exportPolls(ana.user.id)), await all(exportPolls(ben.user.id))];

  expect(anas).toMatchObject([{ state: 'voting', ownBallot: null }]);
  expect(bens).toMatchObject([{ state: 'voting', ownBallot: { marks: ballotOf(running, [2, 1, 0]).marks } }]);
});

test('deleted lists that can be restored come in the order of their deletion, with titles and members', async () => {
  await shareWith(ana, folder.id, ben, only('canEdit'));
  const item = await addItem(ana, folder.id, { title: 'Laura' });
  const second = await createFolder(ana, 'Second');
  for (const { id } of [second, folder]) await ana.delete(`/api/folders/${id}`).expect(204);

  const lists = await all(exportDeletedLists(ana.user.id));

  expect(lists.map(({ name }) => name)).toEqual(['Second', 'Ours']);
  expect(lists[1]).toMatchObject({
    ...{ id: folder.id, kind: 'normal', visibility: null, createdAt: folder.createdAt },
    members: [{ person: { firstName: 'Ben' }, ...only('canEdit') }],
    items: [{ id: item.id, title: 'Laura' }],
  });
  const [{ deletedAt, expiresAt }] = lists as [(typeof lists)[number]];
  expect(Date.parse(expiresAt) - Date.parse(deletedAt)).toBe(30 * 24 * 60 * 60 * 1000);
  expect(await all(exportDeletedLists(ben.user.id))).toEqual([]);
});

test('the names of reviewed titles are found by their ids', async () => {
  await ana.post('/api/reviews', { tmdbId: 603, mediaType: 'movie', rating: 4 }).expect(201);

  const found = await findReviewedNames(ana.user.id, [{ tmdbId: 603 }, { tmdbId: 604 }]);

  expect([...found]).toEqual([['movie:603', { title: 'The Matrix', releaseDate: expect.stringMatching(/^1999/) }]]);
  expect((await findReviewedNames(ana.user.id, [])).size).toBe(0);
  expect((await findReviewedNames(ben.user.id, [{ tmdbId: 603 }])).size).toBe(0);
});
