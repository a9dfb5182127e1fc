import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Poll } from '../../../common/schemas/poll.ts';
import { type ApiStub, stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { idOf, sampleItem } from '../../testing/samples.ts';
import { PollRoom } from './PollRoom.tsx';

const [pollId, anaId, benId] = [idOf(10), idOf(1), idOf(2)];
let api: ApiStub;

/** Titles were removed from the list during the vote of Ana and Ben, until one was left. */
function pollOf({ isReady }: { isReady: boolean }): Poll {
  const take = (id: string, name: string) => ({ id, kind: 'member' as const, name, face: null, isReady });
  return {
    id: pollId,
    folderId: idOf(3),
    categoryId: idOf(3),
    rev: 3,
    state: 'voting',
    participants: [take(anaId, 'Ana'), take(benId, 'Ben')],
    candidateKeys: ['movie:1'],
    hasTooFewCandidates: true,
    openedByUserId: anaId,
    candidates: [{ ...sampleItem(1), key: 'movie:1' }],
    filters: {},
    hasOpenBallots: false,
    seedHash: 'a'.repeat(64),
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-02T00:00:00.000Z',
  };
}

beforeEach(() => {
  api = stubApi({ [`GET /api/polls/${pollId}/ballot`]: { body: { pollId, marks: {}, veto: null, isReady: false } } });
});

function show(poll: Poll, viewer: { id: string; canManage: boolean }) {
  const onChange = jest.fn();
  renderAt(<PollRoom poll={poll} viewer={{ ...viewer, isGuest: false, canInvite: false }} onChange={onChange} />);
  return onChange;
}

describe.each([
  ['while they vote', false],
  ['when all have voted', true],
])('a vote with too few titles, %s,', (_when, isReady) => {
  test('is cancelled by who runs it', async () => {
    const poll = pollOf({ isReady });
    const closed = { ...poll, state: 'closed' };
    api.on(`POST /api/polls/${pollId}/close`, { body: closed });
    const onChange = show(poll, { id: anaId, canManage: true });

    await screen.findByText('Too few titles are left to choose from. Cancel this vote and open another.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the vote' }));

    expect(onChange).toHaveBeenCalledWith(closed);
  });

  test('does not ask the others to cancel it', async () => {
    show(pollOf({ isReady }), { id: benId, canManage: false });

    await screen.findByText('Too few titles are left to choose from, so this vote has no result.');
    expect(screen.queryByRole('button', { name: 'Cancel the vote' })).toBeNull();
  });
});
