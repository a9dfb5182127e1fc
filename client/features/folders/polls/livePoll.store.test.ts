import { beforeEach, expect, test } from '@jest/globals';
import type { Poll, PollProgress } from '../../../../common/schemas/poll.ts';
import { onSignedOut } from '../../../lib/http/http.ts';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { idOf, sampleItem } from '../../../testing/samples.ts';
import { applyPollChanged, guestPolls, livePolls, showPoll, withProgress } from './livePoll.store.ts';

const folderId = idOf(1);
const candidate = (n: number) => ({ ...sampleItem(n), key: `movie:${n}` });

const poll = (over: Partial<Poll> = {}): Poll => ({
  id: idOf(10),
  folderId,
  categoryId: folderId,
  rev: 3,
  state: 'voting',
  participants: [],
  candidateKeys: ['movie:1', 'movie:2'],
  hasTooFewCandidates: false,
  openedByUserId: idOf(2),
  candidates: [candidate(1), candidate(2)],
  filters: {},
  hasOpenBallots: false,
  seedHash: 'a'.repeat(64),
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-02T00:00:00.000Z',
  ...over,
});

const progress = (over: Partial<PollProgress> = {}): PollProgress => {
  const { id, rev, state, participants, candidateKeys, hasTooFewCandidates } = poll();
  return { pollId: id, folderId, rev, state, participants, candidateKeys, hasTooFewCandidates, ...over };
};

const CURRENT = `GET /api/folders/${folderId}/polls/current`;
const BY_ID = `GET /api/polls/${idOf(10)}`;
const settled = () => new Promise((resolve) => setTimeout(resolve));
let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

test('events change a poll, and take away candidates that left the list', () => {
  const changed = withProgress(poll(), progress({ rev: 4, state: 'revealed', candidateKeys: ['movie:2'] }));

  expect(changed).toMatchObject({ id: idOf(10), rev: 4, state: 'revealed' });
  expect(changed.candidates.map(({ key }) => key)).toEqual(['movie:2']);
});

test('an older event, or one of another poll, changes nothing', () => {
  expect(withProgress(poll(), progress({ rev: 3, state: 'lobby' }))).toEqual(poll());
  expect(withProgress(poll(), progress({ rev: 9, pollId: idOf(11) }))).toEqual(poll());
});

test('the next poll of the list is loaded when an event announces it, and no poll is shown after it has ended', async () => {
  api.on(CURRENT, { body: null });
  await livePolls.load(folderId);

  api.on(CURRENT, { body: poll() });
  applyPollChanged(progress({ rev: 1, state: 'lobby' }));
  await settled();
  expect(livePolls.get(folderId)).toMatchObject({ id: idOf(10), state: 'voting' });

  api.on(CURRENT, { body: null });
  applyPollChanged(progress({ rev: 9, state: 'closed' }));
  await settled();

  expect(livePolls.get(folderId)).toBeNull();
});

test('a poll that begins while the list is asked is loaded too', async () => {
  api.on(CURRENT, async () => {
    api.on(CURRENT, { body: poll() });
    applyPollChanged(progress({ rev: 1, state: 'lobby' }));
    return { body: null };
  });

  await livePolls.load(folderId);

  expect(livePolls.get(folderId)?.id).toBe(idOf(10));
});

test('events of lists whose poll is not shown load nothing', async () => {
  applyPollChanged(progress());
  await settled();

  expect(api.calls).toEqual([]);
});

test('a result stays after its poll was closed', async () => {
  const result = { winnerKey: 'movie:1' } as Poll['result'];
  api.on(CURRENT, { body: poll({ state: 'revealed', result }) });
  await livePolls.load(folderId);

  api.on(CURRENT, { body: null });
  applyPollChanged(progress({ rev: 9, state: 'closed', result }));
  await settled();

  expect(livePolls.get(folderId)).toMatchObject({ state: 'closed', result });
});

test('the answer to a write is shown at once, unless a newer event has arrived', async () => {
  api.on(CURRENT, { body: poll() });
  await livePolls.load(folderId);

  showPoll(livePolls, folderId, poll({ rev: 5, state: 'revealed' }));
  expect(livePolls.get(folderId)?.state).toBe('revealed');
  showPoll(livePolls, folderId, poll({ rev: 4, state: 'lobby' }));

  expect(livePolls.get(folderId)?.state).toBe('revealed');
});

test.each([401, 403, 404])(
  'a guest who is answered with %d has no poll, and is not asked to sign in',
  async (status) => {
    let signedOut = 0;
    onSignedOut(() => {
      signedOut += 1;
    });
    api.on(BY_ID, failure(status, 'not_found'));

    await guestPolls.load(idOf(10));

    expect(guestPolls.get(idOf(10))).toBeNull();
    expect(signedOut).toBe(0);
  },
);
