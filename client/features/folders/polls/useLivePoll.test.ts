import { expect, test } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { Poll, PollProgress } from '../../../../common/schemas/poll.ts';
import { idOf, sampleItem } from '../../../testing/samples.ts';
import { usePolls } from './poll.store.ts';
import { useLivePoll, withProgress } from './useLivePoll.ts';

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
  let current: Poll | null = null;
  const load = async () => current;
  const { result } = renderHook(() => useLivePoll(load, folderId));
  await waitFor(() => expect(result.current.poll).toBeNull());

  current = poll();
  act(() => usePolls.getState().applyPoll(progress({ rev: 1, state: 'lobby' })));
  await waitFor(() => expect(result.current.poll?.id).toBe(idOf(10)));

  current = null;
  act(() => usePolls.getState().applyPoll(progress({ rev: 9, state: 'closed' })));
  await waitFor(() => expect(result.current.poll).toBeNull());
});
