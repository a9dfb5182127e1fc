import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Unrecognised } from '../../../../common/schemas/player.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { failure, stubApi } from '../../../testing/api.ts';
import { renderAt } from '../../../testing/render.tsx';
import { idOf } from '../../../testing/samples.ts';
import { NotRecognised } from './NotRecognised.tsx';

const heat = {
  mediaType: 'movie' as const,
  tmdbId: 949,
  title: 'Heat',
  year: 1995,
  posterPath: null,
  makers: [],
};
const waiting: Unrecognised = {
  id: idOf(1),
  mediaType: 'movie',
  name: 'Heat DVD',
  year: null,
  player: 'Sofa',
  reason: 'ambiguous',
  viewings: [],
  match: null,
  candidates: [heat],
  expiresAt: '2026-12-01T00:00:00.000Z',
};

test('titles that wait and titles that are picked are listed apart, and say what they are', async () => {
  const api = stubApi();
  const picked = { ...waiting, id: idOf(2), name: 'Ran', year: 1985, match: { ...heat, title: 'Ran', year: 1985 } };
  api.on('GET /api/scrobbles/unrecognised', { body: [waiting, picked] });
  api.on(`DELETE /api/scrobbles/unrecognised/${picked.id}`, { status: 500, body: {} });
  renderAt(
    <>
      <NotRecognised />
      <Toaster />
    </>,
    { at: '/players' },
  );

  const own = within(await screen.findByRole('region', { name: 'Titles that you picked' }));
  expect(own.getByText('is Ran (1985)')).toBeTruthy();
  const others = within(screen.getByRole('region', { name: 'Not recognised' }));
  expect(others.getAllByRole('listitem', { name: 'Heat DVD' })).toHaveLength(1);
  await userEvent.click(own.getByRole('button', { name: 'Remove Ran' }));
  expect(await screen.findByText('Couldn’t remove it. Try again.')).toBeTruthy();
});

const seen = (season: number | null, episode: number | null) => ({ season, episode, at: '2026-11-01T20:00:00.000Z' });

test.each<[string, Partial<Unrecognised>]>([
  ['Several titles are possible · watched once · Sofa', { viewings: [seen(null, null)] }],
  [
    'The show has no such episode · watched 2 times, last S2 E4 · Sofa',
    { mediaType: 'tv', reason: 'episode', viewings: [seen(2, 3), seen(2, 4)] },
  ],
  ['No title with this name and year · watched once · Sofa', { reason: 'unknown', viewings: [seen(null, null)] }],
  ['Couldn’t look up the title yet · watched once · Sofa', { reason: 'away', viewings: [seen(null, null)] }],
])('a title that waits says why: %s', async (text, over) => {
  stubApi({ 'GET /api/scrobbles/unrecognised': { body: [{ ...waiting, ...over }] } });
  renderAt(<NotRecognised />);

  expect(await screen.findByText(text)).toBeTruthy();
});

test('an episode that the picked show does not have says so, and how to go on', async () => {
  const dark = { ...heat, mediaType: 'tv' as const, title: 'Dark', year: 2017 };
  const still = { ...waiting, name: 'Dark', mediaType: 'tv' as const, reason: 'episode' as const, match: dark };
  stubApi({
    'GET /api/scrobbles/unrecognised': {
      body: [
        { ...still, viewings: [seen(9, 1)] },
        { ...still, id: idOf(2), viewings: [] },
      ],
    },
  });
  renderAt(<NotRecognised />);

  expect(
    await screen.findByText(
      'The show has no such episode · watched once, last S9 E1 · Sofa. It is not in your diary: change the show, or remove it.',
    ),
  ).toBeTruthy();
  expect(screen.getAllByText(/change the show/)).toHaveLength(1);
});

test('a candidate of the same kind is picked at once, and the choice stays if that fails', async () => {
  const show = { ...heat, mediaType: 'tv' as const, tmdbId: 1, title: 'Heat: the show' };
  const RECOGNISE = `PUT /api/scrobbles/unrecognised/${waiting.id}/title`;
  const api = stubApi({
    'GET /api/scrobbles/unrecognised': { body: [{ ...waiting, name: null, year: 1995, candidates: [show, heat] }] },
    [RECOGNISE]: failure(500, 'internal', ''),
  });
  renderAt(
    <>
      <NotRecognised />
      <Toaster />
    </>,
  );
  const line = within(await screen.findByRole('listitem', { name: 'A title without a name' }));
  expect(line.getByText('A title without a name (1995)')).toBeTruthy();
  expect(line.queryByText(/Heat: the show/)).toBeNull();

  await userEvent.click(line.getByRole('button', { name: /^Heat/ }));

  expect(await screen.findByText('Couldn’t use this title. Pick a film, or try again.')).toBeTruthy();
  await waitFor(() => expect(api.requests.at(-1)?.body).toEqual({ mediaType: 'movie', tmdbId: 949 }));
  expect(line.getByRole('button', { name: /^Heat/ })).toBeTruthy();
});
