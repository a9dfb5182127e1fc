import { beforeEach, describe, expect, test } from '@jest/globals';
import { Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { allFlags } from '../../../common/permissions.ts';
import { titleFactsSchema } from '../../../common/schemas/item.ts';
import type { Notice, Notices } from '../../../common/schemas/notice.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { OutboxModel } from '../../platform/database/outbox.ts';
import { writeComment } from '../../testing/comments.ts';
import {
  addItem,
  createFolder,
  inviteTo,
  only,
  type Person,
  shareWith,
  signUp,
  titleFacts,
} from '../../testing/people.ts';
import { playBodyOf, recordPlay } from '../../testing/plays.ts';
import { openPoll } from '../../testing/polls.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { handOverFolder } from '../folders/departure.service.ts';
import type { FolderEntry } from '../folders/log/folderEntry.ts';
import { ShareModel } from '../folders/model/folder.model.ts';
import { proposePlay } from '../plays/proposal.service.ts';
import { createShows } from '../titles/shows.ts';
import type { TitleSource } from '../titles/title.source.ts';
import { type NoticeDoc, type NoticeKind, NoticeModel, noticeKinds } from '../users/notices/notice.documents.ts';
import { newNotice } from '../users/notices/notice.store.ts';
import { NewEpisodes } from './newEpisodes.ts';
import { makeNotices } from './notice.maker.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let folderId: string;

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
  folderId = (await createFolder(ana, 'Friday nights')).id;
  await shareWith(ana, folderId, ben, allFlags);
});

const read = async (person: Person): Promise<Notices> => (await person.get('/api/notices')).body;
const textsOf = async (person: Person) => (await read(person)).notices.map(({ text }) => text);

