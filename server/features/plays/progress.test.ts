import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { foldPlays } from '../../../common/progress.ts';
import type { Play } from '../../../common/schemas/play.ts';
import type { AddedPlays, RemovedPlays, ShownProgress } from '../../../common/schemas/progress.ts';
import { migrate } from '../../migrations/migrate.ts';
import { createFolder, only, type Person, shareWith, signUp } from '../../testing/people.ts';
import { recordPlay } from '../../testing/plays.ts';
import { setUpServer } from '../../testing/server.ts';
import { type PlayDoc, PlayModel } from './play.model.ts';
import { type ShowProgressDoc, ShowProgressModel } from './progress.model.ts';
import { readEpisodePlays, rebuildProgress } from './progress.store.ts';

/** Eight seasons of 10, 10, 10, 10, 10, 10, 7 and 6 episodes. */
const SHOW = 1399;
const TOTAL = 73;

const server = setUpServer();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server, 'Ana');
});

const progressOf = async (person = ana): Promise<ShownProgress> => (await person.get(`/api/tv/${SHOW}/progress`)).body;
const tick = (season: number, episode: number, more = {}, person = ana): Promise<Play> =>
  recordPlay(person, { tmdbId: SHOW, mediaType: 'tv', facts: undefined, season, episode, ...more });
const upTo = async (season: number, episode: number, more = {}, person = ana): Promise<AddedPlays> =>
  (await person.post('/api/plays/up-to', { tmdbId: SHOW, season, episode, ...more })).body;
const seasonSeen = async (season: number): Promise<AddedPlays> =>
  (await ana.post('/api/plays/season', { tmdbId: SHOW, season })).body;
const undo = (id: string | null, person = ana) => person.post(`/api/plays/acts/${id}/undo`);
const remove = (query: string) => ana.delete(`/api/tv/${SHOW}/plays?${query}`);
const diary = async (person = ana): Promise<Play[]> => (await person.get('/api/plays')).body;

const stored = async (person = ana) =>
  ShowProgressModel.findOne({ userId: person.user.id, tmdbId: SHOW }).lean<ShowProgressDoc>();

/** What is stored, beside what the plays say. */
async function storedAndFolded(person = ana) {
  const doc = await stored(person);
  const fold = foldPlays(await readEpisodePlays(person.user.id, SHOW), doc?.restartedAt ?? null);
  const { seen = {}, repeats = {}, earlier = {}, lastPlay } = doc ?? {};
  return [
    { seen, repeats, earlier, last: lastPlay?.playId.toHexString(), lastAt: doc?.lastAt ?? null },
    {
      seen: fold.seen,
      repeats: fold.repeats,
      earlier: fold.earlier,
      last: fold.last?.id,
      lastAt: fold.last?.at ?? null,
    },
  ];
}

async function expectFold(): Promise<void> {
  const [kept, folded] = await storedAndFolded();
  expect(kept).toEqual(folded);
}

