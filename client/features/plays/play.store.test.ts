import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Play } from '../../../common/schemas/play.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { idOf, samplePlay, sampleProposal } from '../../testing/samples.ts';
import { usePlays } from './play.store.ts';

const LOG = 'GET /api/plays';
let api: ApiStub;
const store = () => usePlays.getState();
const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const play = (n: number, day: number | null, over: Partial<Play> = {}) =>
  samplePlay({ id: idOf(n), at: day === null ? null : at(day), ...over });
const days = () => store().log?.plays.map((one) => (one.at ? Number(one.at.slice(8, 10)) : null));

beforeEach(() => {
  api = stubApi({ [LOG]: { body: [play(3, 30), play(2, 20)] } });
});

/** Answers the log in pages, by the place at which they begin. */
function servePages(pages: Record<string, { body: Play[]; next?: string }>) {
  api.on(LOG, ({ query }) => {
    const { body, next } = pages[query.get('before') ?? ''] ?? { body: [] };
    return { body, ...(next && { headers: { Link: `</api/plays?before=${next}>; rel="next"` } }) };
  });
}

describe('the log', () => {
  test('is loaded back to a time, and page by page from there', async () => {
    servePages({
      '': { body: [play(5, 30)], next: 'b' },
      b: { body: [play(4, 20)], next: 'c' },
      c: { body: [play(3, 10)], next: 'd' },
      d: { body: [play(2, null)] },
    });

    await store().loadLog(at(15));
    expect(days()).toEqual([30, 20, 10]);
    await store().loadOlder();

    expect(days()).toEqual([30, 20, 10, null]);
    expect(store().log?.next).toBeUndefined();
  });

  test('has new plays in their place, changed ones once, and deleted ones no more', async () => {
    await store().loadLog(at(1));

    store().applySaved(play(4, 25));
    store().applySaved(play(5, null));
    store().applySaved(play(2, 31));
    expect(days()).toEqual([31, 30, 25, null]);
    store().applyDeleted(play(3, 30), false);

    expect(days()).toEqual([31, 25, null]);
  });

  test('leaves a play beyond its loaded part to a later page', async () => {
    servePages({ '': { body: [play(3, 30), play(2, 20)], next: 'b' } });
    await store().loadLog(at(25));

    store().applySaved(play(4, 10));
    expect(days()).toEqual([30, 20]);
    store().applySaved(play(2, 5));

    expect(days()).toEqual([30]);
  });

  test('is loaded again after missed events, with the proposals', async () => {
    api.on('GET /api/plays/proposals', { body: [] });
    await Promise.all([store().loadLog(at(1)), store().loadProposals()]);
    api.on(LOG, { body: [play(9, 9)] });
    api.on('GET /api/plays/proposals', { body: [sampleProposal()] });

    store().applyMissed();
    await new Promise((resolve) => setTimeout(resolve));

    expect(days()).toEqual([9]);
    expect(store().proposals).toHaveLength(1);
  });
});

test('what this tab has missed leaves everything as it is until it has arrived, or if it does not', async () => {
  const title = { mediaType: 'movie', tmdbId: 603 } as const;
  await Promise.all([store().loadLog(at(1)), store().loadTitle(title)]);
  const ofTitle = () => store().ofTitle['movie:603']?.length;
  api.on(LOG, failure(503, 'unavailable'));

  store().applyMissed();
  await expect(store().loadTitle(title)).rejects.toThrow('503');
  expect(days()).toEqual([30, 20]);
  expect(ofTitle()).toBe(2);

  api.on(LOG, { body: [play(9, 9)] });
  store().applyMissed();
  expect(days()).toEqual([30, 20]);
  await store().loadTitle(title);
  await new Promise((resolve) => setTimeout(resolve));
  expect(days()).toEqual([9]);
  expect(ofTitle()).toBe(1);
});

test('the plays of a title are loaded once and live', async () => {
  const title = { mediaType: 'movie', tmdbId: 603 } as const;
  await Promise.all([store().loadTitle(title), store().loadTitle(title)]);
  await store().loadTitle(title);

  store().applySaved(play(4, 25));
  store().applySaved(play(5, 26, { tmdbId: 604 }));
  store().applyDeleted(play(2, 20), true);

  expect(store().ofTitle['movie:603']?.map(({ id }) => id)).toEqual([idOf(3), idOf(4)]);
  expect(api.calls).toEqual([LOG]);
  expect(api.requests[0]?.query.toString()).toBe('mediaType=movie&tmdbId=603');
});

describe('a proposal', () => {
  const route = `POST /api/plays/${sampleProposal().id}/confirm`;

  beforeEach(() => {
    store().applyProposed(sampleProposal());
    usePlays.setState({ proposals: [sampleProposal()], log: { plays: [], next: undefined } });
  });

  test('that is accepted becomes a play of the log', async () => {
    api.on(route, { body: { proposal: sampleProposal({ status: 'accepted' }), play: play(1, 1) } });

    await store().answerProposal(sampleProposal(), 'accepted');

    expect([store().proposals, days()]).toEqual([[], [1]]);
  });

  test('that another tab has answered is no longer shown', async () => {
    api.on(route, failure(409, 'already_answered'));

    await store().answerProposal(sampleProposal(), 'declined');

    expect([store().proposals, days()]).toEqual([[], []]);
  });

  test('stays when the server cannot be reached', async () => {
    api.on(route, failure(503, 'unavailable'));

    await expect(store().answerProposal(sampleProposal(), 'accepted')).rejects.toThrow('503');

    expect(store().proposals).toHaveLength(1);
  });
});
