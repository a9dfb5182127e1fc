import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LastEvent, NewPlayer, Player } from '../../../../common/schemas/player.ts';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { momentText } from '../../../lib/dates.ts';
import { type ApiStub, failure, stubApi } from '../../../testing/api.ts';
import { renderAt, toastText } from '../../../testing/render.tsx';
import { ana, ben, idOf, publicUser, sampleFolder, samplePlayer, sampleUser } from '../../../testing/samples.ts';
import { useFolders } from '../../folders/state/folder.store.ts';
import { useUsers } from '../../users/users.store.ts';
import { PlayerCard } from './PlayerCard.tsx';

const player = samplePlayer();
const cleo = sampleUser(3, 'Cleo');
let api: ApiStub;
let renewed: NewPlayer[];

beforeEach(() => {
  renewed = [];
  api = stubApi({ 'GET /api/players': { body: { players: [player], shared: [] } } });
  useUsers.getState().applyViewer(ana);
});

function open(over: Partial<Player> = {}) {
  renderAt(
    <>
      <PlayerCard player={{ ...player, ...over }} onRenewed={(created) => renewed.push(created)} />
      <Toaster />
    </>,
    { at: '/players' },
  );
  return screen.getAllByRole('listitem')[0] as HTMLElement;
}

function shareListWith(...people: (typeof ana)[]) {
  useUsers.getState().applyPeople(people);
  useFolders.getState().applyFolders([sampleFolder({ memberIds: [ana.id, ...people.map(({ id }) => id)] })]);
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const bodies = (route: string) => api.requestsTo(route).map(({ body }) => body);

describe('the card', () => {
  const event: LastEvent = {
    at: '2026-01-31T20:15:00.000Z',
    outcome: 'recorded',
    account: null,
    isOfOther: false,
    isOfPerson: false,
    title: 'Dark',
    season: 1,
    episode: 2,
  };

  test.each<[string, Partial<LastEvent>]>([
    ['Dark S1 E2 · in your diary', {}],
    ['Dark · in your diary already', { outcome: 'alreadyRecorded', season: null, episode: null }],
    ['Dark S1 E2 · not recognised', { outcome: 'notRecognised' }],
    ['Dark S1 E2 · watching now', { outcome: 'watching', account: 'ana' }],
    ['an event · nothing to record', { outcome: 'ignored', title: null }],
    ['Dark S1 E2, watched by kid · not recorded', { outcome: 'ignored', isOfOther: true, account: 'kid' }],
    ['an event of ben, for their diary', { outcome: 'ignored', isOfPerson: true, account: 'ben', title: null }],
    ['Dark S1 E2, watched by somebody · not recorded', { outcome: 'ignored', isOfOther: true }],
  ])('says what arrived: %s', (text, over) => {
    open({ lastEvent: { ...event, ...over } });

    expect(screen.getByText(`Received: ${text} · ${momentText(event.at)}`)).toBeTruthy();
  });

  test.each<[string, Partial<Player>, string[], string[]]>([
    [
      'a new player',
      {},
      ['Plex', 'Waiting for the first event…', 'Everything that it plays counts as yours.'],
      ['Your user names', 'Add another user'],
    ],
    [
      'one whose address has ended',
      { isOn: false, lastEvent: event, names: ['ana', 'ana-tv'] },
      ['Its address has ended. Make a new one.', 'You are ana, ana-tv.'],
      ['Your user names', 'Add another user'],
    ],
    ['one without accounts', { kind: 'kodi' }, ['Kodi'], []],
    ['one of another kind', { kind: 'other' }, [], []],
  ])('of %s says what can be done', (_, over, texts, buttons) => {
    const card = open(over);

    for (const text of texts) expect(within(card).getByText(text)).toBeTruthy();
    expect(within(card).queryByText('Another player')).toBeNull();
    const offered = within(card).queryAllByRole('button', { name: /^(Your user names|Add another user)$/ });
    expect(offered.map(({ textContent }) => textContent)).toEqual(buttons);
  });

  test('does not repeat the kind of a player that has no other name', () => {
    open({ name: 'Plex' });

    expect(screen.getAllByText('Plex')).toHaveLength(1);
  });
});

describe('the names of the viewer', () => {
  const UPDATE = `PATCH /api/players/${player.id}`;

  test('are sent without spaces and empty ones, and the button has the focus again', async () => {
    api.on(UPDATE, { body: { ...player, names: ['ana', 'ana-tv'] } });
    open({ names: ['ana', 'old'] });
    await press('Your user names');
    const field = screen.getByRole('textbox') as HTMLInputElement;
    expect(field.value).toBe('ana, old');

    await userEvent.clear(field);
    await userEvent.type(field, ' ana,, ana-tv {Enter}');

    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(bodies(UPDATE)).toEqual([{ names: ['ana', 'ana-tv'] }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Your user names' }));
  });

  test('stay in the form if they could not be saved', async () => {
    api.on(UPDATE, failure(500, 'internal', ''));
    open();
    await press('Your user names');

    await userEvent.type(screen.getByRole('textbox'), 'ana{Enter}');

    await waitFor(() => expect(toastText()).toContain('Couldn’t save your user names. Try again.'));
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('ana');
  });
});

describe('people', () => {
  const ASK = `POST /api/players/${player.id}/people`;
  const part = (over: Partial<Player['people'][number]>): Player['people'][number] => ({
    id: idOf(11),
    role: 'companion',
    name: null,
    state: 'accepted',
    user: publicUser(ben),
    ...over,
  });
  const chooseCleo = async (label: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: label }));
    expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual(['Cleo']);
    await userEvent.click(screen.getByRole('option', { name: 'Cleo', hidden: true }));
  };

  test('of a list are asked, except those who take part already', async () => {
    shareListWith(ben, cleo);
    api.on(ASK, { status: 201, body: part({ user: publicUser(cleo) }) });
    open({ people: [part({})] });
    await press('I usually watch with…');
    expect((screen.getByRole('button', { name: 'Ask' }) as HTMLButtonElement).disabled).toBe(true);

    await chooseCleo('I usually watch with');
    await press('Ask');

    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ask' })).toBeNull());
    expect(bodies(ASK)).toEqual([{ role: 'companion', userId: cleo.id }]);
  });

  test('are another user of the player by its name there, once both are said', async () => {
    shareListWith(cleo);
    api.on(ASK, failure(500, 'internal', ''));
    open({ people: [part({ user: publicUser(cleo) })] });
    await press('Add another user');
    const ask = screen.getByRole('button', { name: 'Ask' }) as HTMLButtonElement;
    await chooseCleo('Who that is');
    await userEvent.type(screen.getByRole('textbox', { name: 'User name in the player' }), ' ');
    expect(ask.disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'User name in the player' }), 'kid');

    await userEvent.click(ask);

    await waitFor(() => expect(toastText()).toContain('Couldn’t ask this person. Try again.'));
    expect(bodies(ASK)).toEqual([{ role: 'account', userId: cleo.id, name: 'kid' }]);
  });

  test('a person who shares no list can ask no one', async () => {
    open();
    await press('I usually watch with…');
    expect(screen.getByText('Share a list with somebody first.')).toBeTruthy();

    await press('OK');

    expect(screen.queryByText('Share a list with somebody first.')).toBeNull();
  });

  test('are listed with their part, and can be removed', async () => {
    open({
      people: [
        part({}),
        part({ id: idOf(12), role: 'account', name: 'kid', state: 'invited', user: publicUser(cleo) }),
      ],
    });
    const people = within(screen.getByRole('list', { name: 'People of Sofa' }));
    expect(people.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ben usually watches with youRemove',
      'Cleo is kid · has not agreed yet. Ask them to open Account → Players.Remove',
    ]);
    api.on(`DELETE /api/players/people/${idOf(12)}`, failure(500, 'internal', ''));

    await press('Remove Cleo, who is kid');

    await waitFor(() => expect(toastText()).toContain('Couldn’t remove this person. Try again.'));
  });
});