describe('the progress through a show', () => {
  test('begins with nothing seen and the first episode next', async () => {
    expect(await progressOf()).toMatchObject({
      tmdbId: SHOW,
      state: 'not-started',
      seen: {},
      seenCount: 0,
      airedCount: TOTAL,
      next: { season: 1, episode: 1, name: 'Winter Is Coming', airDate: '2011-04-17' },
      skipped: 0,
    });
  });

  test('a play of one episode has its running time, as one of several has', async () => {
    const ben = await signUp(server, 'Ben');
    const { runtime } = await tick(8, 3);
    await upTo(8, 3, {}, ben);

    expect(runtime).toBe(82);
    const ofBen = (await diary(ben)).find(({ season, episode }) => season === 8 && episode === 3);
    expect(ofBen).toMatchObject({ runtime });
    expect((await tick(8, 99)).runtime).toBe((await tick(1, 99)).runtime);
  });

  test('a play that is one of several is stored with the fields of one alone, and its act', async () => {
    const ben = await signUp(server, 'Ben');
    await tick(1, 2);
    await upTo(1, 2, {}, ben);
    const fieldsOf = async (person: Person) => {
      const plays = await PlayModel.find({ userId: person.user.id }).lean<PlayDoc[]>();
      return plays.map((play) => Object.keys(play).sort());
    };

    const [fields = []] = await fieldsOf(ana);
    const ofAct = [...fields, 'actId'].sort();
    expect(await fieldsOf(ben)).toEqual([ofAct, ofAct]);
  });

  test('follows the plays: recorded, edited, deleted and restored', async () => {
    const first = await tick(1, 1);
    expect(await progressOf()).toMatchObject({ state: 'in-progress', seenCount: 1, next: { season: 1, episode: 2 } });

    await ana.patch(`/api/plays/${first.id}`, { episode: 3 });
    expect(await progressOf()).toMatchObject({ seen: { 1: [[3, 3]] }, next: { season: 1, episode: 4 } });

    await ana.delete(`/api/plays/${first.id}`);
    expect(await progressOf()).toMatchObject({ state: 'not-started', seen: {} });

    await ana.post(`/api/plays/${first.id}/restore`);
    expect(await progressOf()).toMatchObject({ seen: { 1: [[3, 3]] } });
  });

  test('plays of the show as a whole and of a season are no episodes', async () => {
    await recordPlay(ana, { tmdbId: SHOW, mediaType: 'tv' });
    await recordPlay(ana, { tmdbId: SHOW, mediaType: 'tv', season: 2 });

    expect(await progressOf()).toMatchObject({ state: 'not-started', seen: {} });
    expect(await stored()).toBeNull();
  });

  test('is one’s own', async () => {
    const ben = await signUp(server, 'Ben');
    await tick(1, 1);

    expect(await progressOf(ben)).toMatchObject({ state: 'not-started' });
  });

  test('of an unknown show is not found, and days need a known time zone', async () => {
    expect((await ana.get('/api/tv/999999999/progress')).status).toBe(404);
    expect((await ana.get(`/api/tv/${SHOW}/progress?timeZone=Moon`)).status).toBe(400);
    expect((await ana.get(`/api/tv/${SHOW}/progress?timeZone=Pacific/Auckland`)).status).toBe(200);
  });
});

