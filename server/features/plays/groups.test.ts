import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Types, trusted } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { families, familyKeys } from '../../../common/families.ts';
import { compareEpisodes } from '../../../common/progress.ts';
import type { Notices } from '../../../common/schemas/notice.ts';
import type { Play, Proposal } from '../../../common/schemas/play.ts';
import type { AddedPlays, ShownProgress, UpNext } from '../../../common/schemas/progress.ts';
import type { GroupWatched, WatchGroup } from '../../../common/schemas/watchGroup.ts';
import { type Audience, gather } from '../../testing/audience.ts';
import { addItem, createFolder, only, PASSWORD, type Person, shareWith, signUp } from '../../testing/people.ts';
import { addTitles } from '../../testing/polls.ts';
import { setUpServer } from '../../testing/server.ts';
import { disableAccount } from '../account/accountChanges.service.ts';
import { GroupPersonModel } from '../folders/model/watchGroup.model.ts';
import { type ProposalDoc, ProposalModel } from './proposal.model.ts';

/** Eight seasons of 10, 10, 10, 10, 10, 10, 7 and 6 episodes. */
const SHOW = 1399;

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let dora: Person;
let audience: Audience<'ana' | 'ben' | 'cleo' | 'stranger'>;
let folderId: string;

const people = (): [Person, Person, Person] => [ana, ben, cleo];
const at = (more = '', id = folderId) => `/api/folders/${id}/shows/${SHOW}/group/${more}`;
const join = (person = ana, body = {}, id = folderId) => person.put(at('members/me', id), body).expect(200);
const leave = (person = ana) => person.delete(at('members/me')).expect(204);
const groups = async (person = ana, id = folderId): Promise<WatchGroup[]> =>
  (await person.get(`/api/folders/${id}/groups`)).body;
const group = async (person = ana) => (await groups(person))[0] as WatchGroup;
const tick = (person: Person, season: number, episode: number, more = {}) =>
  person.post('/api/plays', { tmdbId: SHOW, mediaType: 'tv', season, episode, ahead: true, ...more });
const watched = (person: Person, season: number, episode: number, more = {}) =>
  person.post(at('watched'), { season, episode, ...more });
const progress = async (person: Person): Promise<ShownProgress> => (await person.get(`/api/tv/${SHOW}/progress`)).body;
const proposals = async (person: Person): Promise<Proposal[]> => (await person.get('/api/plays/proposals')).body;
const diary = async (person: Person): Promise<Play[]> => (await person.get('/api/plays')).body;
const idsOf = (...some: Person[]) => some.map(({ user }) => user.id);
const changed = ['group:changed'];
const joined = ['folder:changes', 'group:changed'];

beforeAll(async () => {
  const [one, two, three, four] = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dora'].map((name) => signUp(server, name)));
  [ana, ben, cleo, dora] = [one as Person, two as Person, three as Person, four as Person];
  audience = await gather(server, { ana, ben, cleo, stranger: dora });
});
afterAll(() => audience.close());
beforeEach(async () => {
  folderId = (await createFolder(ana, 'Sofa')).id;
  await shareWith(ana, folderId, ben, only('canEdit'));
  await shareWith(ana, folderId, cleo, only());
  await addItem(ana, folderId, { tmdbId: SHOW, mediaType: 'tv', title: 'Game of Thrones' });
});

afterEach(async () => {
  await ana.delete(`/api/folders/${folderId}`).expect(204);
  for (const person of people()) {
    for (const { id } of await proposals(person)) await person.post(`/api/plays/${id}/confirm`, { status: 'declined' });
    for (const season of [0, 1, 2]) await person.delete(`/api/tv/${SHOW}/plays?season=${season}&all=true`).expect(200);
  }
});

describe.each(familyKeys)('a group in the %s family', (key) => {
  test('has those who join, and loses those who leave', async () => {
    const [one, two] = people();
    const path = `${families[key].api.lists}/${folderId}`;
    const me = `${path}/shows/${SHOW}/group/members/me`;

    const of = (...some: Person[]) => ({
      tmdbId: SHOW,
      memberIds: idsOf(...some),
      people: some.map(({ user }) => expect.objectContaining({ id: user.id, firstName: user.firstName })),
    });
    expect((await one.put(me, {})).body).toEqual({ ...of(one), next: null, trusts: false });
    const both = { ...of(one, two), next: { season: 1, episode: 1 } };
    expect((await two.put(me, { trusts: true })).body).toEqual({ ...both, trusts: true });
    expect((await one.get(`${path}/groups`)).body).toEqual([{ ...both, trusts: false }]);
    // Who is not in it sees the same, without an answer of their own.
    expect((await cleo.get(`${path}/groups`)).body).toEqual([both]);

    await one.delete(me).expect(204);
    await one.delete(me).expect(204);
    expect((await one.get(`${path}/groups`)).body).toEqual([{ ...of(two), next: null }]);
    await two.delete(me).expect(204);
    expect((await one.get(`${path}/groups`)).body).toEqual([]);
  });
});

