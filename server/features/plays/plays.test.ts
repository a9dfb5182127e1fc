import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { model, Types } from 'mongoose';
import { limits } from '../../../common/constants.ts';
import { allFlags } from '../../../common/permissions.ts';
import type { Notices } from '../../../common/schemas/notice.ts';
import type { Play, Proposal } from '../../../common/schemas/play.ts';
import { createFolder, only, PASSWORD, type Person, shareWith, signUp, titleFacts } from '../../testing/people.ts';
import { playBodyOf, recordPlay } from '../../testing/plays.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { playQueries } from './play.service.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let stranger: Person;
let folderId: string;

beforeEach(async () => {
  [ana, ben, stranger] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben'), signUp(server, 'Sten')]);
  folderId = (await createFolder(ana)).id;
  await shareWith(ana, folderId, ben, only());
});

const log = async (person: Person): Promise<Play[]> => (await person.get('/api/plays')).body;
const proposals = async (person: Person): Promise<Proposal[]> => (await person.get('/api/plays/proposals')).body;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const nextOf = (link: string | undefined) => /<(.+)>; rel="next"/.exec(link ?? '')?.[1];

describe('recording a play', () => {
  test('stores the title, the time and the list, for its user alone', async () => {
    const facts = titleFacts();
    const body = { ...playBodyOf(facts), at: '2026-01-31T20:15:00.000Z', folderId };

    const { status, body: play } = await ana.post('/api/plays', body);

    const { watched: _watched, ...title } = facts;
    expect(status).toBe(201);
    expect(play).toMatchObject({ ...title, userId: ana.user.id, at: body.at, precision: 'second', source: 'app' });
    expect(play).toMatchObject({ folderId, companions: [] });
    expect(await log(ana)).toEqual([play]);
    expect(await log(ben)).toEqual([]);
  });

  test('without a time it is unknown', async () => {
    expect(await recordPlay(ana)).toMatchObject({ at: null, precision: 'unknown' });
    expect(await recordPlay(ana, { at: null, precision: 'unknown' })).toMatchObject({ at: null });
  });

  test.each(['2026-01-31', '1969-07-20'])('of the day %s stores its midnight in UTC', async (day) => {
    const play = await recordPlay(ana, { at: `${day}T20:15:00.000Z`, precision: 'day' });

    expect(play).toMatchObject({ at: `${day}T00:00:00.000Z`, precision: 'day' });
  });

  test('looks up facts that are not sent, and refuses an unknown title', async () => {
    const known = await ana.post('/api/plays', { mediaType: 'movie', tmdbId: 603 });
    const unknown = await ana.post('/api/plays', { mediaType: 'movie', tmdbId: 999_999_999 });

    expect(known.body).toMatchObject({ title: 'The Matrix', releaseDate: expect.stringContaining('1999') });
    expect(unknown.status).toBe(404);
  });

  test.each([
    ['a film', { mediaType: 'movie', tmdbId: 603 }, 136],
    ['an episode', { mediaType: 'tv', tmdbId: 1399, season: 1, episode: 1 }, 62],
  ])('has the length of %s also when it is not sent', async (_what, title, runtime) => {
    const { tmdbId: _tmdbId, mediaType: _mediaType, ...facts } = titleFacts();

    expect((await ana.post('/api/plays', { ...title, facts })).body).toMatchObject({ runtime });
  });

  test('names the season and episode of a show only', async () => {
    const show = playBodyOf(titleFacts({ mediaType: 'tv' }));

    expect((await ana.post('/api/plays', { ...show, season: 2, episode: 5 })).body).toMatchObject({
      season: 2,
      episode: 5,
    });
    expect((await ana.post('/api/plays', { ...playBodyOf(), season: 2 })).body.issues[0].path).toBe('season');
  });

  test.each([
    ['a precision without a time', { precision: 'day' }],
    ['a time of unknown precision', { at: '2026-01-31T20:15:00.000Z', precision: 'unknown' }],
    ['a time in two days', { at: inHours(48) }],
    ['a local time', { at: '2026-01-31T20:15' }],
    ['too many companions', { withUserIds: Array.from({ length: 21 }, () => 'f'.repeat(24)) }],
  ])('with %s is refused', async (_what, part) => {
    const answer = await ana.post('/api/plays', { ...playBodyOf(), ...part });

    expect([answer.status, await log(ana)]).toEqual([400, []]);
  });

  test('is possible for tomorrow: clocks are wrong, and the day has begun elsewhere', async () => {
    const at = inHours(20);
    expect(await recordPlay(ana, { at })).toMatchObject({ at, precision: 'second' });
  });

  test('in a list that the user cannot see is refused', async () => {
    const answer = await stranger.post('/api/plays', { ...playBodyOf(), folderId });

    expect([answer.status, await log(stranger)]).toEqual([404, []]);
  });

  test('twice with one key stores one play', async () => {
    const [body, key] = [playBodyOf(), randomUUID()];
    const send = () => ana.post('/api/plays', body).set('Idempotency-Key', key);

    const [first, second] = [await send(), await send()];

    expect(second.body).toEqual(first.body);
    expect(await log(ana)).toHaveLength(1);
  });

  test('of a title seen before is another play', async () => {
    const body = playBodyOf();
    await Promise.all([1, 2, 3].map(() => ana.post('/api/plays', body)));

    const { body: ofTitle } = await ana.get(`/api/plays?mediaType=movie&tmdbId=${body.tmdbId}`);

    expect(ofTitle).toHaveLength(3);
  });
});