describe('seen up to here', () => {
  test('adds what has no play, with a time for the last episode only, and is undone as a whole', async () => {
    const first = await tick(1, 2, { at: '2020-01-01T20:00:00.000Z' });
    const before = { progress: await progressOf(), diary: await diary() };

    const act = await upTo(2, 3, { at: '2026-01-31T20:00:00.000Z' });

    expect(act).toMatchObject({ added: 12, progress: { seen: { 1: [[1, 10]], 2: [[1, 3]] } } });
    const plays = await diary();
    const timed = plays.filter(({ at }) => at !== null).map(({ season, episode }) => [season, episode]);
    expect([plays.length, timed]).toEqual([
      13,
      [
        [2, 3],
        [1, 2],
      ],
    ]);
    expect(plays.find(({ season, episode }) => season === 1 && episode === 2)?.id).toBe(first.id);

    const undone = await undo(act.id);
    expect([undone.status, undone.body]).toEqual([200, before.progress]);
    expect(await diary()).toEqual(before.diary);
    // Again it changes nothing.
    expect((await undo(act.id)).body).toEqual(before.progress);
  });

  test('gives the time to nothing else when the last episode was seen before', async () => {
    await tick(1, 3, { at: '2025-11-02T20:00:00.000Z' });

    expect((await upTo(1, 3)).added).toBe(2);

    const added = (await diary()).filter(({ episode }) => episode !== 3);
    expect(added.map(({ at, precision }) => [at, precision])).toEqual([
      [null, 'unknown'],
      [null, 'unknown'],
    ]);
    await tick(2, 10, { at: '2025-11-03T20:00:00.000Z' });
    await seasonSeen(2);
    expect((await stored())?.lastAt).toEqual(new Date('2025-11-03T20:00:00.000Z'));
    await expectFold();
  });

  test('with the same time for all', async () => {
    await upTo(1, 3, { at: '2026-01-31T00:00:00.000Z', precision: 'day', sameTime: true });
    expect((await diary()).map(({ at }) => at)).toEqual(Array(3).fill('2026-01-31T00:00:00.000Z'));
  });

  test('adds nothing the second time', async () => {
    await upTo(1, 3);
    expect(await upTo(1, 3)).toMatchObject({ id: null, added: 0, progress: { seenCount: 3 } });
  });

  test('refuses episodes that the show does not have, and shows that nobody knows', async () => {
    expect((await ana.post('/api/plays/up-to', { tmdbId: SHOW, season: 1, episode: 11 })).status).toBe(400);
    expect((await ana.post('/api/plays/season', { tmdbId: SHOW, season: 9 })).status).toBe(400);
    expect((await ana.post('/api/plays/season', { tmdbId: 999_999_999, season: 1 })).status).toBe(404);
    const part = { tmdbId: SHOW, season: 1, episode: 2 };
    const { user } = await signUp(server, 'Sten');
    for (const [more, status] of [
      [{ at: '2999-01-01T00:00:00.000Z' }, 400],
      [{ folderId: (await createFolder(await signUp(server))).id }, 404],
      [{ withUserIds: [user.id] }, 403],
    ] as const) {
      expect((await ana.post('/api/plays/up-to', { ...part, ...more })).status).toBe(status);
    }
    expect(await diary()).toEqual([]);
  });

  test('is undone by nobody else', async () => {
    const ben = await signUp(server, 'Ben');
    const { id } = await upTo(1, 3);
    expect((await undo(id, ben)).status).toBe(404);
    expect((await progressOf()).seenCount).toBe(3);
  });

  test('gives a companion one proposal for all of them, who gets what they have no play of', async () => {
    const ben = await signUp(server, 'Ben');
    const { id: folderId } = await createFolder(ana);
    await shareWith(ana, folderId, ben, only());
    await tick(1, 2, {}, ben);

    await upTo(1, 4, { at: '2026-01-31T20:00:00.000Z', withUserIds: [ben.user.id], folderId });

    const recorded = (await diary()).map(({ season, episode, folderId: list, companions }) => [
      ...[season, episode, list],
      ...companions.map(({ id }) => id),
    ]);
    expect(recorded.sort()).toEqual([1, 2, 3, 4].map((episode) => [1, episode, folderId, ben.user.id]));
    const { body: proposals } = await ben.get('/api/plays/proposals');
    expect(proposals).toMatchObject([
      { season: 1, episode: 4, episodes: { 1: [[1, 4]] }, at: '2026-01-31T20:00:00.000Z' },
    ]);
    expect(proposals[0]).not.toHaveProperty('folderId');
    const answer = await ben.post(`/api/plays/${proposals[0].id}/confirm`, { status: 'accepted' });
    expect(answer.body).toMatchObject({ play: null, proposal: { status: 'accepted' } });
    expect(await progressOf(ben)).toMatchObject({ seen: { 1: [[1, 4]] } });
    expect((await diary(ben)).map(({ at }) => at)).toEqual(['2026-01-31T20:00:00.000Z', null, null, null]);
  });

  test('of specials leaves the seasons alone, and seasons leave the specials alone', async () => {
    const show = { tmdbId: 94954 };
    expect((await upTo(0, 2, show)).progress).toMatchObject({ seen: { 0: [[1, 2]] }, seenCount: 0 });
    expect((await upTo(1, 2, show)).progress.seen).toEqual({ 0: [[1, 2]], 1: [[1, 2]] });
  });
});

