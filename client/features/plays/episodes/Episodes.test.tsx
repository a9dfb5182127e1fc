import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../../components/toast/Toaster.tsx';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../../testing/api.ts';
import { renderAt, toastText } from '../../../testing/render.tsx';
import { ana, ben, idOf, sampleFolder, samplePlay, sampleProgress } from '../../../testing/samples.ts';
import { sampleSeason, severance } from '../../../testing/titles.ts';
import { useFolders } from '../../folders/state/folder.store.ts';
import { useUsers } from '../../users/users.store.ts';
import { applySaved } from '../play.queries.ts';
import { applyProgressChanged } from '../progress.queries.ts';
import { Episodes } from './Episodes.tsx';

const SEASON = (number: number) => `GET /api/tv/95396/seasons/${number}`;
const PROGRESS = 'GET /api/tv/95396/progress';
const ACT = idOf(900);
const play = samplePlay({ tmdbId: 95396, mediaType: 'tv', title: 'Severance', season: 1, episode: 1 });
const seenOne = sampleProgress({ state: 'in-progress', seen: { 1: [[1, 1]] }, seenCount: 1 });
let api: ApiStub;

beforeEach(() => {
  api = stubApi({
    [PROGRESS]: { body: sampleProgress() },
    'GET /api/plays': { body: [] },
    [SEASON(1)]: { body: sampleSeason(1) },
    [SEASON(2)]: { body: sampleSeason(2) },
  });
  useUsers.getState().applyViewer(ana);
});

function open({ seasons = severance.seasons, isTouch = false, folderId = null as string | null } = {}) {
  const [status, heading] = ['Ended', <h3 key="heading">Episodes</h3>];
  return renderAt(
    <>
      <Episodes showId={95396} {...{ status, seasons, folderId, heading }} />
      <Toaster />
    </>,
    { isLaidOut: true, isTouch },
  );
}

