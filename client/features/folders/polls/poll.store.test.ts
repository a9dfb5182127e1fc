import { beforeEach, expect, test } from '@jest/globals';
import type { PollProgress } from '../../../../common/schemas/poll.ts';
import { usePolls } from './poll.store.ts';

const id = (n: number) => n.toString(16).padStart(24, '0');
const folderId = id(1);
const poll = (over: Partial<PollProgress> = {}): PollProgress => ({
  pollId: id(10),
  folderId,
  rev: 3,
  state: 'voting',
  participants: [],
  candidateKeys: ['movie:1', 'movie:2'],
  hasTooFewCandidates: false,
  ...over,
});

const known = () => usePolls.getState().polls[folderId];
const { applyPoll, applyAll, applyGone } = usePolls.getState();

beforeEach(() => applyAll([poll()]));

test('a newer event replaces a poll, an older one does not (P27)', () => {
  applyPoll(poll({ rev: 4, state: 'revealed' }));
  applyPoll(poll({ rev: 3 }));

  expect(known()).toMatchObject({ rev: 4, state: 'revealed' });
});

test('the next poll of a list replaces the one before, and a late event of the one before changes nothing', () => {
  applyPoll(poll({ pollId: id(11), rev: 1, state: 'lobby' }));
  applyPoll(poll({ rev: 9, state: 'closed' }));

  expect(known()).toMatchObject({ pollId: id(11), state: 'lobby' });
});

test('a closed poll is gone, and that of a list that the viewer has lost', () => {
  applyPoll(poll({ rev: 4, state: 'closed' }));
  expect(known()).toBeUndefined();

  applyAll([poll()]);
  applyGone(folderId);
  expect(known()).toBeUndefined();
});

test('a sync replaces all polls', () => {
  applyAll([]);

  expect(known()).toBeUndefined();
});