describe('removing plays', () => {
  test('of one episode removes its only play, and asks first when there are several', async () => {
    await tick(1, 1);
    await tick(1, 1);
    await tick(1, 2);

    const refused = await remove('season=1&episode=1');
    expect([refused.status, refused.body.code]).toEqual([409, 'several_plays']);
    expect(await progressOf()).toMatchObject({ seen: { 1: [[1, 2]] } });

    const { body: one } = await remove('season=1&episode=2');
    expect(one).toMatchObject({ removed: 1, progress: { seen: { 1: [[1, 1]] } } });
    const { body: two } = await remove('season=1&episode=1&all=true');
    expect(two).toMatchObject({ removed: 2, progress: { seen: {} } });
    await expectFold();
  });

  test('of a season is undone with all that was removed', async () => {
    await seasonSeen(1);
    await tick(2, 1);
    const before = await diary();

    const { body: act }: { body: RemovedPlays } = await remove('season=1&all=true');
    expect(act).toMatchObject({ removed: 10, progress: { seen: { 2: [[1, 1]] } } });

    await undo(act.id);
    expect(await diary()).toEqual(before);
    await expectFold();
  });

  test('keeps a limited number of removed entries, the latest ones', async () => {
    await seasonSeen(1);
    const collection = mongoose.connection.collection('removedplays');
    const userId = new mongoose.Types.ObjectId(ana.user.id);
    const expiresAt = new Date(Date.now() + 60_000);
    const earlier = Array.from({ length: limits.removedPlaysPerPerson }, () => ({ userId, expiresAt }));
    await collection.insertMany(earlier);

    const { body: act }: { body: RemovedPlays } = await remove('season=1&all=true');

    expect(await collection.countDocuments({ userId })).toBe(limits.removedPlaysPerPerson);
    await undo(act.id);
    expect(await diary()).toHaveLength(10);
  });

  test('removes nothing where there is nothing', async () => {
    expect((await remove('season=1')).body).toMatchObject({ id: null, removed: 0 });
  });
});

describe('pausing, dropping and starting again', () => {
  const set = (body: object) => ana.patch(`/api/tv/${SHOW}/progress`, body);

  test('is said by the person, and taken back', async () => {
    await tick(1, 1);
    expect((await set({ state: 'paused' })).body).toMatchObject({ state: 'paused', seenCount: 1 });
    expect((await set({ state: 'dropped' })).body).toMatchObject({ state: 'dropped' });
    expect((await set({ state: null })).body).toMatchObject({ state: 'in-progress' });
  });

  test('a new start counts later plays only, and is taken back', async () => {
    await upTo(1, 5);

    const { body: again } = await set({ startsAgain: true });
    expect(again).toMatchObject({ state: 'not-started', seen: {}, next: { season: 1, episode: 1 } });
    expect(again.restartedAt).toEqual(expect.any(String));
    await tick(1, 1);
    expect(await progressOf()).toMatchObject({ seen: { 1: [[1, 1]] }, next: { season: 1, episode: 2 } });
    await expectFold();

    expect((await set({ startsAgain: false })).body).toMatchObject({ seen: { 1: [[1, 5]] } });
    await expectFold();
  });
});

describe('up next', () => {
  const upNext = async () => (await ana.get('/api/up-next')).body;

  test('has what one is watching, the latest first, without what is paused, finished or not begun', async () => {
    const [breakingBad, severance] = [1396, 95396];
    await tick(1, 1, { at: '2026-01-01T20:00:00.000Z' });
    await tick(1, 1, { tmdbId: severance, at: '2026-01-02T20:00:00.000Z' });
    await ana.post('/api/plays/up-to', { tmdbId: breakingBad, season: 5, episode: 16 });
    await recordPlay(ana, { tmdbId: 66732, mediaType: 'tv' });

    const { shows, isIncomplete } = await upNext();
    expect(isIncomplete).toBe(false);
    expect(shows).toMatchObject([
      { show: { tmdbId: severance, title: 'Severance' }, progress: { next: { season: 1, episode: 2 } } },
      { show: { tmdbId: SHOW }, progress: { next: { season: 1, episode: 2 } } },
    ]);

    await ana.patch(`/api/tv/${severance}/progress`, { state: 'paused' });
    expect((await upNext()).shows).toHaveLength(1);
  });
});