const tick = (code: string) => screen.findByRole('button', { name: `Seen ${code}` });
const isTicked = async (code: string) => (await tick(code)).getAttribute('aria-pressed') === 'true';
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (menu: string, item: string) => {
  await press(`Options for ${menu}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const sent = (route: string) => api.requestsTo(route);

describe('the list of episodes', () => {
  test('shows the first season, and another when it is chosen; specials come last', async () => {
    open();

    const first = await screen.findByRole('list', { name: 'Season 1' });
    const [row] = within(first).getAllByRole('listitem');
    expect(row?.textContent).toBe('1Part 1 of season 1Feb 10, 2022 · 50 min');
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(tabs).toEqual(['S1Season 1, 0 of 9', 'S2Season 2, 0 of 10', 'Specials, 0 of 2']);

    await userEvent.click(screen.getByRole('tab', { name: /Season 2/ }));
    expect(await screen.findByRole('list', { name: 'Season 2' })).toBeTruthy();
  });

  test('opens at the season that comes next, and says how far one is', async () => {
    const next = { season: 2, episode: 2, name: 'Part 2 of season 2', airDate: '2025-01-24', runtime: 50 };
    const seen = { 1: [[1, 9]] as [number, number][], 2: [[1, 1]] as [number, number][] };
    api.on(PROGRESS, { body: sampleProgress({ state: 'in-progress', seen, seenCount: 10, next }) });
    open();

    const row = (await screen.findByText('Part 2 of season 2')).closest('li');
    expect(row?.getAttribute('aria-current')).toBe('step');
    expect(screen.getByRole('progressbar', { name: 'Episodes seen' }).getAttribute('aria-valuetext')).toBe(
      '10 of 19 episodes',
    );
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'S1Season 1, 9 of 9',
      'S2Season 2, 1 of 10',
      'Specials, 0 of 2',
    ]);
  });

  test('an episode of the future says when it airs, and its tick does nothing', async () => {
    const [episode] = sampleSeason(1).episodes;
    if (!episode) throw new Error('No episode');
    api.on(SEASON(1), { body: sampleSeason(1, { episodes: [{ ...episode, air_date: '2999-03-01', runtime: null }] }) });
    open({ seasons: severance.seasons.slice(1, 2) });

    expect(await screen.findByText('Airs Mar 1, 2999')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    const future = screen.getByRole('button', { name: 'S1 E1 airs Mar 1, 2999' });
    expect(future.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(future);
    expect(api.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await press('Options for S1 E1');
    expect(await screen.findByRole('menuitem', { name: 'Seen on…' })).toBeTruthy();
  });

  test('a season that failed to load can be tried again', async () => {
    api.on(SEASON(1), failure(502, 'upstream'));
    open();
    expect(await screen.findByText(/Couldn’t load the episodes/)).toBeTruthy();

    api.on(SEASON(1), { body: sampleSeason(1) });
    await press('Try again');
    expect(await screen.findByText('Part 3 of season 1')).toBeTruthy();
  });

  test('what is shown of a season stays when asking for it again fails', async () => {
    const seen = { 1: [[1, 1] as [number, number]], 2: [[2, 2] as [number, number]] };
    api.on(PROGRESS, { body: sampleProgress({ state: 'in-progress', seen, seenCount: 2, skipped: 3 }) });
    open();
    await press('You skipped 3');
    await screen.findByRole('list', { name: 'Skipped episodes' });
    await screen.findByRole('list', { name: 'Season 1' });

    api.on(SEASON(1), failure(502, 'upstream'));
    api.on(SEASON(2), failure(502, 'upstream'));
    act(() => applyProgressChanged());
    await waitFor(() => expect(sent(SEASON(1))).toHaveLength(2));
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
    });

    expect(screen.getByRole('list', { name: 'Season 1' })).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Skipped episodes' })).toBeTruthy();
    expect(screen.queryByText(/Couldn’t load/)).toBeNull();
  });

  test('without progress the episodes still show, and it can be tried again', async () => {
    api.on(PROGRESS, failure(502, 'upstream'));
    open();
    expect(await screen.findByText(/Couldn’t load what you have seen/)).toBeTruthy();
    expect(await screen.findByText('Part 1 of season 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Seen S1 E1' })).toBeNull();

    api.on(PROGRESS, { body: seenOne });
    await press('Try again');
    await waitFor(async () => expect(await isTicked('S1 E1')).toBe(true));
  });

  test('an announced season without episodes says so', async () => {
    api.on(SEASON(1), { body: sampleSeason(1, { episodes: [] }) });
    open();

    expect(await screen.findByText('The episodes are not announced yet.')).toBeTruthy();
  });

  test('of a season with hundreds, only those in the window are in the page', async () => {
    const [episode] = sampleSeason(1).episodes;
    const episodes = Array.from({ length: 1200 }, (_, index) => ({ ...episode, episode_number: index + 1 }));
    api.on(SEASON(1), { body: { ...sampleSeason(1), episodes } });
    Object.defineProperty(HTMLLIElement.prototype, 'offsetHeight', { configurable: true, value: 64 });
    open();

    const rows = within(await screen.findByRole('list', { name: 'Season 1' })).getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('1200');
  });
});

describe('a tick', () => {
  test('shows before the server has answered, and can be undone', async () => {
    const answer = deferred<StubAnswer>();
    api.on('POST /api/plays', () => answer.promise);
    api.on(`DELETE /api/plays/${play.id}`, { status: 204 });
    open();

    await userEvent.click(await tick('S1 E1'));
    expect(await isTicked('S1 E1')).toBe(true);
    api.on(PROGRESS, { body: seenOne });
    act(() => answer.resolve({ status: 201, body: play }));

    await waitFor(() => expect(toastText()).toContain('S1 E1 watched'));
    expect(sent('POST /api/plays')[0]?.body).toMatchObject({ tmdbId: 95396, mediaType: 'tv', season: 1, episode: 1 });
    expect(await isTicked('S1 E1')).toBe(true);

    api.on(PROGRESS, { body: sampleProgress() });
    await press('Undo');
    await waitFor(async () => expect(await isTicked('S1 E1')).toBe(false));
  });

  test('loads the season and the progress again once, with its event', async () => {
    api.on('POST /api/plays', { status: 201, body: play });
    open();
    await userEvent.click(await tick('S1 E1'));
    await waitFor(() => expect(toastText()).toContain('S1 E1 watched'));
    expect([sent(SEASON(1)).length, sent(PROGRESS).length]).toEqual([1, 1]);

    act(() => applySaved(play));

    await waitFor(() => expect([sent(SEASON(1)).length, sent(PROGRESS).length]).toEqual([2, 2]));
  });

  test('goes back when it could not be saved', async () => {
    api.on('POST /api/plays', failure(503, 'unavailable', ''));
    open();

    await userEvent.click(await tick('S1 E1'));

    await waitFor(() => expect(toastText()).toContain('Couldn’t change your diary. Try again.'));
    expect(await isTicked('S1 E1')).toBe(false);
  });

  test('is set with the keyboard', async () => {
    api.on('POST /api/plays', { status: 201, body: play });
    open();
    (await tick('S1 E1')).focus();

    await userEvent.keyboard(' ');

    await waitFor(() => expect(sent('POST /api/plays')).toHaveLength(1));
  });

  test('that another tab set shows here', async () => {
    open();
    expect(await isTicked('S1 E1')).toBe(false);

    api.on(PROGRESS, { body: seenOne });
    act(() => applyProgressChanged());

    await waitFor(async () => expect(await isTicked('S1 E1')).toBe(true));
  });

  test('is taken back with another press, and asks first when the episode was watched several times', async () => {
    api.on(PROGRESS, { body: seenOne });
    api.on('DELETE /api/tv/95396/plays', ({ query }) =>
      query.get('all') === 'true'
        ? { body: { id: ACT, removed: 2, progress: sampleProgress() } }
        : failure(409, 'several_plays'),
    );
    open();

    await userEvent.click(await tick('S1 E1'));
    const dialog = await screen.findByRole('dialog', { name: 'Remove S1 E1?' });
    expect(await isTicked('S1 E1')).toBe(true);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove all' }));

    await waitFor(() => expect(toastText()).toContain('S1 E1 removed from your diary'));
    api.on(`POST /api/plays/acts/${ACT}/undo`, { body: seenOne });
    api.on(PROGRESS, { body: seenOne });
    await press('Undo');
    await waitFor(async () => expect(await isTicked('S1 E1')).toBe(true));
  });
});

describe('the menus', () => {
  const added = (count: number, seen: [number, number]) => ({
    id: ACT,
    added: count,
    progress: sampleProgress({ state: 'in-progress', seen: { 1: [seen] }, seenCount: count }),
  });

  test('mark everything up to an episode, which can be undone', async () => {
    api.on('POST /api/plays/up-to', { status: 201, body: added(2, [1, 2]) });
    open();

    await choose('S1 E2', 'Seen up to here');

    await waitFor(() => expect(toastText()).toContain('2 episodes marked as seen'));
    expect(sent('POST /api/plays/up-to')[0]?.body).toMatchObject({ tmdbId: 95396, season: 1, episode: 2 });
    api.on(`POST /api/plays/acts/${ACT}/undo`, failure(503, 'unavailable', ''));
    await press('Undo');
    await waitFor(() => expect(toastText()).toContain('Couldn’t undo this. Try again.'));
  });

  test('open by press and hold on a touch screen', async () => {
    open({ isTouch: true });
    const row = (await screen.findByText('Part 2 of season 1')).closest('li') as HTMLElement;

    fireEvent.touchStart(row, { touches: [{ clientX: 5, clientY: 5 }] });

    expect(await screen.findByRole('menuitem', { name: 'Seen up to here' })).toBeTruthy();
    fireEvent.touchEnd(row);
  });

  test('record an episode on a day', async () => {
    api.on('POST /api/plays', { status: 201, body: play });
    open();

    await choose('S1 E1', 'Seen on…');
    const dialog = await screen.findByRole('dialog', { name: 'When did you see S1 E1?' });
    fireEvent.change(within(dialog).getByLabelText('Date'), { target: { value: '2026-01-31' } });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add to diary' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST /api/plays')[0]?.body).toMatchObject({ at: '2026-01-31T00:00:00.000Z', precision: 'day' });
  });

  test('record with whom', async () => {
    const folder = sampleFolder({ memberIds: [ben.id], memberCount: 1 });
    useUsers.getState().applyPeople([ben]);
    useFolders.getState().applyAvailable(folder);
    api.on('POST /api/plays', { status: 201, body: play });
    open({ folderId: folder.id });

    await choose('S1 E1', 'Watched with…');
    const dialog = await screen.findByRole('dialog', { name: 'Who watched S1 E1 with you?' });
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Ben' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add to diary' }));

    await waitFor(() => expect(sent('POST /api/plays')[0]?.body).toMatchObject({ withUserIds: [ben.id] }));
  });

  test('name with whom one saw an episode', async () => {
    const folder = sampleFolder({ memberIds: [ben.id], memberCount: 1 });
    useUsers.getState().applyPeople([ben]);
    useFolders.getState().applyAvailable(folder);
    api.on(PROGRESS, { body: seenOne });
    api.on('GET /api/plays', { body: [play] });
    api.on(`PATCH /api/plays/${play.id}`, { body: { ...play, companions: [ben] } });
    open({ folderId: folder.id });

    await choose('S1 E1', 'Watched with…');
    const dialog = await screen.findByRole('dialog', { name: 'Who watched S1 E1 with you?' });
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Ben' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(`PATCH /api/plays/${play.id}`)[0]?.body).toEqual({ withUserIds: [ben.id] });
  });

  test('record a seen episode again', async () => {
    api.on(PROGRESS, { body: seenOne });
    api.on('POST /api/plays', { status: 201, body: play });
    open();

    await choose('S1 E1', 'Rewatched');

    await waitFor(() => expect(toastText()).toContain('S1 E1 watched again'));
  });

  test('mark a season as seen with one press, and remove it', async () => {
    const answer = added(3, [1, 3]);
    api.on('POST /api/plays/season', { status: 201, body: answer });
    open();
    await tick('S1 E3');
    api.on(PROGRESS, { body: answer.progress });

    await press('Season seen');
    await waitFor(async () => expect(await isTicked('S1 E3')).toBe(true));
    await waitFor(() => expect(toastText()).toContain('3 episodes marked as seen'));
    expect(screen.getByText('All seen')).toBeTruthy();

    api.on('DELETE /api/tv/95396/plays', { body: { id: ACT, removed: 3, progress: sampleProgress() } });
    await choose('Season 1', 'Remove');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove all' }));
    await waitFor(() => expect(toastText()).toContain('Season 1 removed from your diary'));
  });

  test('pause a show, continue it, and start it again', async () => {
    api.on(PROGRESS, { body: seenOne });
    api.on('PATCH /api/tv/95396/progress', ({ body }) => {
      const { state, startsAgain } = body as { state?: null | 'paused'; startsAgain?: boolean };
      const progress = startsAgain ? sampleProgress() : { ...seenOne, state: state ?? 'in-progress' };
      api.on(PROGRESS, { body: progress });
      return { body: progress };
    });
    open();

    await choose('this show', 'Pause');
    await waitFor(() => expect(toastText()).toContain('Paused'));
    await press('Continue');
    await waitFor(() => expect(toastText()).toContain('You’re watching it again'));
    await choose('this show', 'Start again');
    await waitFor(() => expect(toastText()).toContain('Started again'));
    await press('Undo');
    await waitFor(() => expect(api.requests.at(-1)?.path).toBeTruthy());
    expect(sent('PATCH /api/tv/95396/progress').map(({ body }) => body)).toMatchObject([
      { state: 'paused' },
      { state: null },
      { startsAgain: true },
      { startsAgain: false },
    ]);
  });
});

test('says which episodes were skipped, and opens their place', async () => {
  const seen = { 1: [[1, 1] as [number, number]], 2: [[2, 2] as [number, number]] };
  api.on(PROGRESS, { body: sampleProgress({ state: 'in-progress', seen, seenCount: 2, skipped: 3 }) });
  open();

  await press('You skipped 3');
  const skipped = await screen.findByRole('list', { name: 'Skipped episodes' });
  const names = within(skipped).getAllByRole('button');
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'S1 E2 Part 2 of season 1',
    'S1 E3 Part 3 of season 1',
    'S2 E1 Part 1 of season 2',
  ]);
  await userEvent.click(names[2] as HTMLElement);

  expect(await screen.findByRole('list', { name: 'Season 2' })).toBeTruthy();
});

test('plays of numbers that the show no longer has can be moved', async () => {
  const other = { ...play, season: 9, episode: 3 };
  api.on(PROGRESS, { body: sampleProgress({ seen: { 9: [[3, 3]] } }) });
  api.on('GET /api/plays', { body: [other] });
  api.on(`PATCH /api/plays/${play.id}`, ({ body }) => ({ body: { ...other, ...(body as object) } }));
  open();

  await press('Move S9 E3 to another episode');
  const dialog = await screen.findByRole('dialog', { name: 'Move S9 E3' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Season'), '1');
  await within(dialog).findByRole('option', { name: '2. Part 2 of season 1' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Episode'), '2');
  api.on(PROGRESS, { body: sampleProgress({ seen: { 1: [[2, 2]] }, seenCount: 1 }) });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));

  await waitFor(() => expect(toastText()).toContain('Moved to S1 E2'));
  act(() => applySaved({ ...other, season: 1, episode: 2 }));
  expect(sent(`PATCH /api/plays/${play.id}`)[0]?.body).toEqual({ season: 1, episode: 2 });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Other plays' })).toBeNull());
});

test('of an opened season, numbers that it does not have are other plays and count for nothing', async () => {
  const season = sampleSeason(1);
  // Numbered through the whole show, as the source does it for some.
  const episodes = season.episodes.map((episode) => ({ ...episode, episode_number: episode.episode_number + 40 }));
  api.on(SEASON(1), { body: { ...season, episodes } });
  api.on(PROGRESS, { body: sampleProgress({ seen: { 1: [[1, 9]] } }) });
  api.on('GET /api/plays', { body: [play] });
  open();

  const others = await screen.findByRole('region', { name: 'Other plays' });
  expect(await within(others).findByRole('button', { name: 'Move S1 E1 to another episode' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: /Season 1/ }).textContent).toBe('S1Season 1, 0 of 9');
});
