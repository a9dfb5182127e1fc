import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { families } from '../../../common/families.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { liveSeen } from '../../features/folders/seen/seen.store.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { calendarDay } from '../../lib/dates.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { bensFolder, serveLists } from '../../testing/lists.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, publicUser, sampleItem, samplePlay, sampleUser } from '../../testing/samples.ts';
import { matrix, serveTitle, severance } from '../../testing/titles.ts';
import { MediaDialog } from './MediaDialog.tsx';

const folder = bensFolder({ itemCount: 1, memberCount: 1 });
const film = sampleItem(1, { tmdbId: 603, folderId: folder.id, categoryId: folder.id });
const ADD = 'POST /api/plays';
let api: ApiStub;

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
  serveLists(api, families.folder, [], [folder]);
  api.on(`GET /api/folders/${folder.id}/items`, { body: [film], headers: { 'Folder-Rev': '1' } });
  serveTitle(api, matrix);
});

async function openForm() {
  renderAt(
    <>
      <MediaDialog />
      <Toaster />
    </>,
    { at: `/?title=movie-603&folder=${folder.id}`, isLaidOut: true },
  );
  await screen.findByText('Free your mind.');
  await userEvent.click(screen.getByRole('button', { name: "I've seen this" }));
  return screen.findByRole('form', { name: "I've seen this" });
}

const sent = () => api.requestsTo(ADD)[0]?.body;

test('records a title as seen today, with a person of the list', async () => {
  const play = samplePlay({
    at: `${calendarDay(new Date())}T00:00:00.000Z`,
    precision: 'day',
    companions: [publicUser(ben)],
  });
  api.on(ADD, { status: 201, body: play });
  const form = await openForm();

  await userEvent.click(await within(form).findByRole('checkbox', { name: 'Ben' }));
  expect(within(form).getByText('They decide whether it goes into their own diary.')).toBeTruthy();
  await userEvent.click(within(form).getByRole('button', { name: 'Add to diary' }));

  expect(await screen.findByText('You saw this today with Ben.')).toBeTruthy();
  expect(toastText()).toContain('Added to your diary');
  expect(toastText()).toContain('1 person will be asked.');
  expect(sent()).toMatchObject({ mediaType: 'movie', tmdbId: 603, at: play.at, precision: 'day', folderId: folder.id });
  expect(sent()).toMatchObject({ withUserIds: [ben.id], facts: { title: 'The Matrix' } });
  expect(screen.queryByRole('form', { name: "I've seen this" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: "I've seen this" }));
});

test('offers the people of the list first, then those of other lists, by name', async () => {
  const [abe, cleo] = [sampleUser(3, 'Abe'), sampleUser(4, 'Cleo')];
  useUsers.getState().applyPeople([abe, cleo, ben, ana]);
  const other = bensFolder({ id: idOf(102), userId: cleo.id, memberIds: [abe.id, ana.id] });
  serveLists(api, families.folder, [], [other, folder]);
  api.on(`GET /api/folders/${folder.id}/items`, { body: [film], headers: { 'Folder-Rev': '1' } });
  api.on(ADD, { status: 201, body: samplePlay() });
  const form = within(await openForm());

  await form.findByRole('checkbox', { name: 'Abe' });
  const names = form.getAllByRole('checkbox').map((box) => box.closest('div')?.textContent);
  expect(names).toEqual(['Ben', 'Abe', 'Cleo']);
  for (const name of ['Abe', 'Cleo']) await userEvent.click(form.getByRole('checkbox', { name }));
  await userEvent.click(form.getByRole('button', { name: 'Add to diary' }));

  await waitFor(() => expect(toastText()).toContain('2 people will be asked.'));
  expect(sent()).toMatchObject({ withUserIds: [abe.id, cleo.id] });
});

test("without a shared list the form does not ask 'With whom?', and Cancel records nothing", async () => {
  serveLists(api, families.folder, []);
  api.on(`GET /api/folders/${folder.id}`, failure(404, 'not_found'));
  api.on(ADD, { status: 201, body: samplePlay() });
  const form = within(await openForm());
  expect(form.queryByText('With whom?')).toBeNull();
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('form', { name: "I've seen this" })).toBeNull();
  expect(sent()).toBeUndefined();

  await userEvent.click(screen.getByRole('button', { name: "I've seen this" }));
  await userEvent.click(screen.getByRole('radio', { name: 'Yesterday' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add to diary' }));

  await waitFor(() => expect(toastText()).toBe('Added to your diary'));
  expect(sent()).toMatchObject({ at: `${calendarDay(new Date(), 1)}T00:00:00.000Z`, precision: 'day' });
});

test('of a show it names the episode that was seen last, and counts that one only', async () => {
  serveTitle(api, severance);
  const { id: tmdbId, name: title } = severance;
  const seen = (episode: number, day: string) =>
    samplePlay({ id: day, mediaType: 'tv', tmdbId, title, season: 1, episode, at: `2026-${day}T20:00:00.000Z` });
  api.on('GET /api/plays', { body: [seen(2, '01-31'), seen(2, '01-12'), seen(1, '01-11')] });

  renderAt(<MediaDialog />, { at: `/?title=tv-${tmdbId}`, isLaidOut: true });

  expect(await screen.findByText(/^You saw S1 E2 on January 31(, 2026)?, 2 times in all\.$/)).toBeTruthy();
});

test('on a date, which must be chosen, or without one', async () => {
  api.on(ADD, { status: 201, body: samplePlay({ at: null, precision: 'unknown' }) });
  const form = await openForm();
  const button = () => within(form).getByRole('button', { name: 'Add to diary' }) as HTMLButtonElement;

  await userEvent.click(within(form).getByRole('radio', { name: 'On a date' }));
  expect(button().disabled).toBe(true);
  await userEvent.type(within(form).getByLabelText('Date'), '2026-01-31');
  expect(button().disabled).toBe(false);
  await userEvent.click(within(form).getByRole('radio', { name: "Don't remember" }));
  await userEvent.click(button());

  expect(await screen.findByText(/^You saw this some time ago\./)).toBeTruthy();
  expect(sent()).toMatchObject({ at: null, precision: 'unknown', withUserIds: [] });
  const diary = screen.getByRole('link', { name: 'Open diary' });
  expect(diary.getAttribute('href')).toBe('/diary');
  expect(diary.classList).toContain('roomy-link');
});

test('a failure keeps the form and says so', async () => {
  api.on(ADD, failure(503, 'unavailable', "Marquee can't reach its database right now."));
  const form = await openForm();

  await userEvent.click(within(form).getByRole('button', { name: 'Add to diary' }));

  await waitFor(() => expect(toastText()).toContain("Marquee can't reach its database right now."));
  expect(screen.getByRole('form', { name: "I've seen this" })).toBeTruthy();
});

test('says who else in the list saw it', async () => {
  const [abe, cleo] = [sampleUser(3, 'Abe'), sampleUser(4, 'Cleo')];
  useUsers.getState().applyPeople([abe, cleo, ben]);
  await useFolders.getState().loadItems(folder.id);
  const seen = {
    [ana.id]: new Set([film.id]),
    [ben.id]: new Set([film.id]),
    [abe.id]: new Set([film.id]),
    [cleo.id]: new Set([idOf(9)]),
  };
  liveSeen.apply(folder.id, () => ({ seen, consents: { [ben.id]: true } }));

  await openForm();

  expect(await screen.findByText('Abe and Ben saw it too.')).toBeTruthy();
});