describe('a group', () => {
  test('keeps the answer to whether others may record for a member, until the member changes it', async () => {
    await join(ana, { trusts: true });
    await join(ana);
    expect(await group()).toMatchObject({ trusts: true });

    await join(ana, { trusts: false });
    expect(await group()).toMatchObject({ trusts: false });
  });

  test('is only for shows of the list, and is hidden while its show is not in the list', async () => {
    expect((await ana.put(`/api/folders/${folderId}/shows/603/group/members/me`, {})).status).toBe(404);
    await join(ana);
    await join(ben);
    const { body: items } = await ana.get(`/api/folders/${folderId}/items`);
    await ana.delete(`/api/watchlist/${items[0].id}`);

    expect(await groups()).toEqual([]);
    expect((await tick(ana, 2, 1, { ahead: false })).status).toBe(201);
  });

  test('is in the log of the list, without how far anybody is', async () => {
    await join(ana);
    await join(ben);
    await tick(ana, 1, 1);
    await tick(ben, 1, 1);
    await leave(ben);

    const { body } = await cleo.get(`/api/folders/${folderId}/changes`);
    const own = body.changes.filter(({ type }: { type: string }) => type.startsWith('group:'));
    expect(
      own.map(({ type, by, show }: { type: string; by: { id: string }; show: object }) => [type, by.id, show]),
    ).toEqual([
      ['group:joined', ana.user.id, { tmdbId: SHOW, title: 'Game of Thrones' }],
      ['group:joined', ben.user.id, { tmdbId: SHOW, title: 'Game of Thrones' }],
      ['group:left', ben.user.id, { tmdbId: SHOW, title: 'Game of Thrones' }],
    ]);
    expect(JSON.stringify(body.changes)).not.toContain('episode');
  });
});

describe('who loses the list', () => {
  beforeEach(async () => {
    await join(ana);
    await join(ben, { trusts: true });
    await join(cleo);
  });
  const membersSeenBy = async (person: Person, id = folderId) => (await groups(person, id))[0]?.memberIds;

  test('by leaving it leaves its groups, also after a return', async () => {
    await audience.hears(async () => ben.delete(`/api/folders/${folderId}/leave`).expect(204), {
      ana: joined,
      cleo: joined,
      ben: ['folder:gone'],
    });

    expect(await membersSeenBy(ana)).toEqual(idsOf(ana, cleo));
    await shareWith(ana, folderId, ben, only());
    expect(await membersSeenBy(ben)).toEqual(idsOf(ana, cleo));
  });

  test('by being removed leaves its groups', async () => {
    const { body: shares } = await ana.get(`/api/folders/${folderId}/shares`);
    const share = shares.find((one: { sharedWithUserId: string }) => one.sharedWithUserId === ben.user.id);
    await ana.delete(`/api/folder-shares/${share.id}`).expect(204);

    expect(await membersSeenBy(ana)).toEqual(idsOf(ana, cleo));
  });

  test('by its deletion is in its groups again when it is restored', async () => {
    await ana.delete(`/api/folders/${folderId}`).expect(204);
    expect((await tick(ben, 2, 1, { ahead: false })).status).toBe(201);
    await ana.post(`/api/folders/${folderId}/restore`).expect(200);

    expect(await membersSeenBy(cleo)).toEqual(idsOf(...people()));
  });

  test('for now, with a disabled account, leaves its groups, which go on without them', async () => {
    const eve = await signUp(server, 'Eve');
    await shareWith(ana, folderId, eve, only());
    await join(eve);
    for (const person of people()) await tick(person, 1, 1);
    expect((await group()).next).toEqual({ season: 1, episode: 1 });

    await audience.hears(() => disableAccount(eve.user.id), { ana: changed, ben: changed, cleo: changed });

    expect(await group()).toMatchObject({ memberIds: idsOf(...people()), next: { season: 1, episode: 2 } });
  });

  test('with the account leaves its groups, also those of a list that was handed over or deleted', async () => {
    const eve = await signUp(server, 'Eve');
    await shareWith(ana, folderId, eve, only());
    await join(eve);
    const { id: own } = await createFolder(eve, 'Eves');
    await shareWith(eve, own, ben, only());
    await addItem(eve, own, { tmdbId: SHOW, mediaType: 'tv', title: 'Game of Thrones' });
    await join(eve, {}, own);
    await join(ben, {}, own);
    const { id: deleted } = await createFolder(ana, 'Old');
    await shareWith(ana, deleted, eve, only());
    await addItem(ana, deleted, { tmdbId: SHOW, mediaType: 'tv', title: 'Game of Thrones' });
    await join(ana, {}, deleted);
    await join(eve, {}, deleted);
    await ana.delete(`/api/folders/${deleted}`).expect(204);
    await eve.post('/api/user/fresh-sign-in', { password: PASSWORD });

    const lists = [{ listId: own, newOwnerId: ben.user.id }];
    await eve.delete('/api/user', { currentPassword: PASSWORD, lists }).expect(204);
    await ana.post(`/api/folders/${deleted}/restore`).expect(200);

    expect(await membersSeenBy(ana)).toEqual(idsOf(...people()));
    expect(await membersSeenBy(ben, own)).toEqual(idsOf(ben));
    expect(await membersSeenBy(ana, deleted)).toEqual(idsOf(ana));
  });
});