describe('the progress in all shows', () => {
  const all = async (person = ana) => (await person.get('/api/progress')).body;

  test('has each show once, with its state and when it was last watched, and nothing of others', async () => {
    const ben = await signUp(server, 'Ben');
    await tick(1, 1, {}, ben);
    await tick(1, 2, { at: '2026-01-01T20:00:00.000Z' });
    await tick(1, 1, { at: '2026-01-02T20:00:00.000Z' });
    await ana.post('/api/plays/up-to', { tmdbId: 1396, season: 5, episode: 16 });
    await recordPlay(ana, { tmdbId: 66732, mediaType: 'tv' });
    await ana.patch('/api/tv/95396/progress', { state: 'paused' });

    const shows = await all();
    expect(shows).toHaveLength(3);
    expect(shows).toContainEqual({
      tmdbId: SHOW,
      state: 'in-progress',
      seenCount: 2,
      airedCount: TOTAL,
      lastAt: '2026-01-02T20:00:00.000Z',
    });
    expect(shows).toContainEqual({ tmdbId: 1396, state: 'finished', seenCount: 62, airedCount: 62, lastAt: null });
    expect(shows).toContainEqual(expect.objectContaining({ tmdbId: 95396, state: 'paused', seenCount: 0 }));
  });

  test('leaves out shows that the source does not know', async () => {
    await tick(1, 1);
    await ShowProgressModel.updateOne({ tmdbId: SHOW, userId: ana.user.id }, { $set: { tmdbId: 999_999_999 } });

    expect(await all()).toEqual([]);
    expect((await ana.get('/api/up-next')).body).toEqual({ shows: [], isIncomplete: false });
  });
});

test('the progress is the fold of the plays after any acts, and each undo restores what was before it', async () => {
  const number = fc.record({ season: fc.integer({ min: 1, max: 2 }), episode: fc.integer({ min: 1, max: 4 }) });
  const command = fc.oneof(
    fc.record({ kind: fc.constantFrom('tick', 'upTo', 'remove', 'delete', 'edit'), number, pick: fc.nat(20) }),
    fc.record({ kind: fc.constantFrom('restore', 'again', 'first'), number, pick: fc.nat(20) }),
  );
  const removed: string[] = [];
  const run = async (kind: string, { season, episode }: { season: number; episode: number }, pick: number) => {
    const plays = await diary();
    const chosen = plays[pick % Math.max(plays.length, 1)];
    const at = pick % 3 === 0 ? null : `20${10 + (pick % 10)}-01-0${episode}T12:00:00.000Z`;
    if (kind === 'tick') await tick(season, episode, { at });
    if (kind === 'edit' && chosen) await ana.patch(`/api/plays/${chosen.id}`, { season, episode, at });
    if (kind === 'delete' && chosen)
      removed.push(chosen.id, (await ana.delete(`/api/plays/${chosen.id}`)) && chosen.id);
    if (kind === 'restore') await ana.post(`/api/plays/${removed.pop()}/restore`);
    if (kind === 'again') await ana.patch(`/api/tv/${SHOW}/progress`, { startsAgain: true });
    if (kind === 'first') await ana.patch(`/api/tv/${SHOW}/progress`, { startsAgain: false });
    if (kind !== 'upTo' && kind !== 'remove') return;
    const before = [await progressOf(), plays];
    const act = kind === 'upTo' ? await upTo(season, episode) : (await remove(`season=${season}&all=true`)).body;
    await expectFold();
    if (act.id === null || pick % 2 === 0) return;
    await undo(act.id);
    expect([await progressOf(), await diary()]).toEqual(before);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 12 }), async (commands) => {
      ana = await signUp(server, 'Ana');
      removed.length = 0;
      for (const { kind, number: at, pick } of commands) {
        await run(kind, at, pick);
        await expectFold();
      }
    }),
    { numRuns: 8 },
  );
});

test('two ticks at once add one play each, and the progress has both', async () => {
  await Promise.all([tick(1, 1), tick(1, 2), tick(1, 2), upTo(1, 3)]);
  await expectFold();
  expect(await progressOf()).toMatchObject({ seen: { 1: [[1, 3]] } });
});

test('is derived again from the plays by the operator, and by the migration', async () => {
  await upTo(1, 3, { at: '2026-01-31T20:00:00.000Z' });
  await tick(1, 2);
  const { _id, ...right } = (await stored()) ?? {};

  await ShowProgressModel.updateOne({ _id }, { $set: { seen: {}, seenCount: 0 } });
  expect(await rebuildProgress()).toBeGreaterThanOrEqual(1);
  expect(await stored()).toEqual({ _id, ...right });

  await ShowProgressModel.deleteMany({});
  const versions = mongoose.connection.collection<{ _id: string }>('versions');
  await versions.updateOne({ _id: 'data' }, { $set: { version: 3 } });
  await migrate(mongoose.connection.getClient().db(mongoose.connection.name));
  expect(await stored()).toEqual({ _id: expect.anything(), ...right });
});
