import { beforeEach, describe, expect, test } from '@jest/globals';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { sampleReview } from '../../testing/samples.ts';
import { useReviews } from './review.store.ts';

const title = { mediaType: 'movie', tmdbId: 603 } as const;
const MINE = 'GET /api/reviews/my-review/movie/603';
const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;

let api: ApiStub;
const store = () => useReviews.getState();
const known = () => store().reviews['movie:603'];

beforeEach(() => {
  api = stubApi({ 'GET /api/folders': { body: [] }, 'GET /api/shared-folders': { body: [] } });
});

describe('news of a review', () => {
  test('told twice is the same review once', () => {
    store().applySaved(sampleReview());
    const once = store().reviews;

    store().applySaved(sampleReview());

    expect(store().reviews).toEqual(once);
  });

  test('that is older than what is known changes nothing', () => {
    store().applySaved(sampleReview({ rating: 2, updatedAt: at(5) }));

    store().applySaved(sampleReview({ rating: 4, updatedAt: at(1) }));

    expect(known()?.rating).toBe(2);
  });

  test('that comes after its deletion does not bring it back', () => {
    store().applySaved(sampleReview());
    store().applyDeleted(sampleReview());
    store().applyDeleted(sampleReview());

    store().applySaved(sampleReview({ updatedAt: at(9) }));

    expect(known()).toBeNull();
  });

  test('of a deletion leaves the review that was written after it', () => {
    store().applySaved(sampleReview({ id: 'second', createdAt: at(5), updatedAt: at(5) }));

    store().applyDeleted(sampleReview());
    store().applySaved(sampleReview({ updatedAt: at(9) }));

    expect(known()?.id).toBe('second');
  });
});

describe('reading', () => {
  test('asks once for what is known, that there is none included', async () => {
    api.on(MINE, { body: null });

    await Promise.all([store().loadReview(title), store().loadReview(title)]);
    await store().loadReview(title);

    expect(known()).toBeNull();
    expect(api.calls).toEqual([MINE]);
  });

  test('does not take back what was told while the answer was on its way', async () => {
    const answer = deferred<StubAnswer>();
    api.on(MINE, () => answer.promise);
    const loading = store().loadReview(title);

    store().applySaved(sampleReview());
    answer.resolve({ body: null });
    await loading;

    expect(known()?.id).toBe(sampleReview().id);
  });

  test('asks again once news was missed, and keeps what is shown until the answer', async () => {
    api.on(MINE, { body: sampleReview() });
    await store().loadReview(title);
    api.on(MINE, { body: null });

    store().applyMissed();
    expect(known()?.id).toBe(sampleReview().id);
    await store().loadReview(title);

    expect(known()).toBeNull();
  });

  test('that fails is told, and forgotten when it succeeds', async () => {
    api.on(MINE, failure(503, 'unavailable'));
    await store().loadReview(title);
    expect(store().failed).toEqual({ 'movie:603': true });

    api.on(MINE, { body: null });
    await store().loadReview(title);

    expect(store().failed).toEqual({});
  });
});

describe('writing', () => {
  test('creates where there is none: the comment trimmed, the facts along, the lists read again', async () => {
    api.on('POST /api/reviews', { status: 201, body: sampleReview() });

    await store().saveReview({ ...title, title: 'The Matrix' }, { rating: 4, comment: '  Whoa.  ' });

    expect(api.requests[0]?.body).toEqual({ ...title, title: 'The Matrix', rating: 4, comment: 'Whoa.' });
    expect(known()?.id).toBe(sampleReview().id);
    expect(api.calls).toContain('GET /api/folders');
  });

  test('leaves out a comment of nothing but blanks', async () => {
    api.on('POST /api/reviews', { status: 201, body: sampleReview() });

    await store().saveReview(title, { rating: 4, comment: ' \n ' });

    expect(api.requests[0]?.body).toEqual({ ...title, rating: 4 });
  });

  test('changes the one there is', async () => {
    store().applySaved(sampleReview());
    api.on(`PUT /api/reviews/${sampleReview().id}`, { body: sampleReview({ rating: 1, updatedAt: at(5) }) });

    await store().saveReview(title, { rating: 1, comment: '' });

    expect(known()?.rating).toBe(1);
  });

  test('that clashes with a review of another tab shows that one', async () => {
    api.on('POST /api/reviews', failure(409, 'conflict'));
    api.on(MINE, { body: sampleReview({ rating: 2 }) });

    await expect(store().saveReview(title, { rating: 4, comment: '' })).rejects.toThrow('409');

    expect(known()?.rating).toBe(2);
  });

  test('deletes, and a failure leaves the review where it is', async () => {
    store().applySaved(sampleReview());
    const call = `DELETE /api/reviews/${sampleReview().id}`;
    api.on(call, failure(503, 'unavailable'));
    await expect(store().deleteReview(sampleReview())).rejects.toThrow('503');
    expect(known()).toEqual(sampleReview());

    api.on(call, { status: 204 });
    await store().deleteReview(sampleReview());

    expect(known()).toBeNull();
  });

  test('backfill tells how many titles it put back, and reads the lists again', async () => {
    api.on('POST /api/reviews/backfill', { body: { backfilledCount: 3 } });

    expect(await store().backfill()).toBe(3);
    expect(api.calls).toContain('GET /api/shared-folders');
  });
});