describe('what is next', () => {
  beforeEach(async () => {
    await join(ana);
    await join(ben);
  });

  test('is delivered to the members of the list, the same for all, and only when it changes (P40)', async () => {
    // Ana is ahead then, which nobody hears.
    await audience.hears(async () => tick(ana, 1, 1), { ana: ['play:saved'] });
    expect((await group()).next).toEqual({ season: 1, episode: 1 });

    const all = { ana: changed, ben: ['play:saved', ...changed], cleo: changed };
    await audience.hears(async () => tick(ben, 1, 1), all);
    const event = {
      folderId,
      tmdbId: SHOW,
      memberIds: idsOf(ana, ben),
      next: { season: 1, episode: 2 },
    };
    for (const name of ['ana', 'ben', 'cleo'] as const)
      expect(audience.payloads(name, 'group:changed')).toEqual([event]);
  });

  test('is delivered when somebody joins or leaves', async () => {
    await audience.hears(async () => join(cleo), { ana: joined, ben: joined, cleo: joined });
    expect(audience.payloads('ben', 'group:changed')).toEqual([
      { folderId, tmdbId: SHOW, memberIds: idsOf(...people()), next: { season: 1, episode: 1 } },
    ]);

    await audience.hears(async () => leave(cleo), { ana: joined, ben: joined, cleo: joined });
  });

  test('is delivered after every way to change plays', async () => {
    const [one, two] = people();
    const all = (...own: string[]) => ({ ana: [...own, ...changed], ben: changed, cleo: changed });
    await two.post('/api/plays/season', { tmdbId: SHOW, season: 1, ahead: true }).expect(200);
    const nexts: unknown[] = [];
    const act = async (write: () => PromiseLike<{ body: unknown }>, ...own: string[]) => {
      const { body } = await audience.hears(async () => write(), all(...own));
      nexts.push((audience.payloads('cleo', 'group:changed')[0] as WatchGroup).next);
      return body;
    };

    const upTo = (await act(
      () => one.post('/api/plays/up-to', { tmdbId: SHOW, season: 1, episode: 3, ahead: true }),
      'progress:changed',
    )) as AddedPlays;
    await act(() => one.post(`/api/plays/acts/${upTo.id}/undo`), 'progress:changed');
    const play = (await act(() => tick(one, 1, 1), 'play:saved')) as Play;
    await act(() => one.patch(`/api/plays/${play.id}`, { episode: 2, ahead: true }), 'play:saved');
    await act(() => one.delete(`/api/plays/${play.id}`), 'play:deleted');
    await act(() => one.post(`/api/plays/${play.id}/restore`), 'play:saved');
    await act(() => one.delete(`/api/tv/${SHOW}/plays?season=1&episode=2`), 'progress:changed');
    await act(() => one.post('/api/plays/season', { tmdbId: SHOW, season: 1, ahead: true }), 'progress:changed');
    await act(() => one.patch(`/api/tv/${SHOW}/progress`, { startsAgain: true }), 'progress:changed');

    await one.patch(`/api/tv/${SHOW}/progress`, { startsAgain: false });
    const episode = (number: number, season = 1) => ({ season, episode: number });
    expect(nexts).toEqual([4, 1, 2, 3, 1, 3, 1].map((number) => episode(number)).concat([episode(1, 2), episode(1)]));
  });

  test('is the next of each card of Up next, also of a show that the viewer has not begun', async () => {
    const upNext = async (person: Person): Promise<UpNext> => (await person.get('/api/up-next')).body;
    const faces = [ana, ben].map(({ user }) => ({ id: user.id, firstName: user.firstName }));
    const own = { folderId, memberIds: idsOf(ana, ben), people: faces, next: { season: 1, episode: 1 } };
    await tick(ana, 1, 1);

    expect((await upNext(ana)).shows).toMatchObject([{ progress: { next: { episode: 2 } }, group: own }]);
    expect((await upNext(ben)).shows).toMatchObject([{ progress: { state: 'not-started' }, group: own }]);
    expect((await upNext(cleo)).shows).toEqual([]);
  });

  test('is the minimum over the members, whatever they do', async () => {
    const [one, two, three] = people();
    await join(three);
    const number = fc.record({ season: fc.integer({ min: 1, max: 2 }), episode: fc.integer({ min: 1, max: 4 }) });
    const step = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      what: fc.constantFrom('tick', 'remove', 'upTo'),
      number,
    });
    const nextOf = async (person: Person) => (await progress(person)).next;
    const run = async ({
      who,
      what,
      number: { season, episode },
    }: {
      who: number;
      what: string;
      number: { season: number; episode: number };
    }) => {
      const person = people()[who] as Person;
      const body = { tmdbId: SHOW, season, episode, ahead: true };
      if (what === 'tick') return tick(person, season, episode);
      if (what === 'upTo') return person.post('/api/plays/up-to', body);
      return person.delete(`/api/tv/${SHOW}/plays?season=${season}&episode=${episode}&all=true`);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const one of steps) await run(one);
        const nexts = [await nextOf(one), await nextOf(two), await nextOf(three)];
        const [least] = nexts.filter((next) => next !== null).sort(compareEpisodes);
        const { next } = await group(three);
        expect(next).toEqual(least ? { season: least.season, episode: least.episode } : null);
      }),
      { numRuns: 12 },
    );
  });
});

