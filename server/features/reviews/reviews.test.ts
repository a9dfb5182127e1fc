import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import type { Folder } from '../../../common/schemas/folder.ts';
import { importRows } from '../../testing/imports.ts';
import { type Person, signUp, titleFacts } from '../../testing/people.ts';
import { setUpServer } from '../../testing/server.ts';
import { openTab } from '../../testing/tabs.ts';
import { ReviewModel } from './review.model.ts';
import { countReviewsOf, deleteReviewsOf, findCommentsOf, findRatings, listStarsOf } from './review.service.ts';

const server = setUpServer();
let ana: Person;
beforeEach(async () => {
  ana = await signUp(server);
});

async function reviewed(person: Person): Promise<Folder> {
  const lists = (await person.get('/api/folders')).body as Folder[];
  return lists.find((list) => list.isReviewed)!;
}

const itemsOf = async (person: Person, folder: Folder) => (await person.get(`/api/folders/${folder.id}/items`)).body;

describe('a review', () => {
  test('adds its title to Reviewed with the ten-point rating, and reaches both tabs of its author', async () => {
    const list = await reviewed(ana);
    const tab = await openTab(server, ana);

    const answer = await ana.post('/api/reviews', {
      ...titleFacts({ title: 'Heat' }),
      rating: 4,
      comment: '  Cool.  ',
    });

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ rating: 4, comment: 'Cool.' });
    expect(await itemsOf(ana, list)).toMatchObject([{ title: 'Heat', userRating: 8 }]);
    expect((await tab.next('review:saved')).review).toEqual(answer.body);
    const { changes } = await tab.next('folder:changes', (batch) => batch.changes.at(-1)?.type === 'item:added');
    expect(changes.at(-1)).toMatchObject({ itemCount: 1 });
    tab.close();
    expect((await ana.get('/api/plays')).body).toMatchObject([{ title: 'Heat', source: 'review' }]);
  });

  test('without facts gets them from the catalogue; an unknown title is not found', async () => {
    const list = await reviewed(ana);
    const { results } = (await ana.get('/api/movies/popular')).body;

    const found = await ana.post('/api/reviews', { tmdbId: results[0].id, mediaType: 'movie', rating: 5 });
    const unknown = await ana.post('/api/reviews', { tmdbId: 999_999_999, mediaType: 'movie', rating: 5 });

    expect(found.status).toBe(201);
    expect(await itemsOf(ana, list)).toMatchObject([{ title: results[0].title, userRating: 10 }]);
    expect(unknown.status).toBe(404);
  });

  test('adds the length of its title, which is not sent', async () => {
    await ana.post('/api/reviews', { ...titleFacts({ tmdbId: 603 }), rating: 4 });

    expect(await itemsOf(ana, await reviewed(ana))).toMatchObject([{ runtime: 136 }]);
    expect((await ana.get('/api/plays')).body).toMatchObject([{ runtime: 136 }]);
  });

  test('of the same title is refused the second time', async () => {
    const facts = titleFacts();
    await ana.post('/api/reviews', { ...facts, rating: 4 });

    const again = await ana.post('/api/reviews', { ...facts, rating: 2 });

    expect(again.body).toEqual({ error: 'You have already reviewed this title', code: 'conflict' });
  });

  test('keeps its title: an update that names another one is refused', async () => {
    const title = titleFacts();
    const { body: review } = await ana.post('/api/reviews', { ...title, rating: 4 });
    const update = (named: object) => ana.put(`/api/reviews/${review.id}`, { ...named, rating: 2 });

    expect((await update({ tmdbId: title.tmdbId + 1 })).status).toBe(400);
    expect((await update({ mediaType: title.mediaType === 'tv' ? 'movie' : 'tv' })).status).toBe(400);
    const kept = await ana.get(`/api/reviews/my-review/${title.mediaType}/${title.tmdbId}`);
    expect(kept.body).toMatchObject({ rating: 4 });
    expect((await update({ tmdbId: title.tmdbId, mediaType: title.mediaType })).status).toBe(200);
  });

  test('that changes updates the rating in Reviewed and the tabs, and an empty comment removes the comment', async () => {
    const list = await reviewed(ana);
    const review = (await ana.post('/api/reviews', { ...titleFacts(), rating: 4, comment: 'Fine' })).body;
    const tab = await openTab(server, ana);

    const changed = await ana.put(`/api/reviews/${review.id}`, { rating: 2, comment: 'Not so fine' }).expect(200);
    const answer = await ana.put(`/api/reviews/${review.id}`, { rating: 1, comment: ' ' });

    expect(changed.body).toMatchObject({ rating: 2, comment: 'Not so fine', createdAt: review.createdAt });
    expect(answer.status).toBe(200);
    expect(answer.body.comment).toBeUndefined();
    expect(await itemsOf(ana, list)).toMatchObject([{ userRating: 2 }]);
    expect((await tab.next('review:saved')).review).toEqual(changed.body);
    tab.close();
  });

  test('that is deleted removes its title from Reviewed', async () => {
    const list = await reviewed(ana);
    const review = (await ana.post('/api/reviews', { ...titleFacts(), rating: 4 })).body;
    const tab = await openTab(server, ana);

    expect((await ana.delete(`/api/reviews/${review.id}`)).status).toBe(204);

    expect((await tab.next('review:deleted')).review).toMatchObject({ id: review.id });
    tab.close();
    expect(await itemsOf(ana, list)).toEqual([]);
    expect((await ana.delete(`/api/reviews/${review.id}`)).status).toBe(404);
    const mine = await ana.get(`/api/reviews/my-review/movie/${review.tmdbId}`);
    expect(mine.status).toBe(200);
    expect(mine.body).toBeNull();
  });

  test('cannot be changed or deleted by another user', async () => {
    const ben = await signUp(server, 'Ben');
    const review = (await ana.post('/api/reviews', { ...titleFacts(), rating: 4 })).body;

    expect((await ben.put(`/api/reviews/${review.id}`, { rating: 1 })).status).toBe(404);
    expect((await ben.put(`/api/reviews/${review.id}`, { rating: 99 })).status).toBe(404);
    expect((await ben.delete(`/api/reviews/${review.id}`)).status).toBe(404);
  });

  test.each([0, 6, 2.5, '4', null])('with the rating %p is refused with the field named', async (rating) => {
    const answer = await ana.post('/api/reviews', { ...titleFacts(), rating });

    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path).toBe('rating');
  });
});

