import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Unrecognised } from '../../../../common/schemas/player.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { stubApi } from '../../../testing/api.ts';
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
