import { beforeEach, describe, expect, test } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import type { AccountExport } from '../../../../common/schemas/export/export.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { fillAccount } from '../../../testing/fullAccount.ts';
import { addItem, createFolder, inviteTo, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { addTitles, startVote, vote } from '../../../testing/polls.ts';
import { setUpServer } from '../../../testing/server.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana', 'Brito'), signUp(server, 'Ben')]);
});

/** Each answer is compared with its schema, as those of all requests in tests are. */
const read = async (person = ana): Promise<AccountExport> => (await person.get('/api/export?format=marquee')).body;
const benByName = () => expect.objectContaining({ firstName: 'Ben', lastName: 'Test' });

describe('every collection', () => {
  /** What an account has in each model, in the file. */
  const exported: Record<string, (file: AccountExport) => unknown> = {
    Block: ({ blockedPeople }) => blockedPeople[0],
    AccessToken: ({ accessTokens }) => accessTokens[0],
    Ballot: ({ polls }) => polls.find(({ ownBallot }) => ownBallot),
    Channel: ({ notifications }) => notifications.channels[0],
    Comment: ({ comments }) => comments[0],
    CommentReaction: ({ reactions }) => reactions[0],
    DeletedFolder: ({ deletedLists }) => deletedLists[0],
    Dismissal: ({ dismissedTitles }) => dismissedTitles[0],
    Folder: ({ lists }) => lists[1],
    Import: ({ imports }) => imports[0],
    Image: ({ user }) => user.picture,
    Invitation: ({ invitations }) => invitations.sent[0],
    InvitationLink: ({ invitationLinks }) => invitationLinks[0],
    Item: ({ lists }) => lists[1]?.items[0],
    ListNotices: ({ notifications }) => notifications.lists[0],
    Notice: ({ notifications }) => notifications.notices[0],
    NoticeSettings: ({ notifications }) => notifications.settings.timeZone,
    JoinRequest: ({ joinRequests }) => joinRequests[0],
    Passkey: ({ user }) => user.signIn.passkeys[0],
    PersonalFeed: ({ feeds }) => feeds[0],
    PublicLink: ({ publicLinks }) => publicLinks[0],
    Pin: ({ pinnedPeople }) => pinnedPeople[0],
    Play: ({ plays }) => plays[0],
    Player: ({ players }) => players[0],
    PlayerPerson: ({ sharedPlayers }) => sharedPlayers[0],
    PlayerTitle: ({ playerTitles }) => playerTitles[0],
    PlayProposal: ({ proposals }) => proposals[0],
    Poll: ({ polls }) => polls[0],
    Report: ({ reports }) => reports[0],
    Review: ({ reviews }) => reviews[0],
    SecurityEvent: ({ securityEvents }) => securityEvents[0],
    SeenConsent: ({ lists }) => lists[1]?.showsSeen,
    ShowProgress: ({ shows }) => shows[0],
    Session: ({ sessions }) => sessions[0],
    Share: ({ lists }) => lists[1]?.members[0],
    User: ({ user }) => user.email,
    Webhook: ({ webhooks }) => webhooks[0],
    WatchGroup: ({ watchGroups }) => watchGroups[0],
  };

  /** What the file does not have, and why. docs/privacy.md names what is about a person. */
  const leftOut: Record<string, string> = {
    CachedAnswer: 'answers of the movie database',
    Challenge: 'secrets of sign-ins that are going on, for ten minutes',
    Change: 'the log of lists, which belongs to the lists and is about all their members',
    Cleanup: 'deleted lists of which items and log are being removed',
    CommentRead: 'how far comments were read, so that a dot shows new ones',
    Fairness: 'weights that nobody sees, because they could tell how others voted',
    Follower: 'how far nodes have come in the log',
    FormerMember: 'whose names the titles and changes of a list still show, so that the list can show new ones',
    GuestSession: 'sessions of people without an account',
    ImportRow: 'rows of files that the user has, for 30 days',
    Instance: 'settings of the operator',
    KnownTitle: 'titles and people of the movie database, for the search',
    Lease: 'periodic work of nodes',
    MailToken: 'links that were sent by mail, for a day',
    Node: 'running nodes',
    NoticeDelivery: 'messages on their way',
    Operation: 'copies of answers, for a day',
    PlayAct: 'which plays one act added or removed, for 30 days',
    Presence: 'open tabs',
    Ranking: 'an order of titles made by a language model, for a day',
    RemovedPlay: 'plays that their user has removed, for an hour or 30 days',
    SeenTitles: 'computed from the plays',
    WebhookDelivery: 'messages of webhooks, for a week',
    UsedState: 'random numbers of finished sign-in steps, for 20 minutes',
    Watching: 'what is watched now, for a few hours',
  };

  test('is in the file of an account or is left out for a reason', async () => {
    await fillAccount(server, ana, ben);

    const file = await read();

    const missing = Object.entries(exported).filter(([, find]) => find(file) === undefined || find(file) === null);
    expect(missing.map(([name]) => name)).toEqual([]);
    expect([...Object.keys(exported), ...Object.keys(leftOut)].sort()).toEqual(mongoose.modelNames().sort());
  });

  test('leaves out what opens the account, and the addresses of other people', async () => {
    await fillAccount(server, ana, ben);
    const users = mongoose.connection.collection('users');
    const secrets = { totp: { secret: 'the secret of codes', lastPeriod: 0 }, recoveryCodes: ['the hash of a code'] };
    const id = new Types.ObjectId(ana.user.id);
    await users.updateOne({ _id: id }, { $set: { ...secrets, oidcSubject: 'the subject' } });

    const text = JSON.stringify(await read());

    const user = await users.findOne({ _id: id });
    const [session] = await mongoose.connection
      .collection('sessions')
      .find({ 'session.userId': ana.user.id })
      .toArray();
    const [link] = await mongoose.connection.collection('invitationlinks').find({ createdByUserId: id }).toArray();
    const poll = await mongoose.connection.collection('polls').findOne({ openedByUserId: id });
    const hidden = [
      user?.passwordHash,
      session?._id,
      link?.token,
      poll?.seed,
      'the secret of',
      'the hash',
      'the subject',
    ];
    for (const secret of [
      ...hidden,
      'the id of the key',
      'the public key',
      Buffer.from('the public').toString('base64'),
    ]) {
      expect(text).not.toContain(String(secret));
    }
    expect(text.match(/[\w.-]+@example\.com/g)).toEqual([ana.user.email]);
  });
});

