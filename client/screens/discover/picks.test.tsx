import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { Replica } from '../../../common/replica/replica.ts';
import type { Recommendation } from '../../../common/schemas/recommendation.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { FitsEveryoneList } from '../../features/recommendations/FitsEveryoneList.tsx';
import { ForYouRow } from '../../features/recommendations/ForYouRow.tsx';
import { useHiddenPicks } from '../../features/recommendations/hiddenPicks.store.ts';
import { ModelRow } from '../../features/recommendations/ModelRow.tsx';
import { RatingGuess } from '../../features/recommendations/RatingGuess.tsx';
import { useReviews } from '../../features/reviews/review.store.ts';
import { useConfig } from '../../features/titles/config.store.ts';
import { displayName } from '../../lib/person.ts';
import { refreshAbout } from '../../lib/query.ts';
import { type ApiStub, deferred, failure, stubApi } from '../../testing/api.ts';
import { fakeLayout } from '../../testing/dom.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, publicUser, sampleConfig, sampleFolder, sampleItem, sampleReview } from '../../testing/samples.ts';

let api: ApiStub;
beforeEach(() => {
  api = stubApi();
  // Rows only render visible cards, and jsdom has no layout.
  fakeLayout();
});
afterEach(() => {
  useConfig.setState({ config: null });
});

const facts = (n: number) => {
  const { tmdbId, mediaType, title, overview, posterPath, backdropPath, releaseDate, voteAverage, genres, runtime } =
    sampleItem(n);
  return { tmdbId, mediaType, title, overview, posterPath, backdropPath, releaseDate, voteAverage, genres, runtime };
};
const pick = (n: number, text = `Reason ${n}`): Recommendation => ({ ...facts(n), reason: { kind: 'genre', text } });
const answer = (results: unknown[], rankedBy = 'local') => ({ body: { rankedBy, results } });
const guessIs = (low: number) => ({ body: { low, high: low + 1 } });

describe('the row For you', () => {
  const open = () =>
    renderAt(
      <>
        <ForYouRow mediaType="movie" />
        <Toaster />
      </>,
    );

  test('shows the recommendations with reasons', async () => {
    api.on('GET /api/recommendations', answer([pick(1, 'Because you gave Heat 5 stars'), pick(2)]));

    open();

    const row = await screen.findByRole('list', { name: 'For you' });
    expect(await within(row).findByRole('link', { name: /Title 1/ })).toBeTruthy();
    expect(within(row).getByText('Because you gave Heat 5 stars')).toBeTruthy();
    expect(api.requests[0]?.query.get('mediaType')).toBe('movie');
  });

  test('shows when a language model ranked them', async () => {
    api.on('GET /api/recommendations', answer([pick(1)], 'model'));

    open();

    expect(await screen.findByText('Ranked with a language model')).toBeTruthy();
  });

  test('reloads after a review, and keeps the old ones until then', async () => {
    api.on('GET /api/recommendations', answer([pick(1)]));
    open();
    await screen.findByText('Reason 1');
    const later = deferred<ReturnType<typeof answer>>();
    api.on('GET /api/recommendations', () => later.promise);

    act(() => void refreshAbout('picks'));
    expect(screen.getByText('Reason 1')).toBeTruthy();
    await act(async () => later.resolve(answer([pick(2)])));

    expect(await screen.findByText('Reason 2')).toBeTruthy();
    expect(screen.queryByText('Reason 1')).toBeNull();
  });

  test('reloads once, not ten times, for ten reviews during a load', async () => {
    const first = deferred<ReturnType<typeof answer>>();
    api.on('GET /api/recommendations', () => first.promise);
    open();
    for (let n = 0; n < 10; n++) act(() => void refreshAbout('picks'));
    api.on('GET /api/recommendations', answer([pick(2)]));

    await act(async () => first.resolve(answer([pick(1)])));

    expect(await screen.findByText('Reason 2')).toBeTruthy();
    expect(api.calls).toHaveLength(2);
  });

  test('hides a dismissed title immediately, and restores it with Undo', async () => {
    api.on('GET /api/recommendations', answer([pick(1), pick(2)]));
    api.on('POST /api/recommendations/dismissed', { status: 204 });
    api.on('DELETE /api/recommendations/dismissed/movie/1', { status: 204 });
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Not interested in Title 1' }));
    expect(screen.queryByText('Reason 1')).toBeNull();
    expect(api.requests.at(-1)?.body).toEqual({ mediaType: 'movie', tmdbId: 1 });

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Reason 1')).toBeTruthy();
  });

  test('shows it again with a toast if saving fails', async () => {
    api.on('GET /api/recommendations', answer([pick(1)]));
    api.on('POST /api/recommendations/dismissed', failure(503, 'unavailable', 'Away'));
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Not interested in Title 1' }));

    expect(await screen.findByText('Reason 1')).toBeTruthy();
    expect(toastText()).toContain('Away');
  });

  test('hides a title that is added to a list, and shows it again when removed', async () => {
    api.on('GET /api/recommendations', answer([pick(1), pick(2)]));
    open();
    await screen.findByText('Reason 1');

    act(() => useHiddenPicks.getState().applyListed([facts(1)], true));
    expect(screen.queryByText('Reason 1')).toBeNull();
    act(() => useHiddenPicks.getState().applyListed([facts(1)], false));

    expect(screen.getByText('Reason 1')).toBeTruthy();
  });

  test('offers to try again after a failure', async () => {
    api.on('GET /api/recommendations', failure(502, 'upstream'));
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    api.on('GET /api/recommendations', answer([pick(1)]));

    await userEvent.click(again);

    expect(await screen.findByText('Reason 1')).toBeTruthy();
  });

  test('is hidden without recommendations', async () => {
    api.on('GET /api/recommendations', answer([]));

    open();

    await waitFor(() => expect(screen.queryByText('For you')).toBeNull());
  });
});