describe('the address', () => {
  const RENEW = `POST /api/players/${player.id}/address`;
  const created: NewPlayer = { player, path: '/api/scrobble/plex/mq_new' };

  test('is replaced after a question, because the old one ends', async () => {
    api.on(RENEW, { body: created });
    open();
    await press('New address for Sofa');
    const question = within(await screen.findByRole('dialog', { name: 'Make a new address?' }));
    expect(renewed).toEqual([]);

    await userEvent.click(question.getByRole('button', { name: 'Make it' }));

    await waitFor(() => expect(renewed).toEqual([created]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is made without a question if the old one has ended, and a failure is shown', async () => {
    api.on(RENEW, failure(500, 'internal', ''));
    open({ isOn: false });

    await press('New address for Sofa');

    await waitFor(() => expect(toastText()).toContain('Couldn’t make a new address. Try again.'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(renewed).toEqual([]);
  });

  test('ends with the player, after a question', async () => {
    const remove = `DELETE /api/players/${player.id}`;
    api.on(remove, failure(500, 'internal', ''));
    open();
    await press('Remove Sofa');
    const question = within(await screen.findByRole('dialog', { name: 'Remove this player?' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(api.calls).toEqual([]);

    await press('Remove Sofa');
    const again = within(await screen.findByRole('dialog', { name: 'Remove this player?' }));
    await userEvent.click(again.getByRole('button', { name: 'Remove' }));

    await waitFor(() => expect(toastText()).toContain('Couldn’t remove the player. Try again.'));
    expect(api.calls).toContain(remove);
  });
});