describe('the log', () => {
  const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T12:00:00.000Z`;

  test('is newest first, with unknown times last, in pages without gaps or repetitions', async () => {
    const times = [day(3), null, day(1), day(2), null, day(2), day(9)];
    for (const at of times) await recordPlay(ana, { at });

    const read: Play[] = [];
    let path: string | undefined = '/api/plays?limit=2';
    while (path) {
      const { body, headers } = await ana.get(path);
      expect(body.length).toBeLessThanOrEqual(2);
      read.push(...body);
      path = nextOf(headers.link);
    }

    expect(read.map(({ at }) => at)).toEqual([day(9), day(3), day(2), day(2), day(1), null, null]);
    expect(new Set(read.map(({ id }) => id)).size).toBe(times.length);
    expect(await log(ana)).toEqual(read);
  });

  test('continues at the same place although the play there was deleted', async () => {
    for (const n of [1, 2, 3]) await recordPlay(ana, { at: day(n) });
    const { body, headers } = await ana.get('/api/plays?limit=1');
    await ana.delete(`/api/plays/${body[0].id}`);

    const next = await ana.get(nextOf(headers.link) ?? '');

    expect(next.body.map(({ at }: Play) => at)).toEqual([day(2)]);
  });

  test.each([
    ['mediaType=movie&tmdbId=603', ['movie 603']],
    ['mediaType=movie', ['movie 604', 'movie 603']],
    ['tmdbId=603', ['tv 603', 'movie 603']],
    ['tmdbId=605', []],
  ])('has what ?%s names', async (query, expected) => {
    const titles = [
      titleFacts({ tmdbId: 603 }),
      titleFacts({ tmdbId: 604 }),
      titleFacts({ tmdbId: 603, mediaType: 'tv' }),
    ];
    for (const [index, facts] of titles.entries()) {
      await ana.post('/api/plays', { ...playBodyOf(facts), at: day(index + 1), precision: 'day' });
    }

    const { body } = await ana.get(`/api/plays?${query}`);

    expect(body.map(({ mediaType, tmdbId }: Play) => `${mediaType} ${tmdbId}`)).toEqual(expected);
  });

  test.each(['limit=101', 'limit=0', 'before=x', `before=2026-13-01T00:00:00.000Z_${'f'.repeat(24)}`])(
    'refuses ?%s',
    async (query) => {
      expect((await ana.get(`/api/plays?${query}`)).status).toBe(400);
    },
  );
});

describe('changing a play', () => {
  test('replaces its time, season and episode', async () => {
    const show = { ...playBodyOf(titleFacts({ mediaType: 'tv' })), season: 1, episode: 2 };
    const play = await recordPlay(ana, { ...show, at: '2026-01-31T20:15:00.000Z' });
    const path = `/api/plays/${play.id}`;

    const moved = await ana.patch(path, { at: '2026-02-01T00:00:00.000Z', precision: 'day', episode: null });
    const forgotten = await ana.patch(path, { at: null });

    const { episode: _episode, ...rest } = play;
    expect(moved.body).toEqual({ ...rest, at: '2026-02-01T00:00:00.000Z', precision: 'day' });
    expect(forgotten.body).toEqual({ ...rest, at: null, precision: 'unknown' });
    expect(await log(ana)).toEqual([forgotten.body]);
  });

  test('refuses a season of a film, and a future time', async () => {
    const { id } = await recordPlay(ana);

    expect((await ana.patch(`/api/plays/${id}`, { season: 1 })).status).toBe(400);
    expect((await ana.patch(`/api/plays/${id}`, { at: '2999-01-01T00:00:00.000Z' })).status).toBe(400);
  });

  test('or deleting it is not found for anybody else', async () => {
    const { id } = await recordPlay(ana);

    for (const person of [ben, stranger]) {
      expect((await person.patch(`/api/plays/${id}`, { at: null })).status).toBe(404);
      expect((await person.delete(`/api/plays/${id}`)).status).toBe(404);
    }
    expect((await ana.delete(`/api/plays/${id}`)).status).toBe(204);
    expect((await ana.delete(`/api/plays/${id}`)).status).toBe(404);
    expect(await log(ana)).toEqual([]);
  });

  test('is not found for those who delete it at the same time as another tab', async () => {
    const { id } = await recordPlay(ana);

    const answers = await Promise.all(Array.from({ length: 5 }, () => ana.delete(`/api/plays/${id}`)));

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
  });
});

test.each([
  ['of all titles', {}],
  ['of one kind', { mediaType: 'movie' }],
] as const)('a page of the log %s comes from an index in its order, however long the log is', async (_what, kind) => {
  for (const at of [undefined, '2026-01-31T20:15:00.000Z']) await recordPlay(ana, { at });
  const before = `2026-01-31T20:15:00.000Z_${ana.user.id}`;

  const queries = [undefined, before].flatMap((place) => {
    const { dated, undated } = playQueries(ana.user.id, { ...kind, before: place });
    return dated ? [dated, undated] : [undated];
  });
  const explain = async (query: (typeof queries)[number]) => {
    const { queryPlanner } = (await query.limit(51).explain()) as unknown as { queryPlanner: { winningPlan: object } };
    return JSON.stringify(queryPlanner.winningPlan);
  };
  const plans = await Promise.all(queries.map(explain));

  for (const plan of plans) {
    expect(plan).toContain('"stage":"IXSCAN"');
    expect(plan).not.toContain('"stage":"SORT"');
  }
});

describe('restoring a removed play', () => {
  test('brings it back whole, once, and proposes it to nobody again', async () => {
    const play = await recordPlay(ana, { withUserIds: [ben.user.id], folderId, at: '2026-01-31T20:15:00.000Z' });
    await recordPlay(ana);
    const before = await log(ana);
    const [proposal] = await proposals(ben);
    await ben.post(`/api/plays/${proposal?.id}/confirm`, { status: 'declined' });
    await ana.delete(`/api/plays/${play.id}`);
    const tab = await openTab(server, ana);

    const answer = await ana.post(`/api/plays/${play.id}/restore`);

    expect([answer.status, answer.body]).toEqual([200, play]);
    expect(await log(ana)).toEqual(before);
    expect(await tab.next('play:saved')).toEqual({ play });
    expect(await proposals(ben)).toEqual([]);
    expect((await ana.post(`/api/plays/${play.id}/restore`)).status).toBe(404);
    tab.close();
  });

  test('is not found for anybody else, or when it was not removed', async () => {
    const play = await recordPlay(ana);
    expect((await ana.post(`/api/plays/${play.id}/restore`)).status).toBe(404);
    await ana.delete(`/api/plays/${play.id}`);

    expect((await ben.post(`/api/plays/${play.id}/restore`)).status).toBe(404);
    expect((await ana.post(`/api/plays/${play.id}/restore`)).status).toBe(200);
  });

  test('is refused when a review has added the play again', async () => {
    const review = { ...titleFacts(), rating: 4 };
    const { id } = (await ana.post('/api/reviews', review)).body;
    const [play] = await log(ana);
    await ana.delete(`/api/plays/${play?.id}`);
    await ana.delete(`/api/reviews/${id}`);
    await ana.post('/api/reviews', review);

    expect((await ana.post(`/api/plays/${play?.id}/restore`)).status).toBe(409);
    expect(await log(ana)).toHaveLength(1);
  });

  test('is possible for an hour, and ends with the account', async () => {
    const play = await recordPlay(ana);
    const removedAt = Date.now();
    await ana.delete(`/api/plays/${play.id}`);
    const kept = await model<{ expiresAt: Date }>('RemovedPlay').findById(play.id).lean();
    const minutes = ((kept?.expiresAt.getTime() ?? 0) - removedAt) / 60_000;
    expect([Math.floor(minutes), minutes < 70]).toEqual([60, true]);

    await ana.delete('/api/user', { currentPassword: PASSWORD });

    expect(await model('RemovedPlay').countDocuments({ userId: ana.user.id })).toBe(0);
  });
});

describe('a play with others', () => {
  const withBen = () => recordPlay(ana, { at: '2026-01-31T20:15:00.000Z', withUserIds: [ben.user.id], folderId });

  test('names them, and proposes the play to each instead of storing it', async () => {
    const play = await withBen();

    const [proposal] = await proposals(ben);
    expect(play.companions).toMatchObject([{ id: ben.user.id, firstName: 'Ben' }]);
    expect(proposal).toMatchObject({ id: play.id, userId: ben.user.id, by: { id: ana.user.id }, status: 'pending' });
    expect(proposal).toMatchObject({ title: play.title, at: play.at });
    expect(proposal).not.toHaveProperty('folderId');
    expect([await log(ben), await proposals(ana)]).toEqual([[], []]);
  });

  test('can be named afterwards: each new one gets the proposal, once', async () => {
    const play = await recordPlay(ana, { at: '2026-01-31T20:15:00.000Z', folderId });
    const name = () => ana.patch(`/api/plays/${play.id}`, { withUserIds: [ben.user.id] });

    const [first, second] = [await name(), await name()];

    expect([first.status, first.body.companions]).toMatchObject([200, [{ id: ben.user.id }]]);
    expect(second.body).toEqual(first.body);
    const got = (await proposals(ben)).filter(({ id }) => id === play.id);
    expect(got).toMatchObject([{ title: play.title, at: play.at, status: 'pending' }]);
    expect(got[0]).not.toHaveProperty('folderId');
    expect((await ana.patch(`/api/plays/${play.id}`, { withUserIds: [stranger.user.id] })).status).toBe(403);
  });

  test('has no room for more than 20 of them', async () => {
    const play = await recordPlay(ana, { at: '2026-01-31T20:15:00.000Z', folderId });
    const third = await signUp(server, 'Tom');
    await shareWith(ana, folderId, third, only());
    const companionIds = Array.from({ length: limits.companions - 1 }, () => new Types.ObjectId());
    await model('Play').updateOne({ _id: play.id }, { $set: { companionIds } });
    const name = (person: Person) => ana.patch(`/api/plays/${play.id}`, { withUserIds: [person.user.id] });

    expect((await name(ben)).body.companions).toHaveLength(limits.companions);
    const { status, body } = await name(third);

    expect([status, body.code]).toEqual([409, 'limit_reached']);
  });

  test('becomes a play of their own when they accept, which stays when the first one is deleted', async () => {
    const { id, tmdbId } = await withBen();

    const { status, body } = await ben.post(`/api/plays/${id}/confirm`, { status: 'accepted' });
    await ana.delete(`/api/plays/${id}`);

    expect(status).toBe(200);
    expect(body.proposal).toMatchObject({ id, status: 'accepted' });
    expect(body.play).toMatchObject({ tmdbId, userId: ben.user.id, at: '2026-01-31T20:15:00.000Z' });
    expect(body.play.companions).toMatchObject([{ id: ana.user.id }]);
    expect(await log(ben)).toEqual([body.play]);
    expect([await log(ana), await proposals(ben)]).toEqual([[], []]);
  });

  test('is hidden while there is a block between them, and there again after it', async () => {
    const { id } = await withBen();
    const idsOf = async () => (await proposals(ben)).map((proposal) => proposal.id);
    const later = await withBen();
    expect(await idsOf()).toEqual([later.id, id]);

    await ben.put(`/api/users/${ana.user.id}/block`).expect(204);
    expect(await idsOf()).toEqual([]);
    expect((await ben.post(`/api/plays/${id}/confirm`, { status: 'accepted' })).status).toBe(404);
    await ben.delete(`/api/users/${ana.user.id}/block`).expect(204);
    expect(await idsOf()).toEqual([later.id, id]);
  });

  test('is over when its time has passed', async () => {
    const { id } = await withBen();
    const found = async () =>
      model<{ expiresAt: Date; createdAt: Date }>('PlayProposal').findOne({ originId: id }).lean();
    const proposal = await found();
    const days = ((proposal?.expiresAt.getTime() ?? 0) - (proposal?.createdAt.getTime() ?? 0)) / 86_400_000;
    expect(days).toBe(limits.proposalDays);

    await model('PlayProposal').updateOne({ originId: id }, { $set: { expiresAt: new Date() } });
    expect(await proposals(ben)).toEqual([]);
  });

  test('leaves no play when they decline', async () => {
    const { id } = await withBen();
    const tab = await openTab(server, ben);
    const notices = async () => ((await ben.get('/api/notices')).body as Notices).notices;
    expect(await notices()).toHaveLength(1);

    const { body } = await ben.post(`/api/plays/${id}/confirm`, { status: 'declined' });

    expect(body).toMatchObject({ proposal: { status: 'declined' }, play: null });
    expect(await tab.next('play:proposed')).toEqual({ proposal: body.proposal });
    expect([await log(ben), await proposals(ben), await notices()]).toEqual([[], [], []]);
    tab.close();
  });

  test('can be answered once, even by two tabs at the same time, and only by whom it names', async () => {
    const { id } = await withBen();
    const accept = (person: Person) => person.post(`/api/plays/${id}/confirm`, { status: 'accepted' });

    for (const person of [ana, stranger]) expect((await accept(person)).status).toBe(404);
    const answers = await Promise.all([accept(ben), accept(ben), accept(ben)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await accept(ben)).body.code).toBe('already_answered');
    expect(await log(ben)).toHaveLength(1);
  });

  test.each([
    ['with whom the user shares no list', () => stranger.user.id],
    ['who is the user', () => ana.user.id],
    ['who does not exist', () => 'f'.repeat(24)],
    ['without a right id', () => 'nobody'],
  ])('cannot name someone %s', async (_who, idOf) => {
    const answer = await ana.post('/api/plays', { ...playBodyOf(), withUserIds: [ben.user.id, idOf()] });

    expect([answer.status, await log(ana), await proposals(ben)]).toEqual([403, [], []]);
  });

  test('may name members of the same list, its owner, and nobody after leaving', async () => {
    const third = await signUp(server, 'Tom');
    await shareWith(ana, folderId, third, allFlags);

    expect((await recordPlay(ben, { withUserIds: [ana.user.id, third.user.id] })).companions).toHaveLength(2);
    await third.delete(`/api/folders/${folderId}/leave`);

    const answer = await ben.post('/api/plays', { ...playBodyOf(), withUserIds: [third.user.id] });
    expect(answer.status).toBe(403);
  });

  test('proposes nothing more to someone who leaves too many unanswered', async () => {
    const { ProposalModel } = await import('./proposal.model.ts');
    await withBen();
    const [first] = await ProposalModel.find({ userId: ben.user.id }).lean();
    const { _id, originId: _origin, ...copied } = first as NonNullable<typeof first>;
    await ProposalModel.insertMany(
      Array.from({ length: limits.pendingProposalsPerPerson - 1 }, () => ({
        ...copied,
        originId: new Types.ObjectId(),
      })),
    );

    expect((await withBen()).companions).toHaveLength(1);

    expect(await proposals(ben)).toHaveLength(limits.pendingProposalsPerPerson);
  });
});

describe('a review', () => {
  test('of a title without a play adds one of unknown time', async () => {
    const facts = titleFacts();
    await ana.post('/api/reviews', { ...facts, rating: 4 });

    const { watched: _watched, ...title } = facts;
    expect(await log(ana)).toMatchObject([{ ...title, at: null, precision: 'unknown', source: 'review' }]);
  });

  test('of a title with a play adds none, and its end leaves the play', async () => {
    const facts = titleFacts();
    const play = await recordPlay(ana, { ...playBodyOf(facts), at: '2026-01-31T20:15:00.000Z' });
    const { body: review } = await ana.post('/api/reviews', { ...facts, rating: 4 });
    await ana.delete(`/api/reviews/${review.id}`);

    expect(await log(ana)).toEqual([play]);
  });

  test('written again after its play was deleted adds one again', async () => {
    const facts = titleFacts();
    const write = () => ana.post('/api/reviews', { ...facts, rating: 4 });
    const { body: review } = await write();
    const [play] = await log(ana);
    await ana.delete(`/api/plays/${play?.id}`);
    await ana.delete(`/api/reviews/${review.id}`);

    expect((await write()).status).toBe(201);
    expect(await log(ana)).toHaveLength(1);
  });
});