test('the newest reviews and comments are those that were written or changed last', async () => {
  const write = async (tmdbId: number) =>
    (await ana.post('/api/reviews', { ...titleFacts({ tmdbId }), rating: 4, comment: `On ${tmdbId}` })).body;
  const first = await write(1);
  await write(2);
  await ana.put(`/api/reviews/${first.id}`, { rating: 5, comment: 'On 1 again' }).expect(200);
  await write(3);

  expect((await listStarsOf(ana.user.id, 2)).map(({ tmdbId }) => tmdbId)).toEqual([3, 1]);
  expect([...(await findCommentsOf(ana.user.id, 2)).values()]).toEqual(['On 3', 'On 1 again']);
});

test('a text that was a note to oneself at another service stays out of the comments that a language model reads', async () => {
  const title = {
    key: 'movie|tmdb|603',
    mediaType: 'movie' as const,
    title: 'The Matrix',
    year: 1999,
    ids: { tmdb: 603 },
  };
  const row = { file: 'history.csv', line: 2, title, at: null };
  await importRows(ana, [
    { ...row, kind: 'rating', sourceKey: 'movary|rating|603', rating: { value: 9, of: 10, stars: 5 } },
    { ...row, kind: 'review', sourceKey: 'movary|review|603', text: 'Cried like a child', isPrivate: true },
  ]);

  expect((await ana.get('/api/reviews/my-review/movie/603')).body).toMatchObject({ comment: 'Cried like a child' });
  expect((await findCommentsOf(ana.user.id, 10)).size).toBe(0);
});