describe('the predicted rating', () => {
  test('shows a range of stars until the title is reviewed', async () => {
    api.on('GET /api/recommendations/guess/movie/603', guessIs(4));
    renderAt(<RatingGuess mediaType="movie" tmdbId={603} />);
    expect(await screen.findByText("We think you'd give it 4–5 stars")).toBeTruthy();

    act(() => useReviews.getState().applySaved(sampleReview()));

    expect(screen.queryByText(/You might/)).toBeNull();
  });

  test('changes after a review of another title', async () => {
    api.on('GET /api/recommendations/guess/movie/603', guessIs(4));
    renderAt(<RatingGuess mediaType="movie" tmdbId={603} />);
    await screen.findByText("We think you'd give it 4–5 stars");
    api.on('GET /api/recommendations/guess/movie/603', guessIs(2));

    act(() => void refreshAbout('picks'));

    expect(await screen.findByText("We think you'd give it 2–3 stars")).toBeTruthy();
  });

  test('is hidden on failure', async () => {
    api.on('GET /api/recommendations/guess/movie/603', { body: null });
    renderAt(<RatingGuess mediaType="movie" tmdbId={603} />);

    await waitFor(() => expect(api.calls).toHaveLength(1));

    expect(screen.queryByText(/You might/)).toBeNull();
  });
});

/** The list, in which added titles show immediately. */
function Adding({ replica }: { replica: Replica }) {
  const [present, setPresent] = useState(new Set<string>());
  const add = ({ tmdbId }: { tmdbId: number }) => setPresent(new Set([`movie:${tmdbId}`]));
  return <FitsEveryoneList replica={replica} family="folder" present={present} onAdd={add} />;
}

describe('the list Good for everyone here', () => {
  const folder = (memberCount: number) => ({
    folder: sampleFolder({ memberCount }),
    viewerId: ana.id,
    rev: 1,
    pending: [],
  });
  const route = `GET /api/folders/${sampleFolder().id}/recommendations`;
  const forBoth = {
    ...facts(1),
    reasons: [
      { user: publicUser(ana), text: 'Because you like crime' },
      { user: publicUser(ben), text: 'Ben added 4 titles of crime' },
    ],
  };

  test('shows a reason for each', async () => {
    api.on(route, { body: { results: [forBoth] } });
    renderAt(<Adding replica={folder(1)} />);

    const why = await screen.findByRole('list', { name: 'Why it fits' });
    expect(
      within(why)
        .getAllByRole('listitem')
        .map((line) => line.getAttribute('title')),
    ).toEqual(['Because you like crime', 'Ben added 4 titles of crime']);
    expect(
      within(why)
        .getAllByRole('img')
        .map((face) => face.getAttribute('aria-label')),
    ).toEqual([ana, ben].map(displayName));
    expect(screen.getByRole('link', { name: 'Title 1' })).toBeTruthy();
  });

  test('has a plus that adds a title and removes it here', async () => {
    api.on(route, { body: { results: [1, 2, 3, 4, 5].map((id) => ({ ...forBoth, ...facts(id) })) } });
    renderAt(<Adding replica={folder(1)} />);

    await userEvent.click(await screen.findByRole('button', { name: 'Add Title 1' }));

    expect(screen.queryByRole('button', { name: 'Add Title 1' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Add Title 5' })).toBeDefined();
  });

  test('shows four of a longer list, and all on request', async () => {
    api.on(route, { body: { results: [1, 2, 3, 4, 5].map((id) => ({ ...forBoth, ...facts(id) })) } });
    renderAt(<FitsEveryoneList replica={folder(1)} family="folder" present={new Set()} onAdd={() => undefined} />);
    const all = await screen.findByRole('button', { name: 'Show all 5' });

    expect(screen.getAllByRole('button', { name: /^Add / })).toHaveLength(4);
    await userEvent.click(all);

    expect(screen.getAllByRole('button', { name: /^Add / })).toHaveLength(5);
    expect(screen.getByRole('button', { name: 'Show fewer' }).getAttribute('aria-expanded')).toBe('true');
  });

  test('is hidden without a request if the list is not shared', () => {
    renderAt(<Adding replica={folder(0)} />);

    expect(screen.queryByText('Good for everyone here')).toBeNull();
    expect(api.calls).toEqual([]);
  });
});

describe('the consent', () => {
  const config = { ...sampleConfig, hasModel: true };

  test('is hidden without a model', () => {
    useConfig.setState({ config: { ...config, hasModel: false } });

    renderAt(<ModelRow />);

    expect(screen.queryByRole('switch')).toBeNull();
    expect(api.calls).toEqual([]);
  });

  test('is off by default, says what is sent, and is saved', async () => {
    useConfig.setState({ config });
    api.on('GET /api/recommendations/settings', { body: { useModel: false } });
    api.on('PUT /api/recommendations/settings', ({ body }) => ({ body }));
    renderAt(<ModelRow />);
    const choice = await screen.findByRole<HTMLInputElement>('switch', { name: /language model/ });
    expect(choice.checked).toBe(false);
    expect(screen.getByText(/your stars and what you wrote/)).toBeTruthy();

    await userEvent.click(choice);

    await waitFor(() => expect(choice.checked).toBe(true));
    expect(api.requests.at(-1)?.body).toEqual({ useModel: true });
  });
});
