import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Recommendation } from '../../../common/schemas/recommendation.ts';
import type { MediaType } from '../../../common/schemas/title.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { ForYouRow } from '../../features/recommendations/ForYouRow.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { refreshAbout } from '../../lib/query.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { fakeLayout } from '../../testing/dom.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, idOf, sampleFolder, sampleItem, sampleReview } from '../../testing/samples.ts';

let api: ApiStub;

// Compiling it can take longer than a query waits for it.
beforeAll(() => import('../../features/recommendations/FirstPicks.tsx'));

beforeEach(() => {
  api = stubApi();
  fakeLayout();
  useUsers.getState().applyViewer(ana);
  serveLists([]);
  api.on('POST /api/reviews', ({ body }) => {
    const { tmdbId, rating } = body as { tmdbId: number; rating: number };
    return { status: 201, body: sampleReview({ id: idOf(900 + tmdbId), tmdbId, rating }) };
  });
});

function serveLists(own: unknown[]) {
  api.on('GET /api/folders', { body: own });
  api.on('GET /api/shared-folders', { body: [] });
}

function pick(n: number, kind: Recommendation['reason']['kind'], mediaType: MediaType = 'movie'): Recommendation {
  const { tmdbId, title, overview, posterPath, backdropPath, releaseDate, voteAverage, genres, runtime } =
    sampleItem(n);
  const facts = { tmdbId, title, overview, posterPath, backdropPath, releaseDate, voteAverage, genres, runtime };
  return { ...facts, mediaType, reason: { kind, text: `Reason ${n}` } };
}
const serve = (...picks: Recommendation[]) =>
  api.on('GET /api/recommendations', { body: { rankedBy: 'local', results: picks } });
const popular = [1, 2, 3, 4].map((n) => pick(n, n % 2 === 0 ? 'popular' : 'acclaimed'));

const open = () =>
  renderAt(
    <>
      <ForYouRow mediaType="movie" />
      <Toaster />
    </>,
  );
const likeButton = (n: number) => screen.findByRole('button', { name: `I like Title ${n} (1999)` });
const like = async (n: number) => userEvent.click(await likeButton(n));
const sent = () => api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('a new user picks three titles, each gets five stars, and the recommendations follow', async () => {
  serve(...popular);
  open();
  await like(1);
  await screen.findByText('1 of 3');
  // As the server would say after the first like.
  serve(pick(7, 'review'), pick(8, 'popular'));
  act(() => void refreshAbout('picks'));
  await like(2);
  await screen.findByText('2 of 3');
  expect(screen.queryByText('Reason 7')).toBeNull();

  await like(3);

  expect(await screen.findByText('Reason 7')).toBeTruthy();
  expect(screen.queryByText('Pick three titles you like')).toBeNull();
  expect(sent()).toMatchObject(
    [1, 2, 3].map((tmdbId) => ({ tmdbId, mediaType: 'movie', rating: 5, title: `Title ${tmdbId}` })),
  );
  expect(document.activeElement?.contains(await screen.findByRole('list', { name: 'For you' }))).toBe(true);
});

test('a like is taken back by a second press', async () => {
  api.on(`DELETE /api/reviews/${idOf(901)}`, { status: 204 });
  serve(...popular);
  open();
  await like(1);
  await screen.findByText('1 of 3');
  expect((await likeButton(1)).getAttribute('aria-pressed')).toBe('true');

  await like(1);

  await screen.findByText('0 of 3');
  expect((await likeButton(1)).getAttribute('aria-pressed')).toBe('false');
});

test('a like that cannot be saved is shown as such', async () => {
  api.on('POST /api/reviews', failure(503, 'unavailable', 'Away'));
  serve(...popular);
  open();

  await like(1);

  await waitFor(() => expect(toastText()).toContain('Away'));
  expect((await likeButton(1)).getAttribute('aria-pressed')).toBe('false');
});

test('Show others offers the titles that did not fit', async () => {
  serve(...Array.from({ length: 20 }, (_, index) => pick(index + 1, 'popular')));
  open();
  await likeButton(1);
  const shown = screen.getAllByRole('button', { name: /^I like/ }).length;

  await userEvent.click(screen.getByRole('button', { name: 'Show others' }));

  expect(await likeButton(shown + 1)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'I like Title 1 (1999)' })).toBeNull();
});

test('who has a taste already gets recommendations', async () => {
  serve(pick(1, 'popular'), pick(2, 'list'));

  open();

  expect(await screen.findByText('Reason 2')).toBeTruthy();
  expect(screen.queryByText('Pick three titles you like')).toBeNull();
});

test.each([
  ['who has no list', [], true],
  ['nobody else', [sampleFolder()], false],
])('afterwards %s is told how to start one', async (_who, lists, isTold) => {
  serveLists(lists);
  serve(...popular);
  open();
  for (const n of [1, 2]) await like(n);
  serve(pick(7, 'review'));

  await like(3);

  act(() => void refreshAbout('picks'));
  await screen.findByText('Reason 7');
  await waitFor(() => expect(api.calls).toContain('GET /api/shared-folders'));
  await act(async () => undefined);
  expect(screen.queryByText('Press + on a title to start your first list') !== null).toBe(isTold);
});
