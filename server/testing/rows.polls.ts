import type { guestApi, ListPollCalls, pollApi } from '../../common/api/polls.ts';
import { folder, isNonsense, type Row, type Rows } from './row.ts';
import { putGuest, putPoll, type Stage } from './stage.ts';

const poll = { params: (stage: Stage) => ({ id: stage.pollId }) };

/** The calls on the polls of a list. The stage's poll is open, so no other one can be opened. */
export function listPollRows(): Rows<ListPollCalls> {
  return {
    open: {
      needs: 'canView',
      passes: 409,
      ...folder,
      body: () => ({ count: 3, includePicks: false, hasOpenBallots: false }),
      nonsense: { body: () => ({ count: 99 }) },
    },
    current: { needs: 'canView', passes: 200, ...folder },
    history: { needs: 'canView', passes: 200, ...folder },
  };
}

const managed: Row = { needs: 'canManage', passes: 200, ...poll };

/** The calls on one poll, in which the owner and all members take part. The owner has opened it. */
export const pollRows: Rows<typeof pollApi> = {
  get: { needs: 'canView', passes: 200, guestPasses: 200, ...poll },
  join: { needs: 'canView', passes: 200, ...poll },
  getBallot: { needs: 'canView', passes: 200, guestPasses: 200, ...poll },
  setBallot: {
    needs: 'canView',
    passes: 200,
    guestPasses: 200,
    ...poll,
    body: () => ({ marks: {}, veto: null, isReady: false }),
    nonsense: { body: () => ({ marks: { 'movie:1': 7 }, isReady: false }) },
  },
  start: managed,
  reveal: { ...managed, restore: putPoll },
  close: { ...managed, body: () => ({}), nonsense: { body: () => ({ watchedKey: 7 }) }, restore: putPoll },
  createGuestLink: { needs: 'canShare', passes: 201, ...poll },
  endGuestLink: { needs: 'canShare', passes: 204, ...poll },
  removeGuest: {
    needs: 'canManage',
    passes: 204,
    params: (stage) => ({ id: stage.pollId, guestId: stage.guestId }),
    restore: putGuest,
  },
  // Last, because the callers take part in all others.
  leave: { needs: 'canView', passes: 204, guestPasses: 204, ...poll, restore: putPoll },
};

/** The calls of people with a guest link. */
export const guestRows: Rows<typeof guestApi> = {
  offer: { needs: 'nothing', passes: 200, params: (stage) => ({ token: stage.guestToken }) },
  // Joining would make the callers guests, so this request fails after the check of the caller.
  join: {
    needs: 'nothing',
    passes: 400,
    params: (stage) => ({ token: stage.guestToken }),
    body: () => ({ name: '' }),
    nonsense: isNonsense,
  },
};