describe('nobody learns who is behind', () => {
  /** All that the third member gets while two others have seen an episode, in either order. */
  async function toldTo(order: [Person, Person]): Promise<unknown> {
    const { id } = await createFolder(ana, 'Other');
    await shareWith(ana, id, ben, only());
    await shareWith(ana, id, cleo, only());
    await addItem(ana, id, { tmdbId: SHOW, mediaType: 'tv', title: 'Game of Thrones' });
    await join(ana, {}, id);
    await join(ben, {}, id);
    const expected = (person: Person, ...events: string[]) => ({
      ana: [...(person === ana ? ['play:saved'] : []), ...events],
      ben: [...(person === ben ? ['play:saved'] : []), ...events],
      cleo: events,
    });
    await audience.hears(async () => tick(order[0], 1, 1), expected(order[0]));
    const between = await groups(cleo, id);
    await audience.hears(async () => tick(order[1], 1, 1), expected(order[1], 'group:changed'));
    const heard = audience.payloads('cleo', 'group:changed');
    const { body: log } = await cleo.get(`/api/folders/${id}/changes`);
    const kept = log.changes.map(({ type, by, show }: { type: string; by: object; show?: object }) => ({
      type,
      by,
      show,
    }));
    for (const person of order) await person.delete(at('members/me', id)).expect(204);
    for (const person of order) await person.delete(`/api/tv/${SHOW}/plays?season=1`).expect(200);
    return JSON.parse(JSON.stringify([between, heard, await groups(cleo, id), kept]).replaceAll(id, 'the list'));
  }

  test('from what a third member hears, reads and finds in the log', async () => {
    const [one, two] = people();

    expect(await toldTo([one, two])).toEqual(await toldTo([two, one]));
  });

  test('from the question whether to go ahead', async () => {
    const [one, two] = people();
    await join(one);
    await join(two);
    await tick(one, 1, 1);
    await tick(one, 1, 2);

    const ahead = await tick(one, 1, 3, { ahead: false });
    const behind = await tick(two, 1, 3, { ahead: false });

    expect([ahead.status, ahead.body]).toEqual([
      409,
      { code: 'watch_ahead', error: 'You watch this with Ben. Mark it anyway?' },
    ]);
    expect([behind.status, behind.body]).toEqual([
      409,
      { code: 'watch_ahead', error: 'You watch this with Ana. Mark it anyway?' },
    ]);
  });
});

