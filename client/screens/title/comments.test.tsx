import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { families } from '../../../common/families.ts';
import type { Comment, ReadableComment } from '../../../common/schemas/comment.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import { Toaster } from '../../components/toast/Toaster.tsx';
import { applyCommentChanges, liveUnread } from '../../features/comments/comment.queries.ts';
import { useUsers } from '../../features/users/users.store.ts';
import { type ApiStub, deferred, failure, type StubAnswer, stubApi } from '../../testing/api.ts';
import { bensFolder, serveLists } from '../../testing/lists.ts';
import { renderAt, toastText } from '../../testing/render.tsx';
import { ana, ben, idOf, publicUser, sampleItem } from '../../testing/samples.ts';
import { matrix, sampleSeason, serveTitle, severance } from '../../testing/titles.ts';
import { MediaDialog } from './MediaDialog.tsx';

const folder = bensFolder({ itemCount: 2, memberCount: 1 });
const inList = { folderId: folder.id, categoryId: folder.id };
const film = sampleItem(1, { ...inList, tmdbId: 603 });
const show = sampleItem(2, { ...inList, tmdbId: 95396, mediaType: 'tv' });
const threadOf = (item: typeof film) => `/api/folders/${folder.id}/items/${item.id}/comments`;
let api: ApiStub;

function sampleComment(n: number, over: Partial<ReadableComment> = {}): ReadableComment {
  return {
    id: idOf(700 + n),
    author: publicUser(ben),
    about: null,
    hidden: false,
    text: `Comment ${n}`,
    spoiler: false,
    createdAt: '2026-01-31T20:15:00.000Z',
    editedAt: null,
    reactions: [],
    ...over,
  };
}

beforeEach(() => {
  api = stubApi();
  useUsers.getState().applyViewer(ana);
});

async function open(comments: Comment[] | StubAnswer, item = film, over: object = {}) {
  serveLists(api, families.folder, [], [{ ...folder, ...over }]);
  api.on(`GET /api/folders/${folder.id}/items`, { body: [film, show], headers: { 'Folder-Rev': '1' } });
  serveTitle(api, item === film ? matrix : severance);
  api.on(`GET ${threadOf(item)}`, Array.isArray(comments) ? { body: comments } : comments);
  const view = renderAt(
    <>
      <MediaDialog />
      <Toaster />
    </>,
    { at: `/?title=${item.mediaType}-${item.tmdbId}&folder=${folder.id}`, isLaidOut: true },
  );
  await screen.findByText('Free your mind.');
  return view;
}

const field = () => screen.findByRole('textbox', { name: 'Comment' });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const sent = (route: string) => api.requestsTo(route);

