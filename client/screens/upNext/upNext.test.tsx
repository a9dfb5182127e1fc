import { deserialize, serialize } from 'node:v8';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import 'fake-indexeddb/auto';
import userEvent from '@testing-library/user-event';
import type { UpNextEntry } from '../../../common/schemas/progress.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { applyDeleted, applySaved } from '../../features/plays/play.queries.ts';
import { UpNextRow } from '../../features/plays/upNext/UpNextRow.tsx';
import { useUsers } from '../../features/users/users.store.ts';
import { calendarDay } from '../../lib/dates.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { addressOf, renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, publicUser, samplePlay, sampleProgress } from '../../testing/samples.ts';
import { UpNextScreen } from './UpNextScreen.tsx';

const UP_NEXT = 'GET /api/up-next';
const play = samplePlay({ tmdbId: 95396, mediaType: 'tv', title: 'Severance', season: 2, episode: 4 });

/** A show of which three episodes were seen, and the fourth of season 2 comes next. */
function entry(tmdbId: number, title: string, over: Partial<UpNextEntry['progress']> = {}): UpNextEntry {
  const next = { season: 2, episode: 4, name: `Name of ${title}`, airDate: '2025-02-07', runtime: 43 };
  return {
    show: { tmdbId, title, posterPath: null, backdropPath: null, releaseDate: '2022-02-17' },
    progress: sampleProgress({ tmdbId, state: 'in-progress', seen: { 2: [[1, 3]] }, seenCount: 3, next, ...over }),
  };
}

const following = { season: 2, episode: 5, name: 'Trojan’s Horse', airDate: '2025-02-14', runtime: 50 };
const severance = entry(95396, 'Severance');
const after = entry(95396, 'Severance', { seen: { 2: [[1, 4]] }, seenCount: 4, next: following });
const dark = entry(70523, 'Dark');
const answerOf = (...shows: UpNextEntry[]) => ({ body: { shows, isIncomplete: false } });
let api: ApiStub;

beforeEach(() => {
  localStorage.clear();
  api = stubApi({ [UP_NEXT]: answerOf(severance, dark) });
  useUsers.getState().applyViewer(ana);
});

const open = (part = <UpNextScreen />) =>
  renderAt(
    <>
      {part}
      <Toaster />
    </>,
    { at: '/up-next', isLaidOut: true },
  );
const tick = (name: string) => screen.findByRole('button', { name: `Watched ${name}` });
const cardOf = async (title: string) => (await screen.findByText(title)).closest('[data-up-next]') as HTMLElement;

test('shows the next episode of each show, what is new today, what was skipped and what returns', async () => {
  const today = calendarDay(new Date());
  const upcoming = { season: 3, episode: 1, name: 'Return', airDate: '2999-12-03', runtime: null };
  api.on(
    UP_NEXT,
    answerOf(
      entry(95396, 'Severance', { next: { ...following, airDate: today }, skipped: 2 }),
      entry(1399, 'Game of Thrones', { state: 'up-to-date', next: null, upcoming }),
    ),
  );
  open();

  const card = await cardOf('Severance');
  expect(within(card).getByText('S2 E5 · Trojan’s Horse · 50 min')).toBeTruthy();
  expect(within(card).getByText('New today')).toBeTruthy();
  const later = within(screen.getByRole('list', { name: 'Coming back' })).getByRole('article');
  expect(within(later).getByText('Returns Dec 3, 2999')).toBeTruthy();
  expect(within(later).queryByRole('button')).toBeNull();
  await userEvent.click(within(card).getByRole('link', { name: 'You skipped 2' }));
  expect(addressOf()).toBe('/up-next?title=tv-95396');
});