/** Waits for what is made from the log in the background. */
async function until(person: Person, isThere: (notices: Notice[]) => boolean): Promise<Notice[]> {
  for (const deadline = performance.now() + 20_000; ; ) {
    const { notices } = await read(person);
    if (isThere(notices)) return notices;
    if (performance.now() > deadline) throw new Error(`Only ${JSON.stringify(notices.map(({ text }) => text))}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const hasText = (text: string) => (notices: Notice[]) => notices.some((one) => one.text === text);

interface Scenario {
  /** What Ana does. Returns the list that the notice leads to, if it leads to one. */
  act: () => Promise<string | undefined>;
  /** What Ben reads then. */
  text: string;
  path: (listId: string | undefined) => string;
  /** What Ben does so that it goes. */
  ends: ((listId: string | undefined) => PromiseLike<unknown>) | 'it needs no answer' | 'in its own test';
}

const ofList = (listId: string | undefined) => `/category/${listId}`;

async function sharedList(name: string): Promise<string> {
  const { id } = await createFolder(ana, name);
  await shareWith(ana, id, ben, allFlags);
  return id;
}

async function shareOf(listId: string): Promise<string> {
  const [share] = (await ana.get(`/api/folders/${listId}/shares`)).body;
  return `/api/folder-shares/${share.id}`;
}

async function answerOf(name: string, status: 'accepted' | 'declined'): Promise<string> {
  const { id } = await createFolder(ben, name);
  const invitation = await inviteTo(ben, id, ana);
  await ana.post(`/api/folder-invitations/${invitation.id}/respond`, { status }).expect(200);
  return id;
}

/** Ana asks Ben to watch with her on a new player. Returns the path of his part, and of the player. */
async function askToShare(name: string): Promise<{ part: string; player: string }> {
  const made = await ana.post('/api/players', { kind: 'jellyfin', name, names: [] }).expect(201);
  const player = `/api/players/${made.body.player.id}`;
  const asked = await ana.post(`${player}/people`, { role: 'companion', userId: ben.user.id }).expect(201);
  return { part: `/api/players/people/${asked.body.people[0].id}`, player };
}

async function declineInvitation(): Promise<void> {
  const [{ id }] = (await ben.get('/api/folder-invitations')).body;
  await ben.post(`/api/folder-invitations/${id}/respond`, { status: 'declined' }).expect(200);
}

async function declinePlay(): Promise<void> {
  const [{ id }] = (await ben.get('/api/plays/proposals')).body;
  await ben.post(`/api/plays/${id}/confirm`, { status: 'declined' }).expect(200);
}

/** How each kind comes about, and what it says. A missing one does not compile. */
const scenarios: Record<NoticeKind, Scenario | 'in its own test' | 'in webhooks.test.ts'> = {
  invited: {
    act: async () => void (await inviteTo(ana, (await createFolder(ana, 'Invited')).id, ben)),
    text: 'Ana Test invited you to Invited',
    path: () => '/my-list?invitations=1',
    ends: declineInvitation,
  },
  declined: {
    act: () => answerOf('Declined', 'declined'),
    text: 'Ana Test declined your invitation to Declined',
    path: ofList,
    ends: 'it needs no answer',
  },
  joined: {
    act: () => answerOf('Joined', 'accepted'),
    text: 'Ana Test joined Joined',
    path: ofList,
    ends: 'it needs no answer',
  },
  admitted: {
    act: async () => {
      const { id } = await createFolder(ana, 'Open');
      await ana.put(`/api/folders/${id}/visibility`, { visibility: 'everyone' }).expect(200);
      await ben.post(`/api/folders/${id}/join-requests/me`);
      await ana.post(`/api/folders/${id}/join-requests/${ben.user.id}/respond`, { status: 'accepted' });
      return id;
    },
    text: 'Ana Test let you into Open',
    path: ofList,
    ends: 'it needs no answer',
  },
  'rights-changed': {
    act: async () => {
      const id = await sharedList('Fewer');
      await ana.put(`${await shareOf(id)}/permissions`, only('canAdd')).expect(200);
      return id;
    },
    text: 'Ana Test changed what you can do in Fewer',
    path: ofList,
    ends: 'it needs no answer',
  },
  removed: {
    act: async () => void (await ana.delete(await shareOf(await sharedList('Lost'))).expect(204)),
    text: 'Ana Test removed you from Lost',
    path: () => '/my-list',
    ends: 'it needs no answer',
  },
  'made-owner': {
    act: async () => {
      const id = await sharedList('Given');
      await handOverFolder({ userId: ana.user.id }, id, ben.user.id);
      return id;
    },
    text: 'Ana Test made you the owner of Given',
    path: ofList,
    ends: 'it needs no answer',
  },
  'list-deleted': {
    act: async () => void (await ana.delete(`/api/folders/${await sharedList('Ended')}`).expect(204)),
    text: 'Ana Test deleted Ended',
    path: () => '/my-list',
    ends: 'it needs no answer',
  },
  'titles-added': {
    act: async () => {
      const id = await sharedList('Longer');
      for (let more = 0; more < 4; more += 1) await addItem(ana, id);
      return id;
    },
    text: 'Ana Test added 4 titles to Longer',
    path: ofList,
    ends: 'it needs no answer',
  },
  'vote-opened': {
    act: async () => {
      for (let more = 0; more < 3; more += 1) await addItem(ana, folderId);
      await openPoll(ana, folderId);
      return folderId;
    },
    text: 'Ana Test started a vote in Friday nights',
    path: (listId) => `${ofList(listId)}/tonight`,
    ends: 'it needs no answer',
  },
  commented: {
    act: async () => {
      const item = await addItem(ana, folderId, { tmdbId: 603, title: 'The Matrix' });
      await writeComment(ana, folderId, item.id);
      return folderId;
    },
    text: 'Ana Test commented on The Matrix in Friday nights',
    path: (listId) => `${ofList(listId)}?title=movie-603&folder=${listId}`,
    ends: 'it needs no answer',
  },
  'play-proposed': {
    act: async () =>
      void (await recordPlay(ana, { ...playBodyOf(titleFacts({ title: 'Heat' })), withUserIds: [ben.user.id] })),
    text: 'Did you watch Heat with Ana Test?',
    path: () => '/diary',
    ends: declinePlay,
  },
  'play-recorded': {
    act: async () => {
      const viewing = {
        ...titleFactsSchema.parse(titleFacts({ title: 'Ran' })),
        at: null,
        precision: 'unknown',
      } as const;
      const people = { byUserId: ana.user.id, to: [ben.user.id], trusting: [ben.user.id] };
      await inTransaction(() => proposePlay({ ...viewing, ...people, source: 'app', originId: folderId }));
      return undefined;
    },
    text: 'Ana Test added Ran to your diary',
    path: () => '/diary',
    ends: declinePlay,
  },
  'group-proposed': {
    act: async () => {
      await addItem(ana, folderId, { tmdbId: 1399, mediaType: 'tv', title: 'Game of Thrones' });
      await ana.post(`/api/folders/${folderId}/shows/1399/group/proposals`, { userIds: [ben.user.id] }).expect(204);
      return folderId;
    },
    text: 'Ana Test wants to watch Game of Thrones with you',
    path: (listId) => `${ofList(listId)}?title=tv-1399&folder=${listId}`,
    ends: (listId) => ben.put(`/api/folders/${listId}/shows/1399/group/members/me`, {}).expect(200),
  },
  'player-shared': {
    act: async () => {
      await askToShare('Sofa');
      return undefined;
    },
    text: 'Ana Test wants to share the player Sofa with you',
    path: () => '/players#shared-players',
    ends: 'in its own test',
  },
  'episode-out': 'in its own test',
  'webhook-off': 'in webhooks.test.ts',
};

test('each kind says what happened, leads to it, is live in the tabs of the person, and goes with the answer', async () => {
  const tab = await openTab(server, ben);

  for (const scenario of Object.values(scenarios)) {
    if (typeof scenario === 'string') continue;
    const { act, text, path, ends } = scenario;
    const listId = await act();
    const notices = await until(ben, hasText(text));
    expect(notices.find((one) => one.text === text)?.path).toBe(path(listId));
    if (typeof ends === 'string') continue;
    await ends(listId);
    expect(await textsOf(ben)).not.toContain(text);
  }

  expect(tab.noticed()).toBeGreaterThan(0);
  tab.close();
});

test('an invitation and its answer, who loses a list, and whom a block keeps apart', async () => {
  const cleo = await signUp(server, 'Cleo');
  const invitation = await inviteTo(ana, folderId, cleo);
  expect(await textsOf(cleo)).toEqual(['Ana Test invited you to Friday nights']);
  await cleo.post(`/api/folder-invitations/${invitation.id}/respond`, { status: 'declined' }).expect(200);
  expect(await textsOf(cleo)).toEqual([]);
  expect(await textsOf(ana)).toContain('Cleo Test declined your invitation to Friday nights');
  await addItem(ana, folderId, { title: 'Heat' });
  await until(ben, hasText('Ana Test added Heat to Friday nights'));

  await ben.put(`/api/users/${ana.user.id}/block`).expect(204);
  expect(await textsOf(ben)).toEqual([]);
  await ben.delete(`/api/users/${ana.user.id}/block`).expect(204);
  const [share] = (await ana.get(`/api/folders/${folderId}/shares`)).body;
  await ana.delete(`/api/folder-shares/${share.id}`).expect(204);

  await until(ben, hasText('Ana Test removed you from Friday nights'));
  expect(await textsOf(ben)).toEqual(['Ana Test removed you from Friday nights']);
});

test.each<[string, (asked: { part: string; player: string }) => Promise<unknown>]>([
  ['the person agrees', ({ part }) => ben.post(`${part}/respond`, { status: 'accepted' }).expect(204)],
  ['the person declines', ({ part }) => ben.post(`${part}/respond`, { status: 'declined' }).expect(204)],
  ['the owner takes it back', ({ part }) => ana.delete(part).expect(204)],
  ['the player is removed', ({ player }) => ana.delete(player).expect(204)],
  [
    'a block comes between, even one that ends',
    async () => {
      await ben.put(`/api/users/${ana.user.id}/block`).expect(204);
      await ben.delete(`/api/users/${ana.user.id}/block`).expect(204);
    },
  ],
])('the notice of a shared player goes when %s', async (_, end) => {
  const text = 'Ana Test wants to share the player Sofa with you';
  const asked = await askToShare('Sofa');
  expect(await textsOf(ben)).toContain(text);

  await end(asked);

  expect(await textsOf(ben)).not.toContain(text);
});

test('a proposed play names its episode by the numbers', async () => {
  const play = { tmdbId: 1399, mediaType: 'tv', season: 1, episode: 2, withUserIds: [ben.user.id] };
  await ana.post('/api/plays', play).expect(201);

  await until(ben, hasText('Did you watch Game of Thrones S1 E2 with Ana Test?'));
});

test('reading marks them in every tab, and only up to the one that was shown', async () => {
  await addItem(ana, folderId, { title: 'Heat' });
  const [first] = await until(ben, hasText('Ana Test added Heat to Friday nights'));
  const tab = await openTab(server, ben);
  const before = tab.noticed();
  await recordPlay(ana, { withUserIds: [ben.user.id] });

  await ben.put('/api/notices', { upTo: first?.id }).expect(204);

  const { notices, unread } = await read(ben);
  expect(notices.map(({ topic, isRead }) => [topic, isRead])).toEqual([
    ['plays', false],
    ['titles', true],
  ]);
  expect(unread).toBe(1);
  await ben.put('/api/notices', { upTo: notices[0]?.id }).expect(204);
  expect((await read(ben)).unread).toBe(0);
  expect(tab.noticed()).toBeGreaterThan(before);
  tab.close();
});

describe('for one list', () => {
  test('a person hears all, only what concerns them, or nothing', async () => {
    const path = `/api/categories/${folderId}/notifications`;
    const own = await addItem(ben, folderId, { title: 'Mine' });
    const foreign = await addItem(ana, folderId, { title: 'Hers' });
    expect((await ben.get(path)).body).toEqual({ level: 'all' });
    await until(ben, hasText('Ana Test added Hers to Friday nights'));

    expect((await ben.put(path, { level: 'mine' })).body).toEqual({ level: 'mine' });
    await addItem(ana, folderId, { title: 'Later' });
    await writeComment(ana, folderId, foreign.id);
    await writeComment(ana, folderId, own.id);
    await until(ben, hasText('Ana Test commented on Mine in Friday nights'));
    expect(await textsOf(ben)).toEqual([
      'Ana Test commented on Mine in Friday nights',
      'Ana Test added Hers to Friday nights',
    ]);

    const stored = await NoticeModel.find({ userId: ben.user.id, rev: trusted({ $ne: null }) }).lean();
    expect(stored.filter(({ isGeneral }) => isGeneral).map(({ kind }) => kind)).toEqual(['titles-added']);

    const stranger = await signUp(server, 'Sten');
    expect([(await stranger.get(path)).status, (await stranger.put(path, { level: 'mine' })).status]).toEqual([
      404, 404,
    ]);

    await ben.put(path, { level: 'nothing' }).expect(200);
    await writeComment(ana, folderId, own.id);
    await addItem(ben, folderId, { title: 'Fence' });
    await until(ana, hasText('Ben Test added 2 titles to Friday nights'));
    expect(await textsOf(ben)).toHaveLength(2);
  });
});

test('reading the log again after a crash stores nothing twice', async () => {
  await addItem(ana, folderId, { title: 'Heat' });
  await until(ben, hasText('Ana Test added Heat to Friday nights'));
  const count = await NoticeModel.countDocuments();
  const entries = await OutboxModel.find({ folderId: new Types.ObjectId(folderId) }).lean<FolderEntry[]>();

  await makeNotices(entries);

  expect(await NoticeModel.countDocuments()).toBe(count);
});

test('the owner hears of what the last member did before leaving, however late the log is read', async () => {
  await addItem(ben, folderId, { title: 'Heat' });
  await ben.delete(`/api/folders/${folderId}/leave`).expect(204);
  await NoticeModel.deleteMany({ userId: ana.user.id });
  const entries = await OutboxModel.find({ folderId: new Types.ObjectId(folderId) }).lean<FolderEntry[]>();

  await makeNotices(entries);

  expect(await textsOf(ana)).toContain('Ben Test added Heat to Friday nights');
});

interface Given extends Partial<Pick<NoticeDoc, 'facts' | 'isRead' | 'rev'>> {
  by?: Person | null;
  hoursAgo?: number;
}

/** Stores a notice for Ben, about the list, as if it came from the log. Returns its id. */
async function give(kind: NoticeKind, { by = ana, hoursAgo = 0, ...more }: Given = {}): Promise<string> {
  const draft = newNotice({
    ...{ userId: ben.user.id, kind, by: by?.user.id ?? null, folderId: new Types.ObjectId(folderId), rev: null },
    ...{ about: new Types.ObjectId().toHexString(), at: new Date(Date.now() - hoursAgo * 3_600_000) },
    facts: { title: { mediaType: 'movie', tmdbId: 603, title: 'Heat' } },
  });
  await NoticeModel.create({ ...draft, ...more });
  return draft._id.toHexString();
}

describe('a person reads notices', () => {
  const toAll: NoticeKind[] = [
    ...(['removed', 'list-deleted', 'play-proposed', 'play-recorded', 'player-shared', 'episode-out'] as const),
    'webhook-off',
  ];
  const toMembers: NoticeKind[] = [...toAll, 'admitted', 'rights-changed'];
  const toViewers: NoticeKind[] = [
    ...toMembers,
    ...(['made-owner', 'titles-added', 'vote-opened', 'commented', 'group-proposed'] as const),
  ];
  const ofBen = () => ({ folderId, userId: ben.user.id });

  test.each<[string, NoticeKind[], () => Promise<unknown>]>([
    ['may share the list', [...toViewers, 'declined', 'joined'], async () => undefined],
    ['may only view it', toViewers, () => ShareModel.updateOne(ofBen(), { $set: only() })],
    ['may not even view it', toMembers, () => ShareModel.updateOne(ofBen(), { $set: { ...only(), canView: false } })],
    ['has lost it', toAll, () => ShareModel.deleteOne(ofBen())],
  ])('of what they may see: who %s', async (_who, expected, change) => {
    const kindOf = new Map<string, NoticeKind>();
    // There is no invitation any more.
    for (const kind of Object.keys(noticeKinds) as NoticeKind[]) kindOf.set(await give(kind, { by: null }), kind);
    await change();

    const kinds = (await read(ben)).notices.flatMap(({ id }) => kindOf.get(id) ?? []);

    expect(kinds.sort()).toEqual([...expected].sort());
  });

  test('of what happened since they came into the list, and of comments that are still there', async () => {
    const arrivedRev = (await ShareModel.findOne(ofBen()).lean())?.arrivedRev ?? 0;
    await give('vote-opened', { rev: arrivedRev - 1 });
    const since = await give('vote-opened', { rev: arrivedRev });
    const item = await addItem(ana, folderId, { tmdbId: 603, title: 'Heat' });
    const comment = await writeComment(ana, folderId, item.id);
    await until(ben, hasText('Ana Test commented on Heat in Friday nights'));
    await ana.delete(`/api/comments/${comment.id}`).expect(204);

    const { notices } = await read(ben);

    expect(notices.filter(({ topic }) => topic !== 'titles').map(({ id }) => id)).toEqual([since]);
  });

  test('together if they are of one kind, person and half day, and all read or not', async () => {
    const cleo = await signUp(server, 'Cleo');
    const title = { mediaType: 'movie' as const, tmdbId: 604, title: 'Ran' };
    await give('titles-added', { hoursAgo: 26, facts: { count: 2 } });
    await give('titles-added', { hoursAgo: 12.1, facts: { count: 3 } });
    await give('titles-added', { hoursAgo: 12, isRead: true });
    await give('titles-added', { hoursAgo: 11.9 });
    await give('titles-added', { hoursAgo: 2, by: cleo });
    await give('vote-opened', { hoursAgo: 2 });
    await give('vote-opened', { hoursAgo: 2 });
    await give('commented', { hoursAgo: 1 });
    await give('commented', { hoursAgo: 1, facts: { title } });
    // A show with the id of the film.
    await give('commented', { hoursAgo: 1, facts: { title: { mediaType: 'tv', tmdbId: 604, title: 'Dark' } } });
    await give('commented', { hoursAgo: 1 });
    await give('titles-added', { facts: { count: 1200 } });

    expect((await read(ben)).notices.map(({ text, count }) => [text, count])).toEqual([
      ['Ana Test added 1,201 titles to Friday nights', 1201],
      ['Ana Test wrote 2 comments on Heat in Friday nights', 2],
      ['Ana Test commented on Dark in Friday nights', 1],
      ['Ana Test commented on Ran in Friday nights', 1],
      ['Ana Test started a vote in Friday nights', 1],
      ['Ana Test started a vote in Friday nights', 1],
      ['Cleo Test added Heat to Friday nights', 1],
      ['Ana Test added Heat to Friday nights', 1],
      ['Ana Test added 3 titles to Friday nights', 3],
      ['Ana Test added 2 titles to Friday nights', 2],
    ]);
  });

  test('up to a limit, the newest first', async () => {
    const drafts = Array.from({ length: limits.noticeEvents + 1 }, (_, n) => ({
      ...newNotice({
        userId: ben.user.id,
        kind: 'play-proposed',
        by: null,
        folderId: null,
        rev: null,
        about: `${n}`,
        facts: {},
      }),
    }));
    await NoticeModel.insertMany(drafts);

    const { notices, unread } = await read(ben);

    expect([notices.length, unread]).toEqual([limits.noticesShown, limits.noticeEvents]);
    expect(notices[0]?.id).toBe(drafts.at(-1)?._id.toHexString());
    const { body: file } = await ben.get('/api/export').expect(200);
    expect(file.notifications.notices).toHaveLength(drafts.length);
  });

  test.each([
    [15.9, 'A new episode of Heat is out today'],
    [16.1, 'A new episode of Heat came out'],
  ])('of an episode %d hours after it was announced', async (hoursAgo, text) => {
    await give('episode-out', { by: null, hoursAgo });

    expect((await read(ben)).notices).toMatchObject([{ text, path: '/up-next?title=movie-603' }]);
  });
});

test('the settings are the usual ones until they are changed, each for itself', async () => {
  const path = '/api/user/notifications';
  const usual = {
    topics: ['invitations', 'votes', 'plays', 'episodes', 'webhooks'],
    ...{ quietHours: { from: '22:00', to: '08:00' }, hideTitles: false, timeZone: null },
  };
  expect((await ben.get(path)).body).toEqual(usual);

  expect((await ben.patch(path, { quietHours: null })).body).toEqual({ ...usual, quietHours: null });
  await ben.patch(path, { topics: [] }).expect(200);

  expect((await ben.get(path)).body).toEqual({ ...usual, quietHours: null, topics: [] });
  expect((await ana.get(path)).body).toEqual(usual);
});

describe('a new episode', () => {
  const episode = (number: number, air_date: string) => ({
    id: number,
    name: `The death of hero ${number}`,
    season_number: 1,
    episode_number: number,
    air_date,
    runtime: 40,
    overview: null,
    still_path: null,
  });
  const source = {
    name: 'tmdb',
    details: async () => ({
      id: 9000,
      name: 'Severed',
      status: 'Returning Series',
      poster_path: null,
      backdrop_path: null,
      first_air_date: '2026-01-01',
      seasons: [{ season_number: 1 }],
    }),
    season: async () => ({
      season_number: 1,
      name: 'Season 1',
      air_date: '2026-01-01',
      episodes: [episode(1, '2026-11-20'), episode(2, '2026-11-27')],
    }),
  } as unknown as TitleSource;

  test('is told once, in the morning of the person’s day, by number and never by name', async () => {
    await ben.post('/api/plays/up-to', { tmdbId: 1399, season: 1, episode: 1 }).expect(200);
    await ben.patch('/api/user/notifications', { timeZone: 'Asia/Tokyo' }).expect(200);
    const job = new NewEpisodes(createShows(source));
    const followed = async () => (await textsOf(ben)).filter((text) => text.includes('Severed'));

    // Seven in the morning in Tokyo, and eight.
    await job.run(new Date('2026-11-26T22:00:00Z'));
    expect(await followed()).toEqual([]);
    await job.run(new Date('2026-11-26T23:00:00Z'));
    await new NewEpisodes(createShows(source)).run(new Date('2026-11-27T01:00:00Z'));

    expect(await followed()).toEqual(['A new episode of Severed is out today']);
    expect(JSON.stringify(await read(ben))).not.toContain('hero');
  });

  test('is announced at 8 in UTC while the time zone is unknown, to followers who have not seen it', async () => {
    const [seen, dropped] = [await signUp(server, 'Cleo'), await signUp(server, 'Dora')];
    for (const [person, last] of [
      [ben, 1],
      [seen, 2],
      [dropped, 1],
    ] as const) {
      await person.post('/api/plays/up-to', { tmdbId: 1399, season: 1, episode: last }).expect(200);
    }
    await dropped.patch('/api/tv/1399/progress', { state: 'dropped' }).expect(200);
    const job = new NewEpisodes(createShows(source));

    await job.run(new Date('2026-11-27T07:59:00Z'));
    expect(await textsOf(ben)).toEqual([]);
    await job.run(new Date('2026-11-27T08:00:00Z'));

    expect(await textsOf(ben)).toEqual(['A new episode of Severed is out today']);
    expect([await textsOf(seen), await textsOf(dropped)]).toEqual([[], []]);
  });

  test('is not out today on the day after, also where it was announced in the evening', async () => {
    await ben.post('/api/plays/up-to', { tmdbId: 1399, season: 1, episode: 1 }).expect(200);
    const textAfter = async (minutes: number) => {
      const createdAt = new Date(Date.now() - minutes * 60_000);
      await NoticeModel.collection.updateMany({ kind: 'episode-out' }, { $set: { createdAt } });
      return textsOf(ben);
    };

    await new NewEpisodes(createShows(source)).run(new Date('2026-11-27T22:30:00Z'));

    expect(await textAfter(89)).toEqual(['A new episode of Severed is out today']);
    expect(await textAfter(91)).toEqual(['A new episode of Severed came out']);
  });
});