describe('the thread', () => {
  test('shows the newest three comments, then all', async () => {
    await open([4, 3, 2, 1].map((n) => sampleComment(n)));

    expect(await screen.findByText('Comment 4')).toBeTruthy();
    expect(screen.queryByText('Comment 1')).toBeNull();
    await press('Show earlier comments');

    expect(screen.getByText('Comment 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show earlier comments' })).toBeNull();
  });

  test('loads earlier comments page by page', async () => {
    const link = { Link: `<${threadOf(film)}?after=${idOf(703)}>; rel="next"` };
    await open({ body: [sampleComment(3)], headers: link });
    await screen.findByText('Comment 3');
    expect(screen.queryByRole('button', { name: 'Show earlier comments' })).toBeTruthy();
    api.on(`GET ${threadOf(film)}`, { body: [sampleComment(1)] });

    await press('Show earlier comments');

    expect(await screen.findByText('Comment 1')).toBeTruthy();
  });

  test('without comments invites to write one, and says when it could not be loaded', async () => {
    await open(failure(503, 'unavailable'));
    expect(await screen.findByText(/^Couldn’t load the comments\./)).toBeTruthy();
    api.on(`GET ${threadOf(film)}`, { body: [] });

    await press('Try again');

    expect(await screen.findByText('No comments yet. The people of this list will see what you write.')).toBeTruthy();
  });

  test('is only for lists with members', async () => {
    await open([], film, { memberCount: 0 });
    await waitFor(() => expect(sent(`GET ${threadOf(film)}`)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Comments')).toBeNull());
  });

  test('shows what was said before the others left', async () => {
    await open([sampleComment(1)], film, { memberCount: 0 });

    expect(await screen.findByText('Comment 1')).toBeTruthy();
  });

  test('is written by those who may add titles', async () => {
    await open([sampleComment(1)], film, { permissions: { ...folder.permissions, canAdd: false } });

    expect(await screen.findByText('Comment 1')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull();
  });

  test('says what a comment is about and that it was edited', async () => {
    const about = { season: 2, episode: 4 };
    await open([sampleComment(2, { about, editedAt: '2026-02-01T20:15:00.000Z' }), sampleComment(1)], show);

    const list = within(await screen.findByRole('list', { name: 'Comments' }));
    const [second, first] = list.getAllByRole('listitem').map((line) => line.textContent);
    expect(second).toMatch(/S2 E4.*, edited/);
    expect(first).not.toMatch(/S2 E4|edited|Spoilers/);
  });

  test('asks again after a change in the log, which has no text', async () => {
    await open([]);
    await screen.findByText(/^No comments yet/);
    api.on(`GET ${threadOf(film)}`, { body: [sampleComment(1)] });
    const comment = {
      id: idOf(701),
      itemId: film.id,
      mediaType: 'movie' as const,
      tmdbId: 603,
      title: 'x',
      about: null,
    };
    const envelope = { rev: 2, revId: idOf(9002), at: '2026-01-31T20:15:00.000Z', by: publicUser(ben) };

    act(() => applyCommentChanges({ folderId: folder.id, changes: [{ ...envelope, type: 'comment:added', comment }] }));

    expect(await screen.findByText('Comment 1')).toBeTruthy();
  });
});

describe('a comment that tells too much', () => {
  const author = publicUser(ben);

  test('about an episode waits', async () => {
    await open([{ id: idOf(701), author, about: { season: 2, episode: 4 }, hidden: true }], show);

    expect(await screen.findByText('A comment about S2 E4 waits for you')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  });

  test('with spoilers is shown on request; a failure says so', async () => {
    const { id } = sampleComment(1);
    await open([{ id, author, about: null, hidden: true }]);
    await screen.findByText('A comment with spoilers');
    api.on(`GET /api/comments/${id}`, failure(503, 'unavailable'));
    await press('Show');
    expect(await screen.findByText('Couldn’t load the comment. Try again.')).toBeTruthy();
    api.on(`GET /api/comments/${id}`, { body: sampleComment(1, { spoiler: true, text: 'He is dead.' }) });

    await press('Show');

    expect(await screen.findByText('He is dead.')).toBeTruthy();
    expect(sent(`GET /api/comments/${id}`).at(-1)?.query.get('show')).toBe('true');
    expect(screen.getByText('Spoilers')).toBeTruthy();
  });
});

describe('writing', () => {
  test('posts what was typed, with spoilers', async () => {
    await open([]);
    api.on(`POST ${threadOf(film)}`, {
      status: 201,
      body: sampleComment(1, { author: publicUser(ana), text: 'Whoa.' }),
    });

    await userEvent.type(await field(), 'Whoa.');
    await userEvent.click(screen.getByRole('switch', { name: 'Contains spoilers' }));
    await press('Post');

    expect(await screen.findByText('Whoa.', { selector: 'p' })).toBeTruthy();
    expect(sent(`POST ${threadOf(film)}`)[0]?.body).toEqual({ text: 'Whoa.', about: null, spoiler: true });
    expect(((await field()) as HTMLTextAreaElement).value).toBe('');
    expect(screen.queryByRole('button', { name: 'Post' })).toBeNull();
    // The button that had the focus is gone.
    expect(document.activeElement?.contains(screen.getByRole('list', { name: 'Comments' }))).toBe(true);
    expect(document.activeElement?.tagName).toBe('SECTION');
  });

  test('about an episode, which its readers must have reached', async () => {
    api.on('GET /api/tv/95396/seasons/2', { body: sampleSeason(2) });
    await open([], show);
    api.on(`POST ${threadOf(show)}`, { status: 201, body: sampleComment(1) });

    await userEvent.type(await field(), 'What a cliffhanger');
    await userEvent.selectOptions(screen.getByLabelText('About'), 'Season 2');
    await userEvent.selectOptions(await screen.findByLabelText('Episode'), 'Episode 3');
    expect(screen.queryByRole('switch')).toBeNull();
    await press('Post');

    await waitFor(() =>
      expect(sent(`POST ${threadOf(show)}`)[0]?.body).toEqual({
        text: 'What a cliffhanger',
        about: { season: 2, episode: 3 },
        spoiler: false,
      }),
    );
  });

  test('about an episode can be about the show again; specials come last, and the next comment is about the show', async () => {
    for (const n of [0, 2]) api.on(`GET /api/tv/95396/seasons/${n}`, failure(503, 'unavailable'));
    await open([], show);
    api.on(`POST ${threadOf(show)}`, { status: 201, body: sampleComment(1) });
    const names = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    const postAbout = async (...seasons: string[]) => {
      await userEvent.type(await field(), 'Good');
      for (const season of seasons) await userEvent.selectOptions(screen.getByLabelText('About'), season);
    };

    await postAbout('Specials');
    expect(names('About')).toEqual(['The whole show', 'Season 1', 'Season 2', 'Specials']);
    expect(names('Episode')).toEqual(['Episode 1', 'Episode 2']);
    expect(screen.getByText('Hidden from people who haven’t watched this far.')).toBeTruthy();
    await press('Post');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Post' })).toBeNull());
    await postAbout();
    await press('Post');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Post' })).toBeNull());
    await postAbout('Season 2', 'The whole show');
    await userEvent.click(screen.getByRole('switch', { name: 'Contains spoilers' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Contains spoilers' }));
    await press('Post');

    await waitFor(() =>
      expect(sent(`POST ${threadOf(show)}`).map(({ body }) => body)).toEqual([
        { text: 'Good', about: { season: 0, episode: 1 }, spoiler: false },
        { text: 'Good', about: null, spoiler: false },
        { text: 'Good', about: null, spoiler: false },
      ]),
    );
  });

  test('keeps the draft when the dialog closes, and when posting fails', async () => {
    const { unmount } = await open([]);
    await userEvent.type(await field(), 'Half a thought');
    unmount();
    await open([]);
    expect(((await field()) as HTMLTextAreaElement).value).toBe('Half a thought');
    const full = 'You have written 60 comments within an hour. Please try again later.';
    api.on(`POST ${threadOf(film)}`, failure(409, 'limit_reached', full));

    await press('Post');

    await waitFor(() => expect(toastText()).toContain(full));
    expect(((await field()) as HTMLTextAreaElement).value).toBe('Half a thought');
  });

  test('says how many characters are left near the end, and posts no blank text', async () => {
    await open([]);
    await userEvent.type(await field(), '  ');
    expect((screen.getByRole('button', { name: 'Post' }) as HTMLButtonElement).disabled).toBe(true);

    await userEvent.click(await field());
    await userEvent.paste('x'.repeat(897));
    expect(screen.queryByText(/characters left/)).toBeNull();
    await userEvent.paste('x');

    expect(screen.getByText('100 characters left')).toBeTruthy();
  });
});

describe('the menu', () => {
  const own = sampleComment(1, { author: publicUser(ana), text: 'Mine' });
  const openMenu = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Actions for the comment by ${name}` }));
    return screen.findByRole('menu');
  };
  const choose = async (entry: string) => userEvent.click(await screen.findByRole('menuitem', { name: entry }));

  test.each<[string, ReadableComment, Partial<Folder['permissions']>, string[]]>([
    ['the author', own, {}, ['Edit', 'Delete']],
    ['the author who may not add titles any more', own, { canAdd: false }, ['Delete']],
    ['another member', sampleComment(1), {}, ['Report']],
    ['who manages the list', sampleComment(1), { canManage: true }, ['Delete', 'Report']],
  ])('of %s has what they may do', async (_, comment, rights, offered) => {
    await open([comment], film, { permissions: { ...folder.permissions, ...rights } });

    const menu = await openMenu(comment === own ? 'Ana' : 'Ben');

    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(offered);
  });

  test('edits what a comment is about, and undoes that', async () => {
    const about = { season: 2, episode: 3 };
    const commented = { ...own, about };
    api.on('GET /api/tv/95396/seasons/2', { body: sampleSeason(2) });
    await open([commented], show);
    api.on(`PATCH /api/comments/${own.id}`, ({ body }) => ({ body: { ...own, ...(body as object) } }));
    await openMenu('Ana');
    await choose('Edit');
    const form = within(await screen.findByRole('form', { name: 'Edit your comment' }));
    await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox')));
    expect((form.getByLabelText('Episode') as HTMLSelectElement).value).toBe('3');
    await userEvent.selectOptions(form.getByLabelText('About'), 'The whole show');
    await userEvent.click(form.getByRole('switch', { name: 'Contains spoilers' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Spoilers')).toBeTruthy();
    expect(screen.queryByText('S2 E3')).toBeNull();
    await press('Undo');

    expect(await screen.findByText('S2 E3')).toBeTruthy();
    expect(sent(`PATCH /api/comments/${own.id}`).map(({ body }) => body)).toEqual([
      { text: 'Mine', about: null, spoiler: true },
      { text: 'Mine', about, spoiler: false },
    ]);
  });

  test('keeps an edited text that could not be saved, until the edit is cancelled', async () => {
    await open([own]);
    api.on(`PATCH /api/comments/${own.id}`, failure(500, 'internal', ''));
    const edit = async () => {
      await openMenu('Ana');
      await choose('Edit');
      return within(await screen.findByRole('form', { name: 'Edit your comment' }));
    };
    const form = await edit();
    await userEvent.type(form.getByRole('textbox'), ' and more');
    await userEvent.click(form.getByRole('switch', { name: 'Contains spoilers' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toastText()).toContain('Couldn’t save the comment. Try again.'));
    expect((form.getByRole('textbox') as HTMLTextAreaElement).value).toBe('Mine and more');

    await userEvent.click(form.getByRole('button', { name: 'Cancel' }));

    expect(screen.getByText('Mine')).toBeTruthy();
    const again = await edit();
    expect((again.getByRole('textbox') as HTMLTextAreaElement).value).toBe('Mine');
    expect((again.getByRole('switch') as HTMLInputElement).checked).toBe(false);
  });

  test('keeps a comment that could not be deleted', async () => {
    await open([own]);
    api.on(`DELETE /api/comments/${own.id}`, failure(500, 'internal', ''));
    await openMenu('Ana');

    await choose('Delete');

    await waitFor(() => expect(toastText()).toContain('Couldn’t delete the comment. Try again.'));
    expect(screen.getByText('Mine')).toBeTruthy();
  });

  test('edits and undoes that', async () => {
    await open([own]);
    api.on(`PATCH /api/comments/${own.id}`, ({ body }) => ({ body: { ...own, ...(body as object) } }));
    await openMenu('Ana');
    await choose('Edit');
    const form = await screen.findByRole('form', { name: 'Edit your comment' });
    const text = within(form).getByRole('textbox');
    await userEvent.clear(text);
    await userEvent.type(text, 'Better');
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Better')).toBeTruthy();
    expect(toastText()).toContain('Comment saved');

    await press('Undo');

    expect(await screen.findByText('Mine')).toBeTruthy();
  });

  test('changes whether it contains spoilers', async () => {
    await open([own]);
    api.on(`PATCH /api/comments/${own.id}`, ({ body }) => ({ body: { ...own, ...(body as object) } }));
    await openMenu('Ana');
    await choose('Edit');
    const form = await screen.findByRole('form', { name: 'Edit your comment' });
    await userEvent.click(within(form).getByRole('switch', { name: 'Contains spoilers' }));
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(toastText()).toContain('Comment saved'));
    const sent = api.requests.filter(({ method }) => method === 'PATCH');
    expect(sent.map(({ body }) => body)).toEqual([{ text: 'Mine', about: null, spoiler: true }]);
    expect(await screen.findByText('Spoilers')).toBeTruthy();
  });

  test('deletes and undoes that', async () => {
    await open([own]);
    api.on(`DELETE /api/comments/${own.id}`, { status: 204 });
    api.on(`POST /api/comments/${own.id}/restore`, { body: own });
    await openMenu('Ana');
    await choose('Delete');
    await waitFor(() => expect(screen.queryByText('Mine')).toBeNull());

    await press('Undo');

    expect(await screen.findByText('Mine')).toBeTruthy();
  });

  test('reports a comment of others', async () => {
    await open([sampleComment(1)]);
    await openMenu('Ben');
    api.on('POST /api/reports', { status: 204 });

    await choose('Report');

    expect(await screen.findByRole('dialog', { name: 'Report a comment by Ben' })).toBeTruthy();
    await press('Send report');
    await waitFor(() => expect(toastText()).toContain('Report sent'));
    expect(sent('POST /api/reports')[0]?.body).toEqual({ kind: 'comment', id: idOf(701), reason: 'spam', comment: '' });
    expect(screen.getByText('Comment 1')).toBeTruthy();
  });
});

describe('reactions', () => {
  test('show at once, with names, and go back when that fails', async () => {
    const people = [publicUser(ben)];
    const comment = sampleComment(1, { reactions: [{ kind: 'love', count: 1, isOwn: false, people }] });
    await open([comment]);
    const answer = deferred<StubAnswer>();
    api.on(`PUT /api/comments/${comment.id}/reactions/love`, () => answer.promise);

    await userEvent.click(await screen.findByRole('button', { name: 'Love: Ben' }));

    expect((await screen.findByRole('button', { name: 'Love: Ben and Ana' })).getAttribute('aria-pressed')).toBe(
      'true',
    );
    answer.resolve(failure(503, 'unavailable', 'Not now'));
    expect(await screen.findByRole('button', { name: 'Love: Ben' })).toBeTruthy();
    expect(toastText()).toContain('Not now');
  });

  test('of many people name some, and the own one is taken back', async () => {
    const viewer = { kind: 'love' as const, count: 5, isOwn: true, people: [publicUser(ben), publicUser(ana)] };
    const comment = sampleComment(1, { reactions: [viewer] });
    await open([comment]);
    api.on(`DELETE /api/comments/${comment.id}/reactions/love`, () => {
      const reactions = [{ ...viewer, count: 4, isOwn: false, people: [publicUser(ben)] }];
      api.on(`GET ${threadOf(film)}`, { body: [{ ...comment, reactions }] });
      return { status: 204 };
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Love: Ben, Ana and 3 more' }));

    const love = await screen.findByRole('button', { name: 'Love: Ben and 3 more' });
    expect(love.getAttribute('aria-pressed')).toBe('false');
    expect(love.getAttribute('data-count')).toBe('4');
  });

  test('are chosen among six', async () => {
    const comment = sampleComment(1);
    await open([comment]);
    api.on(`PUT /api/comments/${comment.id}/reactions/fire`, { status: 204 });
    await screen.findByText('Comment 1');

    await press('React');
    const names = within(screen.getByRole('group', { name: 'Reactions' })).getAllByRole('button');
    expect(names.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Like',
      'Love',
      'Laugh',
      'Wow',
      'Sad',
      'Fire',
      'Close reactions',
    ]);
    await press('Fire');

    expect(await screen.findByRole('button', { name: 'React' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Like' })).toBeNull();
    await waitFor(() => expect(sent(`PUT /api/comments/${comment.id}/reactions/fire`)).toHaveLength(1));
  });
});

test('comments on the screen are marked as read, up to the newest', async () => {
  liveUnread.apply(folder.id, () => new Set([film.id, show.id]));
  api.on(`PUT ${threadOf(film)}/read`, { status: 204 });
  await open([sampleComment(2), sampleComment(1)]);

  await waitFor(() => expect(sent(`PUT ${threadOf(film)}/read`)).toHaveLength(1));

  expect(sent(`PUT ${threadOf(film)}/read`)[0]?.body).toEqual({ upTo: idOf(702) });
  await waitFor(() => expect([...(liveUnread.get(folder.id) ?? [])]).toEqual([show.id]));
});
