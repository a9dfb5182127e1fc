import { beforeEach, describe, expect, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { queryClient } from '../../lib/query.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { sampleReview } from '../../testing/samples.ts';
import { myReviewQuery, refreshMyReviews, useReviews } from './review.store.ts';
import { useMyReview } from './useMyReview.ts';

const title = { mediaType: 'movie', tmdbId: 603 } as const;
const MINE = 'GET /api/reviews/my-review/movie/603';
const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;

let api: ApiStub;
const store = () => useReviews.getState();
const load = () => queryClient.fetchQuery(myReviewQuery(title));
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children);
const known = () => store().reviews['movie:603'];

beforeEach(() => {
  api = stubApi({ 'GET /api/folders': { body: [] }, 'GET /api/shared-folders': { body: [] } });
});

describe('an event about a review', () => {
  test('that arrives twice is applied once', () => {
    store().applySaved(sampleReview());
    const once = store().reviews;

    store().applySaved(sampleReview());

    expect(store().reviews).toEqual(once);
  });

  test('that is older than the known review is ignored', () => {
    store().applySaved(sampleReview({ rating: 2, updatedAt: at(5) }));

    store().applySaved(sampleReview({ rating: 4, updatedAt: at(1) }));

    expect(known()?.rating).toBe(2);
  });

  test('that arrives after its deletion does not restore it', () => {
    store().applySaved(sampleReview());
    store().applyDeleted(sampleReview());
    store().applyDeleted(sampleReview());

    store().applySaved(sampleReview({ updatedAt: at(9) }));

    expect(known()).toBeNull();
  });

  test('about a deletion keeps a review written after it', () => {
    store().applySaved(sampleReview({ id: 'second', createdAt: at(5), updatedAt: at(5) }));

    store().applyDeleted(sampleReview());
    store().applySaved(sampleReview({ updatedAt: at(9) }));

    expect(known()?.id).toBe('second');
  });
});

describe('loading a review', () => {
  test('sends one request, also if there is no review', async () => {
    api.on(MINE, { body: null });

    await Promise.all([load(), load()]);
    await load();

    expect(known()).toBeNull();
    expect(api.calls).toEqual([MINE]);
  });

  test('does not overwrite an event that arrived before the answer', async () => {
    const answer = deferred<StubAnswer>();
    api.on(MINE, () => answer.promise);
    const loading = load();

    store().applySaved(sampleReview());
    answer.resolve({ body: null });
    await loading;

    expect(known()?.id).toBe(sampleReview().id);
  });

  test('repeats after missed events and keeps the old review until the answer', async () => {
    api.on(MINE, { body: sampleReview() });
    await load();
    api.on(MINE, { body: null });

    await refreshMyReviews();
    expect(known()?.id).toBe(sampleReview().id);
    await load();

    expect(known()).toBeNull();
  });

  test('shows a failure until a load succeeds', async () => {
    api.on(MINE, failure(503, 'unavailable'));
    const { result } = renderHook(() => useMyReview(title), { wrapper });
    await waitFor(() => expect(result.current.hasFailed).toBe(true));

    api.on(MINE, { body: null });
    act(() => result.current.retry());

    await waitFor(() => expect(result.current).toMatchObject({ isKnown: true, hasFailed: false }));
  });

  test('is repeated while it is shown, after missed events', async () => {
    api.on(MINE, { body: sampleReview() });
    const { result } = renderHook(() => useMyReview(title), { wrapper });
    await waitFor(() => expect(result.current.review).toEqual(sampleReview()));
    api.on(MINE, { body: null });

    await act(() => refreshMyReviews());

    expect(result.current.review).toBeNull();
  });
});

describe('writing a review', () => {
  test('creates it with trimmed comment and facts, and reloads the lists', async () => {
    api.on('POST /api/reviews', { status: 201, body: sampleReview() });

    await store().saveReview({ ...title, title: 'The Matrix' }, { rating: 4, comment: '  Whoa.  ' });

    expect(api.requests[0]?.body).toEqual({ ...title, title: 'The Matrix', rating: 4, comment: 'Whoa.' });
    expect(known()?.id).toBe(sampleReview().id);
    expect(api.calls).toContain('GET /api/folders');
  });

  test('omits a blank comment', async () => {
    api.on('POST /api/reviews', { status: 201, body: sampleReview() });

    await store().saveReview(title, { rating: 4, comment: ' \n ' });

    expect(api.requests[0]?.body).toEqual({ ...title, rating: 4 });
  });

  test('edits the existing one', async () => {
    store().applySaved(sampleReview());
    api.on(`PUT /api/reviews/${sampleReview().id}`, { body: sampleReview({ rating: 1, updatedAt: at(5) }) });

    await store().saveReview(title, { rating: 1, comment: '' });

    expect(known()?.rating).toBe(1);
  });

  test('shows the review of another tab on a conflict', async () => {
    api.on('POST /api/reviews', failure(409, 'conflict'));
    api.on(MINE, { body: sampleReview({ rating: 2 }) });

    await expect(store().saveReview(title, { rating: 4, comment: '' })).rejects.toThrow('409');

    expect(known()?.rating).toBe(2);
  });

  test('shows what another tab wrote after deleting the review that is to be deleted', async () => {
    store().applySaved(sampleReview());
    const newer = sampleReview({ id: 'second', rating: 2, createdAt: at(5), updatedAt: at(5) });
    api.on(`DELETE /api/reviews/${sampleReview().id}`, failure(404, 'not_found'));
    api.on(MINE, { body: newer });

    await expect(store().deleteReview(sampleReview())).rejects.toThrow('404');

    expect(known()).toEqual(newer);
  });

  test('deletes it, and keeps it on failure', async () => {
    store().applySaved(sampleReview());
    const call = `DELETE /api/reviews/${sampleReview().id}`;
    api.on(call, failure(503, 'unavailable'));
    await expect(store().deleteReview(sampleReview())).rejects.toThrow('503');
    expect(known()).toEqual(sampleReview());

    api.on(call, { status: 204 });
    await store().deleteReview(sampleReview());

    expect(known()).toBeNull();
  });

  test('backfill returns how many titles it restored, and reloads the lists', async () => {
    api.on('POST /api/reviews/backfill', { body: { backfilledCount: 3 } });

    expect(await store().backfill()).toBe(3);
    expect(api.calls).toContain('GET /api/shared-folders');
  });

  test('backfill continues while there are more reviews', async () => {
    const pages: Record<string, object> = {
      first: { backfilledCount: 2, next: 'second' },
      second: { backfilledCount: 0, next: 'third' },
      third: { backfilledCount: 1 },
    };
    api.on('POST /api/reviews/backfill', ({ query }) => ({ body: pages[query.get('after') ?? 'first'] }));

    expect(await store().backfill()).toBe(3);
  });
});
