import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SharedPlayer } from '../../../../common/schemas/player.ts';
import { type ApiStub, stubApi } from '../../../testing/api.ts';
import { renderAt } from '../../../testing/render.tsx';
import { ben, idOf, publicUser } from '../../../testing/samples.ts';
import { SharedPlayers } from './SharedPlayers.tsx';

const part: SharedPlayer = {
  id: idOf(1),
  role: 'account',
  name: 'ana-tv',
  state: 'invited',
  by: publicUser(ben),
  player: { name: 'Sofa', kind: 'plex' },
};
let api: ApiStub;
beforeEach(() => {
  api = stubApi();
});

const open = (...shared: SharedPlayer[]) => renderAt(<SharedPlayers shared={shared} />, { at: '/players' });

test('there is nothing to see without players of others', () => {
  open();

  expect(screen.queryByRole('region', { name: 'Players of others' })).toBeNull();
});

test.each([
  ['Agree', 'accepted'],
  ['Decline', 'declined'],
])('%s answers what another person asks', async (name, status) => {
  api.on(`POST /api/players/people/${part.id}/respond`, { status: 204 });
  open(part);

  const line = within(screen.getByRole('listitem'));
  expect(line.getByText('What “ana-tv” watches on Sofa goes into your diary.')).toBeTruthy();
  expect(line.queryByRole('button', { name: 'Stop' })).toBeNull();
  await userEvent.click(line.getByRole('button', { name }));

  await waitFor(() => expect(api.requests.at(-1)?.body).toEqual({ status }));
});

test('what was agreed can be stopped', async () => {
  const stop = `DELETE /api/players/people/${part.id}`;
  api.on(stop, { status: 204 });
  open({ ...part, role: 'companion', state: 'accepted' });

  expect(screen.getByText(/suggested for your diary when Ben watches on Sofa/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));

  await waitFor(() => expect(api.calls).toContain(stop));
});