describe('a comment', () => {
  const longest = 'x'.repeat(20_000);

  test('of 20,000 characters is stored completely; spaces around it do not count', async () => {
    const answer = await ana.post('/api/reviews', { ...titleFacts(), rating: 4, comment: `  ${longest}  ` });

    expect(answer.status).toBe(201);
    expect(answer.body.comment).toBe(longest);
  });

  test('of 20,001 characters is refused with the field named, in a new and in a changed review', async () => {
    const { body: review } = await ana.post('/api/reviews', { ...titleFacts(), rating: 4 });

    const answers = [
      await ana.post('/api/reviews', { ...titleFacts(), rating: 4, comment: `${longest}x` }),
      await ana.put(`/api/reviews/${review.id}`, { rating: 4, comment: `${longest}x` }),
    ];

    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: 'Use at most 20,000 characters', issues: [{ path: 'comment' }] });
    }
  });
});

test('a review that is sent again gets the same answer, with its comment', async () => {
  const facts = titleFacts();
  const key = randomUUID();
  const once = () => ana.post('/api/reviews', { ...facts, rating: 4, comment: 'Fine' }).set('Idempotency-Key', key);

  const [first, second] = [await once(), await once()];

  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
});

test('people have the number of their own reviews, and an account that ends has none', async () => {
  const ben = await signUp(server, 'Ben');
  await ana.post('/api/reviews', { ...titleFacts({ tmdbId: 1 }), rating: 4 });
  await ana.post('/api/reviews', { ...titleFacts({ tmdbId: 2 }), rating: 4 });
  await ben.post('/api/reviews', { ...titleFacts({ tmdbId: 1 }), rating: 1 });
  const counts = async () => Object.fromEntries(await countReviewsOf([ana.user.id, ben.user.id]));

  expect(await counts()).toEqual({ [ana.user.id]: 2, [ben.user.id]: 1 });
  expect(await findRatings(ana.user.id)).toEqual(
    new Map([
      ['movie:1', 4],
      ['movie:2', 4],
    ]),
  );
  await deleteReviewsOf(ana.user.id);
  expect(await counts()).toEqual({ [ben.user.id]: 1 });
});

describe('backfill', () => {
  test('adds titles that were removed from Reviewed, once', async () => {
    const list = await reviewed(ana);
    const { results } = (await ana.get('/api/tv/popular')).body;
    await ana.post('/api/reviews', { tmdbId: results[0].id, mediaType: 'tv', rating: 3 });
    const [item] = await itemsOf(ana, list);
    await ana.delete(`/api/watchlist/${item.id}`);

    const missing = await ana.get('/api/reviews/backfill');
    const first = await ana.post('/api/reviews/backfill');
    const second = await ana.post('/api/reviews/backfill');

    expect(missing.body).toEqual({ missingCount: 1 });
    expect((await ana.get('/api/reviews/backfill')).body).toEqual({ missingCount: 0 });
    expect(first.body).toEqual({ backfilledCount: 1 });
    expect(second.body).toEqual({ backfilledCount: 0 });
    expect(await itemsOf(ana, list)).toMatchObject([{ tmdbId: results[0].id, userRating: 6 }]);
  });

  test('processes 100 reviews at a time, and returns where to continue', async () => {
    const list = await reviewed(ana);
    const known = (await ana.get('/api/movies/popular')).body.results[0].id;
    await ReviewModel.insertMany(
      Array.from({ length: 101 }, (_, index) => ({
        userId: new Types.ObjectId(ana.user.id),
        mediaType: 'movie' as const,
        tmdbId: index === 100 ? known : 9_000_000 + index,
        rating: 4,
      })),
    );

    const first = await ana.post('/api/reviews/backfill');
    const second = await ana.post(`/api/reviews/backfill?after=${first.body.next}`);

    expect(first.body).toEqual({ backfilledCount: 0, next: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect(second.body).toEqual({ backfilledCount: 1 });
    expect(await itemsOf(ana, list)).toMatchObject([{ tmdbId: known }]);
  });
});
