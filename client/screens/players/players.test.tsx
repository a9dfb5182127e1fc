import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { stubApi } from '../../testing/api.ts';
import { renderAt } from '../../testing/render.tsx';
import { samplePlayer } from '../../testing/samples.ts';
import { PlayersScreen } from './PlayersScreen.tsx';

const player = samplePlayer({ kind: 'jellyfin' });

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

test('the keyboard goes on from a new address for a player to that address', async () => {
  const api = stubApi({
    'GET /api/players': { body: { players: [{ ...player, isOn: true }], shared: [] } },
    'GET /api/watching': { body: [] },
    'GET /api/scrobbles/unrecognised': { body: [] },
  });
  api.on(`POST /api/players/${player.id}/address`, {
    status: 201,
    body: { player, path: '/api/scrobble/jellyfin/mq_2' },
  });
  renderAt(<PlayersScreen />);
  await userEvent.click(await screen.findByRole('button', { name: /^New address for/ }));

  await userEvent.click(await screen.findByRole('button', { name: 'Make it' }));
  await screen.findByRole('region', { name: /^Set up/ });

  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'));
});
