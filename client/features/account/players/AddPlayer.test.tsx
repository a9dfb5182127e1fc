import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CreatePlayerBody, NewPlayer, Player, PlayerKind } from '../../../../common/schemas/player.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { failure, stubApi } from '../../../testing/api.ts';
import { renderAt, toastText } from '../../../testing/render.tsx';
import { samplePlayer } from '../../../testing/samples.ts';
import { AddPlayer } from './AddPlayer.tsx';
import { Address } from './Address.tsx';

const player = samplePlayer({ kind: 'tautulli' });
const created: NewPlayer = { player, path: '/api/scrobble/tautulli/mq_new' };

test.each([true, false])(
  'the form has the focus, and its button has it again afterwards: first player %p',
  async (isFirst) => {
    renderAt(<AddPlayer isFirst={isFirst} onCreated={() => undefined} />);

    await userEvent.click(screen.getByRole('button', { name: 'Add a player' }));
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Player' }));

    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a player' }));
  },
);

test.each<[string, string, string | null, CreatePlayerBody]>([
  ['Tautulli', ' Sofa ', 'ana, ,ana-tv', { kind: 'tautulli', name: 'Sofa', names: ['ana', 'ana-tv'] }],
  ['Plex', ' ', '', { kind: 'plex', name: 'Plex', names: [] }],
  ['Kodi', '', null, { kind: 'kodi', name: 'Kodi', names: [] }],
  ['Another player', '', null, { kind: 'other', name: 'Another player', names: [] }],
])('sets up %s, with the name %j and the user names %j', async (kind, name, names, body) => {
  const api = stubApi({ 'POST /api/players': { status: 201, body: created } });
  const made: NewPlayer[] = [];
  renderAt(<AddPlayer isFirst={false} onCreated={(one) => made.push(one)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Add a player' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Player' }), kind);
  if (name) await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), name);
  const accounts = screen.queryByRole('textbox', { name: 'Your user names there' });
  expect(accounts !== null).toBe(names !== null);
  if (accounts && names) await userEvent.type(accounts, names);

  await userEvent.click(screen.getByRole('button', { name: 'Make the address' }));

  await waitFor(() => expect(made).toEqual([created]));
  expect(api.requests[0]?.body).toEqual(body);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a player that could not be set up keeps the form', async () => {
  stubApi({ 'POST /api/players': failure(500, 'internal', '') });
  const made: NewPlayer[] = [];
  renderAt(
    <>
      <AddPlayer isFirst onCreated={(one) => made.push(one)} />
      <Toaster />
    </>,
  );
  expect(screen.getByText('Your player can tick for you')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add a player' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Sofa');

  await userEvent.click(screen.getByRole('button', { name: 'Make the address' }));

  await waitFor(() => expect(toastText()).toContain('Couldn’t set up the player. Try again.'));
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Sofa');
  expect(made).toEqual([]);
});

test('the address is shown to be copied, with what to do, until an event has arrived', () => {
  const show = (now: Player | undefined) => <Address created={created} player={now} onClose={() => undefined} />;
  const { unmount } = renderAt(show(player));
  expect(screen.getByRole('heading', { name: 'Set up Tautulli' })).toBeTruthy();
  const address = screen.getByRole('textbox', { name: 'Address to paste' }) as HTMLInputElement;
  expect(address.value).toBe('http://localhost/api/scrobble/tautulli/mq_new');
  expect(screen.getAllByRole('listitem').at(-1)?.textContent).toMatch(/^Tick Watched/);
  expect(screen.getByText('Waiting for the first event…')).toBeTruthy();
  unmount();

  const event = {
    at: player.createdAt,
    account: null,
    isOfOther: false,
    isOfPerson: false,
    title: 'Heat',
    season: null,
    episode: null,
  };
  renderAt(show({ ...player, lastEvent: { ...event, outcome: 'recorded' } }));

  expect(screen.getByText(/^Received: Heat · in your diary/)).toBeTruthy();
});

test.each<PlayerKind>(['tautulli', 'kodi', 'other'])('what %s has to send is there to copy', async (kind) => {
  userEvent.setup();
  const show = { ...created, player: { ...player, kind } };
  renderAt(<Address created={show} player={undefined} onClose={() => undefined} />);

  await userEvent.click(screen.getByRole('button', { name: 'Copy JSON' }));

  const copied = await navigator.clipboard.readText();
  expect(Object.keys(JSON.parse(copied))).toContain(kind === 'tautulli' ? 'themoviedb_id' : 'session');
  expect(readFileSync('docs/players.md', 'utf8')).toContain(copied);
});