describe('a tick', () => {
  test('shows at once, and the following episode takes its place', async () => {
    const answer = deferred<StubAnswer>();
    api.on('POST /api/plays', () => answer.promise);
    open();

    await userEvent.click(await tick('Severance S2 E4'));
    expect((await tick('Severance S2 E4')).getAttribute('aria-pressed')).toBe('true');
    api.on(UP_NEXT, answerOf(after, dark));
    act(() => answer.resolve({ status: 201, body: play }));
    await waitFor(() => expect(toastText()).toContain('Severance S2 E4 watched'));
    act(() => applySaved(play));

    expect((await tick('Severance S2 E5')).getAttribute('aria-pressed')).toBe('false');
    api.on(`DELETE /api/plays/${play.id}`, { status: 204 });
    api.on(UP_NEXT, answerOf(severance, dark));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    act(() => applyDeleted(play, true));
    expect(await tick('Severance S2 E4')).toBeTruthy();
  });

  test('leaves the cards in their order', async () => {
    api.on('POST /api/plays', { status: 201, body: { ...play, tmdbId: 70523 } });
    open();
    const ticks = () =>
      screen.getAllByRole('button', { name: /^Watched/ }).map((button) => button.getAttribute('aria-label'));
    await tick('Dark S2 E4');

    api.on(UP_NEXT, answerOf(entry(70523, 'Dark', { next: following }), severance));
    await userEvent.click(await tick('Dark S2 E4'));
    act(() => applySaved({ ...play, tmdbId: 70523 }));

    expect(await tick('Dark S2 E5')).toBeTruthy();
    expect(ticks()).toEqual(['Watched Severance S2 E4', 'Watched Dark S2 E5']);
  });

  test('goes back when it could not be saved', async () => {
    api.on('POST /api/plays', { status: 503, body: { error: 'Couldn’t reach Marquee', code: 'unavailable' } });
    open();

    await userEvent.click(await tick('Severance S2 E4'));

    await waitFor(() => expect(toastText()).toContain('Couldn’t reach Marquee'));
    expect((await tick('Severance S2 E4')).getAttribute('aria-pressed')).toBe('false');
  });

  test('that waits for a connection is said on the card, because the next episode is not known yet', async () => {
    // The database copies what it keeps, and jsdom lacks the function for it.
    globalThis.structuredClone = (value) => deserialize(serialize(value));
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open();

    await userEvent.click(await tick('Severance S2 E4'));

    expect(
      await within(await cardOf('Severance')).findByText('S2 E4 is marked and waits for a connection'),
    ).toBeTruthy();
    expect(within(await cardOf('Dark')).getByText(/Name of Dark/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await within(await cardOf('Severance')).findByText(/Name of Severance/)).toBeTruthy();
    online.mockRestore();
  });

  test('is set with "e" on the card that has the focus, and on no other', async () => {
    api.on('POST /api/plays', { status: 201, body: play });
    open();
    const card = await cardOf('Severance');
    await userEvent.keyboard('e');
    expect(api.calls).not.toContain('POST /api/plays');

    within(card).getAllByRole('link')[0]?.focus();
    await userEvent.keyboard('e');

    await waitFor(() => expect(toastText()).toContain('Severance S2 E4 watched'));
  });

  test('of the last episode gives the focus to the next card', async () => {
    api.on('POST /api/plays', { status: 201, body: play });
    open();
    await tick('Severance S2 E4');
    api.on(UP_NEXT, answerOf(dark));

    await userEvent.click(await tick('Severance S2 E4'));
    act(() => applySaved(play));

    await waitFor(() => expect(screen.queryByText('Severance', { selector: 'article bdi' })).toBeNull());
    expect(document.activeElement).toBe(await tick('Dark S2 E4'));
  });
});

describe('a show that is watched with others', () => {
  const folderId = idOf(102);
  const group = (next: { season: number; episode: number }) => ({
    group: { folderId, memberIds: [ana.id, ben.id], people: [publicUser(ana), publicUser(ben)], next },
  });

  test('has their faces, and one press marks its next episode for all', async () => {
    api.on(UP_NEXT, answerOf({ ...severance, ...group({ season: 2, episode: 4 }) }, dark));
    const answer = { id: idOf(900), group: {}, progress: {} };
    api.on(`POST /api/folders/${folderId}/shows/95396/group/watched`, { body: answer });
    api.on(`POST /api/plays/acts/${idOf(900)}/undo`, { body: after.progress });
    open();

    const together = await screen.findByRole('button', { name: 'We watched it: Severance S2 E4' });
    expect(within(together).getByRole('img', { name: /Ben/ })).toBeTruthy();
    expect(within(together).queryByRole('img', { name: /Ana/ })).toBeNull();
    await userEvent.click(together);

    await waitFor(() => expect(toastText()).toContain('S2 E4 is marked'));
    expect((await tick('Severance S2 E4')).getAttribute('aria-pressed')).toBe('true');
    const sent = api.requests.find(({ path }) => path.endsWith('/group/watched'));
    expect(sent?.body).toMatchObject({ season: 2, episode: 4 });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.calls).toContain(`POST /api/plays/acts/${idOf(900)}/undo`));
  });

  test('has no such button while another episode is next for the group', async () => {
    api.on(UP_NEXT, answerOf({ ...severance, ...group({ season: 2, episode: 2 }) }, dark));
    open();

    expect(within(await cardOf('Severance')).getByRole('img', { name: /Ben/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /We watched it/ })).toBeNull();
  });
});