describe('going ahead of a group', () => {
  beforeEach(async () => {
    await join(ana);
    await join(ben);
  });

  test.each([
    ['a play', () => tick(ana, 1, 2, { ahead: undefined }), () => tick(ana, 1, 2)],
    ...(['up-to', 'season'] as const).map((call) => {
      const body = { tmdbId: SHOW, season: 1, episode: 2 };
      const send = (more = {}) => ana.post(`/api/plays/${call}`, { ...body, ...more });
      return [`/api/plays/${call}`, () => send(), () => send({ ahead: true })] as const;
    }),
    ['we watched it', () => watched(ana, 1, 2), () => watched(ana, 1, 2, { ahead: true })],
  ])('by %s is asked about first', async (_how, send, confirm) => {
    const refused = await send();

    expect([refused.status, refused.body.code]).toEqual([409, 'watch_ahead']);
    expect(await diary(ana)).toEqual([]);
    expect((await confirm()).status).toBeLessThan(300);
    expect((await diary(ana)).length).toBeGreaterThan(0);
  });

  test('by moving a play is asked about first', async () => {
    const { body: play } = await tick(ana, 1, 1);

    expect((await ana.patch(`/api/plays/${play.id}`, { episode: 5 })).body.code).toBe('watch_ahead');
    expect((await ana.patch(`/api/plays/${play.id}`, { at: null })).status).toBe(200);
    expect((await ana.patch(`/api/plays/${play.id}`, { episode: 5, ahead: true })).status).toBe(200);
  });

  test('by accepting a proposal is asked about first, and the proposal stays', async () => {
    await tick(cleo, 1, 4, { withUserIds: idsOf(ana) });
    const [proposal] = await proposals(ana);
    const answer = (more = {}) => ana.post(`/api/plays/${proposal?.id}/confirm`, { status: 'accepted', ...more });

    expect((await answer()).body.code).toBe('watch_ahead');
    expect(await proposals(ana)).toHaveLength(1);
    expect((await answer({ ahead: true })).status).toBe(200);
  });

  test('is not asked for the next episode, for specials, for a repeat, or by those who are not in the group', async () => {
    expect((await tick(ana, 1, 1, { ahead: false })).status).toBe(201);
    await tick(ana, 1, 2);
    expect((await tick(ana, 1, 2, { ahead: false })).status).toBe(201);
    expect((await tick(ana, 0, 5, { ahead: false })).status).toBe(201);
    expect((await tick(cleo, 2, 2, { ahead: false })).status).toBe(201);
  });
});

