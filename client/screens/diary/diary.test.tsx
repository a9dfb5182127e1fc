import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { toast } from '../../components/toast/toast.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { applyProposed } from '../../features/plays/play.queries.ts';
import { useProposalNotice } from '../../features/plays/proposals.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, failure, stubApi } from '../../testing/api.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import {
  ana,
  ben,
  idOf,
  publicUser,
  sampleFolder,
  sampleItem,
  samplePlay,
  sampleProposal,
  sampleUser,
} from '../../testing/samples.ts';
import { DiaryScreen } from './DiaryScreen.tsx';

const LOG = 'GET /api/plays';
const reviewed = sampleFolder({ id: idOf(102), name: 'Reviewed', isReviewed: true, itemCount: 1 });
const january = samplePlay({ at: '2026-01-31T00:00:00.000Z', precision: 'day', companions: [publicUser(ben)] });
const undated = samplePlay({ id: idOf(801), title: 'Heat', tmdbId: 949, at: null, precision: 'unknown' });
let api: ApiStub;

beforeEach(() => {
  api = stubApi({
    [LOG]: { body: [january, undated] },
    'GET /api/plays/proposals': { body: [] },
    'GET /api/folders': { body: [reviewed] },
    'GET /api/shared-folders': { body: [] },
    [`GET /api/folders/${reviewed.id}`]: { body: reviewed },
    [`GET /api/folders/${reviewed.id}/items`]: {
      body: [sampleItem(1, { tmdbId: 603, userRating: 8, folderId: reviewed.id, categoryId: reviewed.id })],
      headers: { 'Folder-Rev': '1' },
    },
  });
  useUsers.getState().applyViewer(ana);
});

function Shown() {
  useProposalNotice();
  return (
    <>
      <DiaryScreen />
      <Toaster />
    </>
  );
}

