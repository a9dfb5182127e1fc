import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Player } from '../../../common/schemas/player.ts';
import { stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { idOf } from '../../testing/samples.ts';
import { PlayersScreen } from './PlayersScreen.tsx';

const player: Player = {
  id: idOf(1),
  kind: 'jellyfin',
  name: 'Jellyfin',
  names: [],
  people: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  lastEvent: null,
  isOn: true,
};

test('the keyboard goes on from the form to the address of the new player, and from there to the next player', async () => {
  const api = stubApi({
    'GET /api/players': { body: { players: [], shared: [] } },
    'GET /api/watching': { body: [] },
    'GET /api/scrobbles/unrecognised': { body: [] },
  });
  renderAt(<PlayersScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a player' }));
  api.on('GET /api/players', { body: { players: [player], shared: [] } });
  api.on('POST /api/players', { status: 201, body: { player, path: '/api/scrobble/jellyfin/mq_1' } });

  await userEvent.click(screen.getByRole('button', { name: 'Make the address' }));
  await screen.findByText('Waiting for the first event…');
  expect(document.activeElement?.textContent).toBe('Copy');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));

  expect(document.activeElement?.textContent).toBe('Add a player');
});