describe('the file', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await createFolder(ana, 'Ours');
    await shareWith(ana, folder.id, ben, { canAdd: true, canEdit: true });
  });
  const listOf = ({ lists }: AccountExport, id: string) => lists.find((list) => list.id === id);

  test('is a download with a name of its own, which nothing keeps', async () => {
    const { headers } = await ana.get('/api/export?format=marquee');

    expect(headers['content-disposition']).toMatch(/^attachment; filename=marquee-export-\d{4}-\d\d-\d\d\.json$/);
    expect(headers['cache-control']).toBe('no-store, no-transform');
  });

  test('has the titles of own lists in order, with who added and marked them where that is somebody else', async () => {
    const [first, second, third] = [
      await addItem(ana, folder.id),
      await addItem(ben, folder.id),
      await addItem(ana, folder.id),
    ];
    await ana.patch(`/api/watchlist/${third.id}/place`, { afterId: null, beforeId: first.id });
    await ben.patch(`/api/watchlist/${first.id}/watched`, { watched: true });
    await ana.patch(`/api/watchlist/${second.id}/note`, { note: 'For Friday' });

    const list = listOf(await read(), folder.id);

    expect(list?.items.map(({ id }) => id)).toEqual([third.id, first.id, second.id]);
    expect(list?.items[1]).toEqual(expect.objectContaining({ watched: true, watchedBy: benByName() }));
    expect(list?.items[2]).toEqual(expect.objectContaining({ note: 'For Friday', addedBy: benByName() }));
    expect(list?.items[0]).not.toHaveProperty('addedBy');
    expect(list?.members).toEqual([expect.objectContaining({ person: benByName(), canEdit: true, canShare: false })]);
  });

  test('of a member has only what the member did in the list', async () => {
    const [anas, bens, noted] = [
      await addItem(ana, folder.id),
      await addItem(ben, folder.id),
      await addItem(ana, folder.id),
    ];
    await ana.patch(`/api/watchlist/${bens.id}/note`, { note: 'A note of Ana' });
    await ana.patch(`/api/watchlist/${anas.id}/note`, { note: 'Another note of Ana' });
    await ben.patch(`/api/watchlist/${noted.id}/note`, { note: 'A note of Ben' });

    const { memberships } = await read(ben);

    expect(memberships).toEqual([
      expect.objectContaining({ id: folder.id, name: 'Ours', owner: expect.objectContaining({ firstName: 'Ana' }) }),
    ]);
    expect(memberships[0]?.permissions).toMatchObject({ canAdd: true, canManage: false });
    expect(memberships[0]?.items.map(({ id, note }) => [id, note])).toEqual([
      [bens.id, null],
      [noted.id, 'A note of Ben'],
    ]);
  });

  test('keeps the author of a note when somebody else brings it back by undoing their own change', async () => {
    const item = await addItem(ana, folder.id);
    await ana.patch(`/api/watchlist/${item.id}/note`, { note: 'A note of Ana' });
    await ben.patch(`/api/watchlist/${item.id}/note`, { note: 'A note of Ben' });
    const { changes } = (await ben.get(`/api/folders/${folder.id}/changes`)).body;
    await ben.post(`/api/folders/${folder.id}/changes/${changes.at(-1).rev}/undo`);

    expect((await read(ben)).memberships[0]?.items).toEqual([]);
    expect(listOf(await read(), folder.id)?.items[0]?.note).toBe('A note of Ana');
  });

  test('has the own ballot of a vote and nobody else’s', async () => {
    const poll = await startVote(ana, folder.id, [ben]);
    await vote(ana, poll, [2, 1, 0], { isReady: false });
    await vote(ben, poll, [0, 0, 2], { isReady: false });

    const keys = poll.candidates.map(({ key }) => key);
    const [own] = (await read()).polls;
    const [bens] = (await read(ben)).polls;

    expect(own).toMatchObject({ openedByUser: true, ownBallot: { marks: { [String(keys[0])]: 2 }, veto: null } });
    expect(bens).toMatchObject({ openedByUser: false, tookPart: true, ownBallot: { marks: { [String(keys[2])]: 2 } } });
    expect((await read(await signUp(server, 'Cleo'))).polls).toEqual([]);
  });

  test('has the own ballot of an open vote also after its end', async () => {
    await addTitles(ana, folder.id, 3);
    const { body: poll } = await ana.post(`/api/folders/${folder.id}/polls`, { hasOpenBallots: true });
    await ben.post(`/api/polls/${poll.id}/participants/me`);
    await ana.post(`/api/polls/${poll.id}/start`);
    await vote(ben, poll, [0, 1, 2]);
    await vote(ana, poll, [2, 2, 2]);
    await ana.post(`/api/polls/${poll.id}/close`, {});

    const [own] = (await read(ben)).polls;

    expect(Object.values(own?.ownBallot?.marks ?? {}).sort()).toEqual([0, 1, 2]);
    expect(own).toMatchObject({ state: 'closed', result: { winnerKey: poll.candidates[2].key } });
  });

  test('names a list that the user has left or never joined only while they are invited to it', async () => {
    const cleo = await signUp(server, 'Cleo');
    await inviteTo(ana, folder.id, cleo);
    const nameIn = async () => (await read(cleo)).invitations.received[0]?.listName;

    expect(await nameIn()).toBe('Ours');
    const { body } = await cleo.get('/api/folder-invitations');
    await cleo.post(`/api/folder-invitations/${body[0].id}/respond`, { status: 'declined' });
    expect(await nameIn()).toBeNull();
  });

  test('does not name a pinned person who blocks the user', async () => {
    await ana.post(`/api/users/${ben.user.id}/pin`);
    expect((await read()).pinnedPeople).toEqual([expect.objectContaining({ person: benByName() })]);

    await ben.put(`/api/users/${ana.user.id}/block`);

    expect((await read()).pinnedPeople).toEqual([]);
  });

  test('is recorded in the security log, which it contains', async () => {
    expect((await read()).securityEvents.map(({ type }) => type)).toContain('data-exported');
  });
});