const open = () => renderAt(<Shown />, { at: '/diary' });
const entry = async (title: RegExp) => (await screen.findByRole('link', { name: title })).closest('li') as HTMLElement;
const menu = async (title: string, choice: string) => {
  await userEvent.click(screen.getByRole('button', { name: `More actions for ${title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: choice }));
};

test('shows what was seen by month, with day, companions and stars', async () => {
  open();

  const matrix = await entry(/The Matrix \(1999\)/);
  expect(within(matrix).getByText('Saturday 31 · with Ben')).toBeTruthy();
  expect(await within(matrix).findByRole('img', { name: '4 out of 5 stars' })).toBeTruthy();
  expect(within(await entry(/Heat/)).getByText('No date')).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'January 2026 1 entry',
    'Some time ago 1 entry',
  ]);
  expect(within(screen.getByRole('list', { name: 'Entries per month' })).getAllByRole('listitem')).toHaveLength(12);
});

test('names the part of a show that was seen', async () => {
  const show = { mediaType: 'tv' as const, at: null, precision: 'unknown' as const };
  api.on(LOG, {
    body: [
      samplePlay({ ...show, id: idOf(811), title: 'Dark', season: 2, episode: 4 }),
      samplePlay({ ...show, id: idOf(812), title: 'Sherlock', season: 0, episode: 3 }),
      samplePlay({ ...show, id: idOf(813), title: 'Fargo', season: 2 }),
    ],
  });
  open();

  expect(within(await entry(/Dark/)).getByText('No date · S2 E4')).toBeTruthy();
  expect(within(await entry(/Sherlock/)).getByText('No date · Special 3')).toBeTruthy();
  expect(within(await entry(/Fargo/)).getByText('No date · Season 2')).toBeTruthy();
});

test('says how to begin when it is empty, and offers another try when it did not load', async () => {
  api.on(LOG, failure(503, 'unavailable'));
  open();
  expect(await screen.findByText('Couldn’t load your diary')).toBeTruthy();

  api.on(LOG, { body: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('Nothing in your diary yet')).toBeTruthy();
  expect(screen.getByText("Open a film or show and press 'I've seen this'.")).toBeTruthy();
});

test('has no chart while no month has a title', async () => {
  api.on(LOG, { body: [undated] });
  open();

  await entry(/Heat/);
  expect(screen.queryByRole('list', { name: 'Entries per month' })).toBeNull();
});

test('loads older entries on demand', async () => {
  api.on(LOG, ({ query }) =>
    query.has('before')
      ? { body: [undated] }
      : {
          body: [samplePlay({ at: '2020-01-31T00:00:00.000Z' })],
          headers: { Link: '</api/plays?before=x>; rel="next"' },
        },
  );
  open();
  await entry(/The Matrix/);

  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));

  expect(await entry(/Heat/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('a removal can be undone, and tried again when that fails', async () => {
  api.on(`DELETE /api/plays/${undated.id}`, { status: 204 });
  api.on(`POST /api/plays/${undated.id}/restore`, failure(503, 'unavailable'));
  open();
  await entry(/Heat/);
  await menu('Heat', 'Remove from diary');
  await waitFor(() => expect(screen.queryByRole('link', { name: /Heat/ })).toBeNull());

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  api.on(`POST /api/plays/${undated.id}/restore`, { body: undated });
  await userEvent.click(again);

  await entry(/Heat/);
});

test('an entry can be removed, and its date changed', async () => {
  api.on(`DELETE /api/plays/${undated.id}`, { status: 204 });
  api.on(`PATCH /api/plays/${january.id}`, { body: { ...january, at: null, precision: 'unknown' } });
  open();
  await entry(/Heat/);

  await menu('Heat', 'Remove from diary');
  await waitFor(() => expect(screen.queryByRole('link', { name: /Heat/ })).toBeNull());
  expect(toastText()).toContain('Removed from your diary');
  const actions = screen.getByRole('button', { name: 'More actions for The Matrix' });
  expect(document.activeElement).toBe(actions);
  await menu('The Matrix', 'Change the date');
  const dialog = await screen.findByRole('dialog', { name: /^When did you see The Matrix ?\?$/ });
  await userEvent.click(within(dialog).getByRole('radio', { name: "Don't remember" }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));

  expect(await screen.findByRole('heading', { name: 'Some time ago 1 entry' })).toBeTruthy();
  expect(api.requests.at(-1)?.body).toEqual({ at: null, precision: 'unknown' });
});

test('the menu of an entry offers others to name only if there are any', async () => {
  open();
  await entry(/Heat/);
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Heat' }));
  await screen.findByRole('menuitem', { name: 'Change the date' });
  expect(screen.queryByRole('menuitem', { name: 'Watched with…' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  act(() => useUsers.getState().applyPeople([ben, sampleUser(3, 'Cleo')]));
  act(() =>
    useFolders.getState().applyFolders([sampleFolder({ memberIds: [ana.id, ben.id, sampleUser(3, 'Cleo').id] })]),
  );
  api.on(`PATCH /api/plays/${january.id}`, { body: january });

  await menu('The Matrix', 'Watched with…');
  const dialog = within(await screen.findByRole('dialog', { name: /^Who watched The Matrix with you ?\?$/ }));
  expect(dialog.getByText('With Ben so far.')).toBeTruthy();
  expect(dialog.queryByRole('checkbox', { name: 'Ben' })).toBeNull();
  const save = dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Cleo' }));
  await userEvent.click(save);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requests.at(-1)?.body).toEqual({ withUserIds: [sampleUser(3, 'Cleo').id] });
});

test('what could not be changed stays as it was, and says so', async () => {
  api.on(`DELETE /api/plays/${undated.id}`, failure(500, 'internal', ''));
  api.on(`PATCH /api/plays/${january.id}`, failure(500, 'internal', ''));
  open();
  await entry(/Heat/);
  await menu('Heat', 'Remove from diary');
  await waitFor(() => expect(toastText()).toContain('Couldn’t change your diary. Try again.'));
  expect(screen.getByRole('link', { name: /Heat/ })).toBeTruthy();

  await menu('The Matrix', 'Change the date');
  const dialog = within(await screen.findByRole('dialog', { name: /^When did you see The Matrix ?\?$/ }));
  expect((dialog.getByLabelText('Date') as HTMLInputElement).value).toBe('2026-01-31');
  await userEvent.clear(dialog.getByLabelText('Date'));
  expect((dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.type(dialog.getByLabelText('Date'), '2026-01-30');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(api.calls).toContain(`PATCH /api/plays/${january.id}`));
  await waitFor(() => expect(toastText()).toContain('Couldn’t change your diary. Try again.'));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Saturday 31 · with Ben')).toBeTruthy();
});

test('the title of a vote that the viewer ended is theirs to add too', async () => {
  api.on('GET /api/plays/proposals', { body: [sampleProposal({ by: publicUser(ana) })] });
  open();

  expect((await screen.findByText('You', { selector: 'bdi' })).parentElement?.textContent).toMatch(/^You chose/);
});

test('a proposal is accepted or declined', async () => {
  const other = sampleProposal({ id: idOf(851), title: 'Heat', tmdbId: 949 });
  api.on('GET /api/plays/proposals', { body: [sampleProposal({ title: 'Fargo', tmdbId: 275 }), other] });
  const accepted = {
    proposal: sampleProposal({ status: 'accepted' }),
    play: samplePlay({ id: idOf(802), title: 'Fargo' }),
  };
  api.on(`POST /api/plays/${sampleProposal().id}/confirm`, { body: accepted });
  api.on(`POST /api/plays/${other.id}/confirm`, { body: { proposal: { ...other, status: 'declined' }, play: null } });
  open();

  expect(await screen.findByRole('heading', { name: 'Seen together?' })).toBeTruthy();
  const lines = screen.getAllByText('Ben', { selector: 'bdi' }).map((name) => name.parentElement?.textContent);
  expect(lines).toEqual([expect.stringMatching(/^Ben saw/), expect.stringMatching(/^Ben saw/)]);
  await userEvent.click(screen.getByRole('button', { name: 'Add to my diary: Fargo' }));
  await waitFor(() => expect(toastText()).toContain('Added to your diary'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to my diary: Heat' }));
  await userEvent.click(screen.getByRole('button', { name: "No, I didn't see Heat" }));

  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Seen together?' })).toBeNull());
  expect(await entry(/Fargo/)).toBeTruthy();
});

test('the proposal of a vote that the viewer ended does not cover what that said', async () => {
  open();
  await entry(/The Matrix/);

  act(() => {
    toast({ title: 'Enjoy the show' });
    applyProposed(sampleProposal({ by: publicUser(ana) }));
  });

  expect(await screen.findByRole('button', { name: 'Add to my diary: The Matrix' })).toBeTruthy();
  expect(toastText()).toContain('Enjoy the show');
});

test('a proposal that arrives is announced, and can be accepted there', async () => {
  const proposal = sampleProposal();
  const accepted = { proposal: { ...proposal, status: 'accepted' }, play: samplePlay({ id: idOf(802) }) };
  api.on(`POST /api/plays/${proposal.id}/confirm`, { body: accepted });
  open();
  await entry(/The Matrix/);

  act(() => applyProposed(proposal));
  await waitFor(() => expect(toastText()).toContain('Ben saw The Matrix with you'));
  await userEvent.click(screen.getByRole('button', { name: 'Add to diary' }));

  await waitFor(() => expect(screen.getAllByRole('link', { name: /The Matrix/ })).toHaveLength(2));
});

test('an answer that could not be saved leaves the proposal', async () => {
  api.on('GET /api/plays/proposals', { body: [sampleProposal({ title: 'Fargo' })] });
  api.on(`POST /api/plays/${sampleProposal().id}/confirm`, failure(500, 'internal', ''));
  open();

  await userEvent.click(await screen.findByRole('button', { name: "No, I didn't see Fargo" }));

  await waitFor(() => expect(toastText()).toContain('Couldn’t save your answer. Try again.'));
  const no = screen.getByRole('button', { name: "No, I didn't see Fargo" });
  expect(no.getAttribute('aria-disabled')).toBe('false');
});

test('the announcement of a proposal goes when it is answered in another tab, and only then', async () => {
  open();
  await entry(/The Matrix/);
  act(() => applyProposed(sampleProposal()));
  await waitFor(() => expect(toastText()).toContain('Ben saw The Matrix with you'));

  act(() => applyProposed(sampleProposal({ id: idOf(851), status: 'declined' })));
  expect(toastText()).toContain('Ben saw The Matrix with you');
  act(() => applyProposed(sampleProposal({ status: 'declined' })));

  await waitFor(() => expect(toastText()).toBe(''));
});

test('a play that a group recorded is announced, and can be taken out there', async () => {
  const recorded = sampleProposal({ title: 'Dark', mediaType: 'tv', season: 2, episode: 4, status: 'recorded' });
  api.on(`POST /api/plays/${recorded.id}/confirm`, {
    body: { proposal: { ...recorded, status: 'declined' }, play: null },
  });
  open();
  await entry(/The Matrix/);
  act(() => applyProposed(recorded));
  await waitFor(() => expect(toastText()).toContain('Ben ticked S2 E4 of Dark for youIt is in your diary.'));

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(toastText()).toContain('Taken out of your diary'));
});

test('a proposal of two episodes names both', async () => {
  const both = { season: 2, episode: 5, episodes: { 2: [[4, 5]] as [number, number][] } };
  const proposal = sampleProposal({ title: 'Dark', mediaType: 'tv', ...both });
  api.on('GET /api/plays/proposals', { body: [proposal] });
  open();

  expect(await screen.findByText('S2 E4 and E5 of Dark')).toBeTruthy();
  act(() => applyProposed(proposal));
  await waitFor(() => expect(toastText()).toContain('Ben saw S2 E4 and E5 of Dark with you'));
});

test('a play that a group recorded is kept, or taken out again', async () => {
  const recorded = sampleProposal({ title: 'Dark', mediaType: 'tv', season: 2, episode: 4, status: 'recorded' });
  api.on('GET /api/plays/proposals', { body: [recorded] });
  api.on(`POST /api/plays/${recorded.id}/confirm`, {
    body: { proposal: { ...recorded, status: 'declined' }, play: null },
  });
  open();

  const line = (await screen.findByText('S2 E4 of Dark')).closest('li') as HTMLElement;
  expect(line.textContent).toContain('ticked S2 E4 of Dark for you');
  expect(within(line).getByRole('button', { name: 'Keep S2 E4 of Dark' })).toBeTruthy();
  await userEvent.click(within(line).getByRole('button', { name: 'Undo S2 E4 of Dark' }));

  await waitFor(() => expect(toastText()).toContain('Taken out of your diary'));
  expect(api.requests.find(({ path }) => path.endsWith('/confirm'))?.body).toMatchObject({ status: 'declined' });
  expect(screen.queryByText('S2 E4 of Dark')).toBeNull();
});