describe('we watched it', () => {
  beforeEach(async () => {
    await join(ana);
    await join(ben);
  });

  test('is a play of the caller and a proposal for the others', async () => {
    const { body, status } = await watched(ana, 1, 1);

    const answer = body as GroupWatched;
    expect([status, answer.group.next, answer.progress.next]).toMatchObject([200, { episode: 1 }, { episode: 2 }]);
    expect(await diary(ana)).toMatchObject([{ season: 1, episode: 1, folderId, companions: [{ id: ben.user.id }] }]);
    const [proposal] = await proposals(ben);
    expect(proposal).toMatchObject({ by: { id: ana.user.id }, season: 1, episode: 1, status: 'pending' });
    await ben.post(`/api/plays/${proposal?.id}/confirm`, { status: 'accepted' }).expect(200);
    expect((await group()).next).toEqual({ season: 1, episode: 2 });
    expect(await diary(ben)).toMatchObject([{ season: 1, episode: 1, companions: [{ id: ana.user.id }] }]);
  });

  test('is recorded at once for who lets the others, with a note that takes it back', async () => {
    await join(ben, { trusts: true });
    const events = { ana: ['group:changed', 'progress:changed'], cleo: changed };

    await audience.hears(async () => watched(ana, 1, 1), {
      ...events,
      ben: ['group:changed', 'play:proposed', 'progress:changed'],
    });

    expect((await group()).next).toEqual({ season: 1, episode: 2 });
    const [note] = await proposals(ben);
    expect(note).toMatchObject({ by: { id: ana.user.id }, season: 1, episode: 1, status: 'recorded' });
    await audience.hears(async () => ben.post(`/api/plays/${note?.id}/confirm`, { status: 'declined' }).expect(200), {
      ...events,
      ana: changed,
      ben: ['group:changed', 'play:proposed', 'progress:changed'],
    });
    expect([await diary(ben), await proposals(ben)]).toEqual([[], []]);
    expect((await group()).next).toEqual({ season: 1, episode: 1 });
  });

  test.each([
    [limits.recordedProposalsPerPerson - 1, 'recorded'],
    [limits.recordedProposalsPerPerson, 'pending'],
  ])('beside %i unanswered notes of such plays is %s', async (count, status) => {
    await join(ben, { trusts: true });
    await watched(ana, 1, 1);
    const { _id, ...note } = (await ProposalModel.findOne({
      userId: ben.user.id,
      status: 'recorded',
    }).lean()) as ProposalDoc;
    const copies = Array.from({ length: count - 1 }, () => ({ ...note, byUserId: new Types.ObjectId() }));
    await ProposalModel.insertMany(copies.map((copy) => ({ ...copy, originId: new Types.ObjectId() })));

    await watched(ana, 1, 2, { ahead: true });

    const [latest] = await proposals(ben);
    await ProposalModel.deleteMany({ userId: ben.user.id, byUserId: trusted({ $ne: ana.user.id }) });
    expect(latest).toMatchObject({ episode: 2, status });
    expect(await diary(ben)).toHaveLength(status === 'recorded' ? 2 : 1);
  });

  test('keeps what was recorded when the note is confirmed', async () => {
    await join(ben, { trusts: true });
    await watched(ana, 1, 1);
    const [note] = await proposals(ben);

    await ben.post(`/api/plays/${note?.id}/confirm`, { status: 'accepted' }).expect(200);

    expect([await diary(ben), await proposals(ben)]).toMatchObject([[{ episode: 1 }], []]);
  });

  test('adds one play each when both say so at once, and repeats add none', async () => {
    await join(ana, { trusts: true });
    await join(ben, { trusts: true });

    await Promise.all([watched(ana, 1, 1), watched(ben, 1, 1), watched(ana, 1, 1)]);
    const { body } = await watched(ben, 1, 1);

    expect((body as GroupWatched).id).toBeNull();
    expect([(await diary(ana)).length, (await diary(ben)).length]).toEqual([1, 1]);
    expect((await group()).next).toEqual({ season: 1, episode: 2 });
  });

  test('proposes an episode once, and adds nothing for who has watched it meanwhile', async () => {
    await watched(ana, 1, 1);
    await watched(ana, 1, 1);
    await tick(ben, 1, 1);
    const pending = await proposals(ben);

    await ben.post(`/api/plays/${pending[0]?.id}/confirm`, { status: 'accepted' }).expect(200);

    expect([pending.length, (await diary(ben)).length]).toEqual([1, 1]);
  });

  test('answers the question whether the caller watched the same episode', async () => {
    await watched(ana, 1, 1);
    expect(await proposals(ben)).toHaveLength(1);

    await watched(ben, 1, 1);

    expect(await proposals(ben)).toEqual([]);
    const { notices } = (await ben.get('/api/notices')).body as Notices;
    expect(notices.map(({ topic }) => topic)).not.toContain('plays');
    expect(await diary(ben)).toHaveLength(1);
  });

  test('is undone for the caller', async () => {
    const { body } = await watched(ana, 1, 1);
    await ana.post(`/api/plays/acts/${body.id}/undo`).expect(200);

    expect(await diary(ana)).toEqual([]);
  });

  test('reaches nobody whom a block keeps apart, who stay in the group', async () => {
    await join(ben, { trusts: true });
    await ben.put(`/api/users/${ana.user.id}/block`).expect(204);

    await watched(ana, 1, 1);

    expect([await diary(ben), await proposals(ben)]).toEqual([[], []]);
    expect((await group()).memberIds).toEqual(idsOf(ana, ben));
    await ben.delete(`/api/users/${ana.user.id}/block`).expect(204);
  });

  test('is for members of the group and episodes of the show', async () => {
    expect((await watched(cleo, 1, 1)).status).toBe(409);
    expect((await watched(ana, 1, 99)).status).toBe(400);
  });
});