describe('the screen', () => {
  test('says how to begin when there is nothing', async () => {
    api.on(UP_NEXT, answerOf());
    open();

    expect(await screen.findByRole('heading', { name: 'Nothing up next yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find a show' }).getAttribute('href')).toBe('/');
  });

  test('has room for the cards while they load', async () => {
    const answer = deferred<StubAnswer>();
    api.on(UP_NEXT, () => answer.promise);
    open();

    expect(await screen.findByRole('status', { name: 'Loading Up next' })).toBeTruthy();
    act(() => answer.resolve(answerOf(severance)));
    expect(await cardOf('Severance')).toBeTruthy();
  });

  test.each([
    ['the server failed', failure(500, 'internal'), 'Something went wrong on our side. Please try again.'],
    ['there is no connection', null, 'Couldn’t reach Marquee. Check your connection and try again.'],
  ])('says that it could not be loaded because %s, and tries again', async (_why, answer, text) => {
    api.on(UP_NEXT, () => {
      if (!answer) throw new TypeError('network');
      return answer;
    });
    open();
    expect(await screen.findByRole('heading', { name: 'Couldn’t load Up next' })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();

    api.on(UP_NEXT, answerOf(severance));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cardOf('Severance')).toBeTruthy();
  });

  test('says when shows are missing', async () => {
    api.on(UP_NEXT, { body: { shows: [severance], isIncomplete: true } });
    open();
    expect(await screen.findByText(/Some shows are missing/)).toBeTruthy();

    api.on(UP_NEXT, answerOf(severance, dark));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cardOf('Dark')).toBeTruthy();
    expect(screen.queryByText(/Some shows are missing/)).toBeNull();
  });
});

describe('the row', () => {
  const row = () => screen.findByRole('list', { name: 'Up next' });

  test('shows the cards, and leads to the screen', async () => {
    open(<UpNextRow />);

    expect(await within(await row()).findAllByRole('article')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/up-next');
  });

  test('is not there for people who follow no show', async () => {
    api.on(UP_NEXT, answerOf());
    open(<UpNextRow />);

    await waitFor(() => expect(localStorage.getItem('follows-shows')).toBe('no'));
    expect(api.calls).toEqual([UP_NEXT]);
    expect(screen.queryByRole('region', { name: 'Up next' })).toBeNull();
  });

  test('of somebody who follows shows has room while it loads, and says when that failed', async () => {
    document.documentElement.toggleAttribute('data-follows', true);
    const answer = deferred<StubAnswer>();
    api.on(UP_NEXT, () => answer.promise);
    open(<UpNextRow />);
    expect(await screen.findByRole('status', { name: 'Loading Up next' })).toBeTruthy();

    act(() => answer.resolve(failure(503, 'unavailable')));
    expect(await screen.findByText('Couldn’t load Up next.')).toBeTruthy();
    api.on(UP_NEXT, answerOf(severance));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row()).toBeTruthy();
  });
});
