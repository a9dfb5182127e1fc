import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Player } from '../../../../common/schemas/player.ts';
import { stubApi } from '../../../testing/api.ts';
import { renderAt } from '../../../testing/render.tsx';
import { idOf } from '../../../testing/samples.ts';
import { PlayerCard } from './PlayerCard.tsx';

test('the button that opened a form has the focus again once the form is sent', async () => {
  const player: Player = {
    id: idOf(1),
    kind: 'plex',
    name: 'Sofa',
    names: [],
    isOn: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastEvent: null,
    people: [],
  };
  const api = stubApi();
  api.on('GET /api/players', { body: { players: [player], shared: [] } });
  api.on(`PATCH /api/players/${player.id}`, { body: { ...player, names: ['ana-tv'] } });
  renderAt(<PlayerCard player={player} onRenewed={() => {}} />, { at: '/players' });
  const opener = screen.getByRole('button', { name: 'Your user names' });

  await userEvent.click(opener);
  await userEvent.type(screen.getByRole('textbox'), 'ana-tv{Enter}');

  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(document.activeElement).toBe(opener);
});