test('a vote decides about the next episode of a group, which those who took part can then note', async () => {
  await join(ana);
  await join(ben);
  await tick(ana, 1, 1);
  await tick(ben, 1, 1);
  await addTitles(ana, folderId, 2);
  const { body: poll } = await ana.post(`/api/folders/${folderId}/polls`, {});
  const shown = poll.candidates.map(({ key, episode }: { key: string; episode?: object }) => [key, episode]);
  expect(Object.fromEntries(shown)).toMatchObject({ [`tv:${SHOW}`]: { season: 1, episode: 2 } });
  expect(shown.filter(([, episode]: [string, object | undefined]) => episode)).toHaveLength(1);
  await ben.post(`/api/polls/${poll.id}/participants/me`);

  await ana.post(`/api/polls/${poll.id}/close`, { watchedKey: `tv:${SHOW}` }).expect(200);

  for (const person of [ana, ben]) {
    const [proposal] = await proposals(person);
    expect(proposal).toMatchObject({ season: 1, episode: 2, source: 'poll', status: 'pending' });
    await person.post(`/api/plays/${proposal?.id}/confirm`, { status: 'accepted' }).expect(200);
  }
  expect((await group()).next).toEqual({ season: 1, episode: 3 });
});

describe('a proposal of a group', () => {
  const propose = (person: Person, ...to: Person[]) => person.post(at('proposals'), { userIds: idsOf(...to) });

  test('waits for the person, who joins (P41)', async () => {
    await join(ben);
    await audience.hears(async () => propose(ben, cleo).expect(204), { cleo: ['group:proposed'] });

    expect(audience.payloads('cleo', 'group:proposed')).toMatchObject([
      { folderId, tmdbId: SHOW, by: { id: ben.user.id } },
    ]);
    expect(await groups(cleo)).toMatchObject([{ memberIds: idsOf(ben), proposedByUserId: ben.user.id }]);
    expect(await group(ana)).not.toHaveProperty('proposedByUserId');
    await join(cleo);
    expect(await group(cleo)).not.toHaveProperty('proposedByUserId');
  });

  test.each([
    [limits.pendingGroupProposalsPerPerson - 1, ['group:proposed']],
    [limits.pendingGroupProposalsPerPerson, []],
  ])('beside %i others reaches the person as %j', async (count, events) => {
    const others = Array.from({ length: count }, () => ({
      ...{ folderId: new Types.ObjectId(), tmdbId: SHOW, userId: new Types.ObjectId(cleo.user.id), trusts: false },
      ...{ state: 'proposed' as const, since: new Date(), byUserId: new Types.ObjectId(ana.user.id) },
    }));
    await GroupPersonModel.insertMany(others);

    await audience.hears(async () => propose(ana, cleo).expect(204), { cleo: events });

    expect(await groups(cleo)).toHaveLength(events.length);
    await GroupPersonModel.deleteMany({ userId: cleo.user.id });
  });

  test.each([
    ['joins', () => join(cleo)],
    ['declines', () => cleo.delete(at('proposals/me')).expect(204)],
  ])('is no notice any more for who %s', async (_what, answer) => {
    const noticesOfList = async () => {
      const { notices }: Notices = (await cleo.get('/api/notices')).body;
      return notices.filter((notice) => notice.folderId === folderId && notice.text.includes('wants to watch'));
    };
    await propose(ana, cleo).expect(204);
    expect(await noticesOfList()).toHaveLength(1);

    await answer();

    expect(await noticesOfList()).toEqual([]);
  });

  test('is declined in silence, and cannot be repeated at once', async () => {
    await propose(ana, cleo);
    await audience.hears(async () => cleo.delete(at('proposals/me')).expect(204), { cleo: changed });

    await audience.hears(async () => propose(ana, cleo).expect(204), {});
    expect(await groups(cleo)).toEqual([]);
  });

  test('is for people of the list only, by those who may edit it, and not against a block', async () => {
    expect((await propose(cleo, ben)).status).toBe(403);
    expect((await propose(ana, dora)).status).toBe(403);
    await cleo.put(`/api/users/${ana.user.id}/block`);
    await audience.hears(async () => propose(ana, cleo).expect(204), {});
    await cleo.delete(`/api/users/${ana.user.id}/block`).expect(204);
  });
});
