import { createHash, createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { families, familyKeys } from '../../../../common/families.ts';
import { allFlags } from '../../../../common/permissions.ts';
import { coinOf } from '../../../../common/poll/coin.ts';
import { decide, type Mark } from '../../../../common/poll/rule.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import type { Poll } from '../../../../common/schemas/poll.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { addTitles, ballotOf, openPoll, startVote, vote } from '../../../testing/polls.ts';
import { setUpServer } from '../../../testing/server.ts';
import { BallotModel, FairnessModel, type PollDoc, PollModel } from '../model/poll.model.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let folder: Folder;

beforeAll(async () => {
  [ana, ben, cleo] = await Promise.all([signUp(server), signUp(server, 'Ben'), signUp(server, 'Cleo')]);
});
beforeEach(async () => {
  folder = await createFolder(ana, 'Friday nights');
  await shareWith(ana, folder.id, ben, only());
  await shareWith(ana, folder.id, cleo, only());
});

const open = (person: Person, body: object = {}) => person.post(`/api/folders/${folder.id}/polls`, body);
const current = async (person: Person): Promise<Poll | null> =>
  (await person.get(`/api/folders/${folder.id}/polls/current`)).body;
const history = async (person: Person): Promise<Poll[]> => (await person.get(`/api/folders/${folder.id}/polls`)).body;
const at = (poll: Poll, action: string) => `/api/polls/${poll.id}/${action}`;

describe.each(familyKeys)('a poll, opened in the %s family,', (key) => {
  test('is in its lobby, with who opened it, and the open poll of both families', async () => {
    await addTitles(ana, folder.id, 4);
    const path = `${families[key].api.lists}/${folder.id}/polls`;

    const { status, body } = await ben.post(path, {});

    expect(status).toBe(201);
    expect(body).toMatchObject({
      folderId: folder.id,
      categoryId: folder.id,
      rev: 1,
      state: 'lobby',
      openedByUserId: ben.user.id,
      participants: [{ id: ben.user.id, kind: 'member', name: 'Ben Test', face: null, isReady: false }],
      hasTooFewCandidates: false,
    });
    expect(body.candidates).toHaveLength(4);
    expect(body.candidateKeys).toEqual(body.candidates.map((one: { key: string }) => one.key));
    expect(await current(ana)).toEqual(body);
    expect((await ana.get(`/api/categories/${folder.id}/polls/current`)).body).toEqual(body);
    expect((await ana.get(`/api/polls/${body.id}`)).body).toEqual(body);
  });
});

/** Ends the open poll without a result, and begins another. */
async function startVoteAfterClosing(): Promise<Poll> {
  await ana.post(at((await current(ana)) as Poll, 'close'), {}).expect(200);
  return startVote(ana, folder.id);
}

describe('opening a poll', () => {
  test('a second time is refused with the id of the open one', async () => {
    await addTitles(ana, folder.id, 3);
    const { body: poll } = await open(ana);

    const { status, body } = await open(ben);

    expect([status, body.code, body.pollId]).toEqual([409, 'poll_open', poll.id]);
  });

  test('twice at once opens one', async () => {
    await addTitles(ana, folder.id, 3);

    const answers = await Promise.all([open(ana), open(ben), open(cleo)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('needs three titles', async () => {
    await addTitles(ana, folder.id, 2);

    expect((await open(ana)).body.code).toBe('too_few_candidates');
    expect(await current(ana)).toBeNull();
  });

  test('takes the named items, and refuses one of another list', async () => {
    const items = [await addItem(ana, folder.id), await addItem(ana, folder.id), await addItem(ana, folder.id)];
    await addTitles(ana, folder.id, 2);
    const itemIds = items.map(({ id }) => id);
    const elsewhere = await addItem(ana, (await createFolder(ana)).id);

    expect((await open(ana, { itemIds: [...itemIds, elsewhere.id] })).status).toBe(404);
    const { body } = await open(ana, { itemIds });

    expect(body.candidateKeys).toEqual(items.map(({ tmdbId }) => `movie:${tmdbId}`));
  });

  test('without names draws from To Watch, within the filters', async () => {
    await addItem(ana, folder.id, { watched: true });
    await addItem(ana, folder.id, { runtime: 200 });
    await addItem(ana, folder.id, { runtime: null });
    await addItem(ana, folder.id, { mediaType: 'tv', runtime: 50 });
    const suited = [];
    for (const runtime of [80, 90, 100]) suited.push(await addItem(ana, folder.id, { runtime }));
    await ana.post('/api/reviews', { tmdbId: suited[0]?.tmdbId, mediaType: 'movie', title: 'Seen', rating: 4 });

    const filters = { maxRuntime: 100, mediaType: 'movie' };
    const unseen = await open(ana, { filters: { ...filters, onlyUnseen: true } });
    const { body } = await open(ana, { filters });

    expect(unseen.body.code).toBe('too_few_candidates');
    expect(body.candidateKeys.sort()).toEqual(suited.map(({ tmdbId }) => `movie:${tmdbId}`).sort());
    expect(body.filters).toEqual(filters);
  });

  test('fills up with picks for everyone', async () => {
    await addTitles(ana, folder.id, 2);

    const { body } = await open(ana, { count: 5, includePicks: true });

    expect(body.candidates).toHaveLength(5);
    expect(new Set(body.candidateKeys).size).toBe(5);
  });

  test('after a result ends the poll before, which becomes history', async () => {
    const poll = await startVote(ana, folder.id);
    await vote(ana, poll, [2, 0, 0]);
    expect(await current(ana)).toMatchObject({ id: poll.id, state: 'revealed' });
    expect(await history(ben)).toEqual([]);

    const { body: next } = await open(ana);

    expect(await current(ana)).toMatchObject({ id: next.id });
    expect(await history(ben)).toMatchObject([
      { id: poll.id, state: 'closed', result: { winnerKey: poll.candidateKeys[0] } },
    ]);
  });

  test('leaves the past ones in the history, the newest first, without those that had no result', async () => {
    const ids = [];
    for (let count = 0; count < 2; count += 1) {
      const poll = await startVote(ana, folder.id);
      await vote(ana, poll, [2, 0, 0]);
      ids.unshift(poll.id);
    }
    await startVote(ana, folder.id);
    const last = await startVoteAfterClosing();

    expect((await history(ben)).map(({ id }) => id)).toEqual(ids);
    expect(await current(ben)).toMatchObject({ id: last.id });
  });

  test('keeps so many polls of the list, the newest ones, and no ballots of others', async () => {
    const poll = await startVote(ana, folder.id);
    const { _id, ...stored } = (await PollModel.findById(poll.id).lean<PollDoc>()) as PollDoc;
    const copies = Array.from({ length: limits.pollsPerList }, (_, n) => ({
      ...{ ...stored, _id: new Types.ObjectId(), state: 'closed' as const, isOpen: false },
      createdAt: new Date(Date.UTC(2026, 0, 1 + n)),
    }));
    await PollModel.insertMany(copies);
    await ana.post(at(poll, 'close'), {}).expect(200);
    const ballot = { participantId: ana.user.id, marks: {}, veto: null, expiresAt: stored.expiresAt };
    await BallotModel.insertMany(copies.map(({ _id: pollId }) => ({ ...ballot, pollId })));

    const { body: next } = await open(ana);

    const ids = (await PollModel.find({ folderId: folder.id }, { _id: 1 }).sort({ createdAt: 1 }).lean()).map((one) =>
      String(one._id),
    );
    const kept = copies.slice(2).map((copy) => String(copy._id));
    expect(ids).toEqual([...kept, poll.id, next.id]);
    const ofBallots = await BallotModel.find({ pollId: trusted({ $in: copies.map((copy) => copy._id) }) }).lean();
    expect(ofBallots.map(({ pollId }) => String(pollId)).sort()).toEqual([...kept].sort());
  });

  test('is possible again after 24 hours', async () => {
    await addTitles(ana, folder.id, 3);
    const { body: poll } = await open(ana);
    expect(Date.parse(poll.expiresAt) - Date.parse(poll.createdAt)).toBe(24 * 60 * 60 * 1000);
    await PollModel.updateOne({ _id: poll.id }, { $set: { expiresAt: new Date() } });

    expect(await current(ana)).toBeNull();
    expect((await ana.post(at(poll, 'start'))).status).toBe(409);
    expect((await open(ben)).status).toBe(201);
  });
});

describe('voting', () => {
  test('begins when the opener or a manager starts it', async () => {
    await addTitles(ana, folder.id, 3);
    const poll = await openPoll(ben, folder.id);

    expect((await cleo.post(at(poll, 'start'))).status).toBe(403);
    expect((await ben.put(at(poll, 'ballot'), ballotOf(poll, [2, 2, 2]))).status).toBe(409);
    expect((await ben.post(at(poll, 'start'))).body).toMatchObject({ state: 'voting', rev: 2 });
    expect((await ana.post(at(poll, 'start'))).body).toMatchObject({ state: 'voting', rev: 2 });
  });

  test('does not begin with fewer titles than a vote needs', async () => {
    await addTitles(ana, folder.id, 3);
    const poll = await openPoll(ana, folder.id);
    const [item] = (await ana.get(`/api/folders/${folder.id}/items`)).body;
    await ana.delete(`/api/watchlist/${item.id}`).expect(204);
    await ana.delete(`/api/watchlist/${(await ana.get(`/api/folders/${folder.id}/items`)).body[0].id}`).expect(204);

    expect((await ana.post(at(poll, 'start'))).body).toEqual({
      error: 'Too few titles are left to choose from. Close this vote and open another.',
      code: 'too_few_candidates',
    });
    expect(await current(ana)).toMatchObject({ state: 'lobby' });
  });

  test('and its other steps say why they are refused before it begins, and after its result and its end', async () => {
    await addTitles(ana, folder.id, 3);
    const poll = await openPoll(ana, folder.id);
    const refusals = async () => {
      const answers = [
        await ana.post(at(poll, 'start')),
        await ana.put(at(poll, 'ballot'), ballotOf(poll, [2, 0, 0])),
        await ana.post(at(poll, 'reveal')),
        await ben.post(at(poll, 'participants/me')),
      ];
      return answers.map(({ status, body }) => (status === 200 ? null : body.error));
    };
    const over = 'This vote is over';

    expect((await ana.post(at(poll, 'reveal'))).body.error).toBe('Start the vote first');
    expect((await ana.put(at(poll, 'ballot'), ballotOf(poll, [2]))).body.error).toBe('The vote has not begun');
    await ana.post(at(poll, 'start')).expect(200);
    await vote(ana, poll, [2, 0, 0]);
    expect(await refusals()).toEqual([over, over, null, over]);
    await ana.post(at(poll, 'close'), {}).expect(200);
    expect(await refusals()).toEqual([over, over, over, over]);
    expect((await ana.post(at(poll, 'close'), {})).body.error).toBe(over);
  });

  test('can be left, once or again, and is not found by people who do not see the list', async () => {
    const poll = await startVote(ana, folder.id, [ben]);
    const stranger = await signUp(server, 'Sten');

    for (const path of ['', '/ballot']) expect((await stranger.get(`/api/polls/${poll.id}${path}`)).status).toBe(404);
    for (const act of ['start', 'reveal', 'participants/me'])
      expect((await stranger.post(at(poll, act))).status).toBe(404);
    expect((await stranger.post(at(poll, 'close'), { watchedKey: 7 })).status).toBe(404);
    expect((await ben.post(at(poll, 'close'), { watchedKey: 7 })).status).toBe(403);
    const { rev } = (await current(ana)) as Poll;
    for (const _time of [1, 2]) expect((await ben.delete(at(poll, 'participants/me'))).status).toBe(204);
    expect(await current(ana)).toMatchObject({ rev: rev + 1, participants: [{ id: ana.user.id }] });
    expect((await vote(ben, poll, [2, 0, 0])).body.error).toBe('Join the vote first');
  });

  test('stores the own ballot, which can be changed, and shows it to nobody else', async () => {
    const poll = await startVote(ana, folder.id, [ben]);
    const [first = ''] = poll.candidateKeys;

    const { body } = await vote(ben, poll, [2, 1, 0], { veto: first, isReady: false });
    await vote(ben, poll, [0, 1, 2], { isReady: false });

    expect(body).toMatchObject({ veto: first, isReady: false });
    expect((await ben.get(at(poll, 'ballot'))).body).toEqual({
      pollId: poll.id,
      ...ballotOf(poll, [0, 1, 2], { isReady: false }),
    });
    expect((await ana.get(at(poll, 'ballot'))).body).toEqual({
      pollId: poll.id,
      marks: {},
      veto: null,
      isReady: false,
    });
    expect((await cleo.get(at(poll, 'ballot'))).status).toBe(403);
  });

  test('is open to people who join after it began, until the result', async () => {
    const poll = await startVote(ana, folder.id, [ben]);
    await vote(ana, poll, [2, 1, 0]);

    expect((await vote(cleo, poll, [2, 0, 0])).status).toBe(403);
    expect((await cleo.post(at(poll, 'participants/me'))).status).toBe(200);
    await vote(ben, poll, [2, 0, 0]);
    expect(await current(ana)).toMatchObject({ state: 'voting' });
    await vote(cleo, poll, [2, 0, 0]);

    expect(await current(ana)).toMatchObject({ state: 'revealed', result: { sentence: 'Everybody said yes.' } });
    expect((await cleo.post(at(poll, 'participants/me'))).status).toBe(409);
    expect((await vote(cleo, poll, [0, 0, 0])).status).toBe(409);
  });

  test('ignores titles that are no candidates, and refuses marks that are none', async () => {
    const poll = await startVote(ana, folder.id, [ben]);
    const path = at(poll, 'ballot');

    const { body } = await ana.put(path, { marks: { 'movie:1': 2 }, veto: 'tv:1', isReady: false });

    expect(body).toMatchObject({ marks: {}, veto: null });
    for (const marks of [{ 'movie:1': 3 }, { x: 1 }, [], 'x', { 'movie:1': '2' }]) {
      expect((await ana.put(path, { marks, isReady: false })).status).toBe(400);
    }
  });
});

describe('the result', () => {
  test('comes when everyone is ready, tells counts, and can be checked with the seed', async () => {
    const poll = await startVote(ana, folder.id, [ben]);
    const { body: before } = await ana.get(`/api/polls/${poll.id}`);
    await vote(ana, poll, [1, 2, 0]);
    await vote(ben, poll, [2, 1, 0]);

    const revealed = (await current(ana)) as Poll;
    const { seed, ranking, winnerKey, sentence, ballots } = revealed.result as NonNullable<Poll['result']>;

    expect(before).not.toHaveProperty('result');
    expect(JSON.stringify(before)).not.toContain(seed);
    const bytes = Buffer.from(seed, 'hex');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(poll.seedHash);
    const votes = [[1, 2, 0] as Mark[], [2, 1, 0] as Mark[]].map((marks) => ({ ...ballotOf(poll, marks), weight: 1 }));
    const coin = (key: string) => coinOf(createHmac('sha256', bytes).update(key).digest('hex'));
    const expected = decide(poll.candidateKeys, votes, coin);
    expect(winnerKey).toBe(expected.winner.key);
    expect(ranking).toEqual(expected.ranking.map(({ weightedScore: _weighted, ...tally }) => tally));
    expect(sentence).toBe('Nobody said no, and one of two said yes. Another title was equal, so the coin decided.');
    expect(ballots).toBeUndefined();
    expect(revealed.revealedAt).toBeDefined();
  });

  test('names who voted what only with open ballots', async () => {
    await addTitles(ana, folder.id, 3);
    const poll = await openPoll(ana, folder.id, { hasOpenBallots: true });
    expect(poll.hasOpenBallots).toBe(true);
    await ana.post(at(poll, 'start'));
    await vote(ana, poll, [2, 0, 0]);

    expect((await current(ben))?.result?.ballots).toEqual([
      { participantId: ana.user.id, marks: ballotOf(poll, [2, 0, 0]).marks, veto: null },
    ]);
  });

  test('is one when two reveal at once, and is decided by the opener or a manager', async () => {
    await shareWith(ana, folder.id, await signUp(server, 'Dan'), allFlags);
    const poll = await startVote(ana, folder.id, [ben, cleo]);
    await vote(ben, poll, [2, 0, 1]);

    expect((await ben.post(at(poll, 'reveal'))).status).toBe(403);
    const answers = await Promise.all([1, 2, 3].map(() => ana.post(at(poll, 'reveal'))));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers[2]?.body).toEqual(answers[0]?.body);
    const { body: log } = await ana.get(`/api/folders/${folder.id}/changes?since=0`);
    expect(log.changes.filter(({ type }: { type: string }) => type === 'poll:decided')).toHaveLength(1);
  });

  test('of a reveal that races with the last ballots is one, and counts the ballots that came before', async () => {
    const poll = await startVote(ana, folder.id, [ben, cleo]);

    const [, benVoted, cleoVoted] = await Promise.all([
      ana.post(at(poll, 'reveal')),
      vote(ben, poll, [2, 2, 2]),
      vote(cleo, poll, [2, 2, 2]),
    ]);

    const counted = [benVoted, cleoVoted].filter((answer) => answer?.status === 200).length;
    expect((await current(ana))?.result?.ranking[0]?.yeses).toBe(counted);
  });

  test('for one voter is a draw among what that person likes', async () => {
    const poll = await startVote(ana, folder.id);

    await vote(ana, poll, [0, 0, 2]);

    expect((await current(ana))?.result).toMatchObject({
      winnerKey: poll.candidateKeys[2],
      sentence: 'Only one person voted, so the title was drawn by chance.',
    });
  });

  test('raises the weight of a person whom it suits less, until it suits them again', async () => {
    const weights = async () => {
      const stored = await FairnessModel.find({ folderId: folder.id }).lean();
      const weightOf = ({ user }: Person) => stored.find(({ userId }) => String(userId) === user.id)?.weight;
      return [weightOf(ana), weightOf(ben), weightOf(cleo)];
    };
    const evening = async (marks: [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2][]) => {
      const poll = await startVote(ana, folder.id, [ben, cleo]);
      for (const [index, person] of [ana, ben, cleo].entries()) await vote(person, poll, marks[index] ?? []);
      const { result } = (await current(ana)) as Poll;
      return poll.candidateKeys.indexOf(result?.winnerKey ?? '');
    };

    expect(
      await evening([
        [2, 1, 0],
        [2, 1, 0],
        [1, 2, 2],
      ]),
    ).toBe(0);
    expect(await weights()).toEqual([1, 1, 2]);
    // Without weights both titles would have four points.
    expect(
      await evening([
        [2, 1, 0],
        [1, 1, 0],
        [1, 2, 0],
      ]),
    ).toBe(1);
    expect(await weights()).toEqual([2, 2, 1]);
  });
});

test('the weights of two voters change with a result, those of a single voter do not', async () => {
  const weights = async () =>
    (await FairnessModel.find({ folderId: folder.id }).sort({ weight: 1 }).lean()).map(({ weight }) => weight);
  const alone = await startVote(ana, folder.id);
  await vote(ana, alone, [2, 0, 0]);
  expect(await weights()).toEqual([]);

  const poll = await startVote(ana, folder.id, [ben]);
  await vote(ana, poll, [2, 1, 1]);
  await vote(ben, poll, [1, 0, 0]);

  expect(await weights()).toEqual([1, 2]);
});

describe('closing', () => {
  test('with what was watched asks the members who took part about it, and no one else', async () => {
    const poll = await startVote(ana, folder.id, [ben]);
    const [first] = poll.candidates;

    await ana.post(at(poll, 'close'), { watchedKey: first?.key }).expect(200);

    const proposedTo = async (person: Person) =>
      (await person.get('/api/plays/proposals')).body.map(({ title }: { title: string }) => title);
    expect(await proposedTo(ben)).toEqual([first?.title]);
    expect(await proposedTo(cleo)).toEqual([]);
  });

  test('ends a poll without ballots, for the opener or a manager', async () => {
    const poll = await startVote(ana, folder.id, [ben]);
    await vote(ana, poll, [2, 1, 0]);

    expect((await ben.post(at(poll, 'close'), {})).status).toBe(403);
    expect((await ana.post(at(poll, 'close'), { watchedKey: 'movie:1' })).status).toBe(400);
    expect((await ana.post(at(poll, 'close'), { watchedKey: poll.candidateKeys[0] })).body).toMatchObject({
      state: 'closed',
    });

    expect(await current(ana)).toBeNull();
    expect(await history(ana)).toEqual([]);
    expect((await ana.get(at(poll, 'ballot'))).body).toMatchObject({ marks: {} });
    expect((await ana.post(at(poll, 'close'), {})).status).toBe(409);
  });
});
