import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { allFlags } from '../../../../common/permissions.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { type Audience, gather } from '../../../testing/audience.ts';
import { commentsPath, readComments, readUnread, writeComment } from '../../../testing/comments.ts';
import { addItem, createFolder, only, type Person, shareWith, signInAgain, signUp } from '../../../testing/people.ts';
import { recordPlay } from '../../../testing/plays.ts';
import { setUpServer } from '../../../testing/server.ts';
import { CommentModel, CommentReactionModel, CommentReadModel } from '../model/comment.model.ts';
import { deleteCommentsOf } from './ownComments.service.ts';

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let folderId: string;
let film: Item;
let show: Item;

beforeEach(async () => {
  [ana, ben, cleo] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben'), signUp(server, 'Cleo')]);
  ({ id: folderId } = await createFolder(ana));
  await shareWith(ana, folderId, ben, only('canAdd'));
  await shareWith(ana, folderId, cleo, only());
  film = await addItem(ana, folderId);
  show = await addItem(ana, folderId, { mediaType: 'tv' });
});

const write = (person: Person, item: Item, body: object = {}) => writeComment(person, folderId, item.id, body);
const watch = (person: Person, { tmdbId, mediaType }: Item, episode: object = {}) =>
  recordPlay(person, { tmdbId, mediaType, ...episode });
const path = (id: string) => `/api/comments/${id}`;
const texts = async (person: Person, item: Item) =>
  (await readComments(person, item)).map((comment) => (comment.hidden ? null : comment.text));

describe('a comment', () => {
  test('is read by everyone in the list, newest first, in pages', async () => {
    const first = await write(ana, film, { text: '  First.\nTwo lines.  ' });
    await write(ben, film, { text: 'Second' });

    expect(await texts(cleo, film)).toEqual(['Second', 'First.\nTwo lines.']);
    expect(first).toMatchObject({ author: { id: ana.user.id }, about: null, hidden: false, editedAt: null });
    const page = await cleo.get(`${commentsPath(folderId, film.id)}?limit=1`);
    expect(page.body).toHaveLength(1);
    const rest = await cleo.get(/<(.*)>/.exec(page.headers.link ?? '')?.[1] ?? '');
    expect(rest.body).toEqual([first]);
    expect(rest.headers.link).toBeUndefined();
  });

  test('belongs to one item of the list', async () => {
    const other = await createFolder(ana);
    const elsewhere = await addItem(ana, other.id);

    expect((await ana.post(commentsPath(folderId, elsewhere.id), { text: 'x' })).status).toBe(404);
    expect((await ana.get(commentsPath(folderId, elsewhere.id))).status).toBe(404);
  });

  test.each([
    [{ text: ' ' }, 'text'],
    [{ text: 'x'.repeat(limits.comment.max + 1) }, 'text'],
    [{ text: 'x', about: { season: 1, episode: 1 } }, 'about'],
    [{ text: 'x', about: { season: -1, episode: 1 } }, 'about.season'],
  ])('of %j is refused with the field named', async (body, field) => {
    const answer = await ana.post(commentsPath(folderId, film.id), body);

    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path).toBe(field);
  });

  test('is not possible in Reviewed', async () => {
    const review = await ana.post('/api/reviews', { tmdbId: 603, mediaType: 'movie', rating: 5 });
    expect(review.status).toBe(201);
    const lists: { id: string; isReviewed: boolean }[] = (await ana.get('/api/folders')).body;
    const reviewed = lists.find(({ isReviewed }) => isReviewed)?.id ?? '';
    const [item] = (await ana.get(`/api/folders/${reviewed}/items`)).body;

    expect((await ana.post(commentsPath(reviewed, item.id), { text: 'x' })).status).toBe(403);
  });

  test('is edited by its author, also what it is about', async () => {
    const { id } = await write(ben, show, { about: { season: 2, episode: 4 } });

    const edited = await ben.patch(path(id), { text: 'Better', about: null });

    expect(edited.body).toMatchObject({ text: 'Better', about: null, spoiler: false, editedAt: expect.any(String) });
    expect(await texts(cleo, show)).toEqual(['Better']);
    expect((await ana.patch(path(id), { text: 'Worse' })).status).toBe(403);
    expect((await ben.patch(path((await write(ben, film)).id), { about: { season: 1, episode: 1 } })).status).toBe(400);
  });

  test('keeps what an edit does not name', async () => {
    const about = { season: 2, episode: 4 };
    const { id, createdAt } = await write(ben, show, { text: 'Before', about });

    const spoiler = await ben.patch(path(id), { spoiler: true });
    const words = await ben.patch(path(id), { text: 'After' });

    expect(spoiler.body).toMatchObject({ text: 'Before', spoiler: true, about });
    expect(words.body).toMatchObject({ text: 'After', spoiler: true, about, createdAt });
  });

  test('stays as it was for a member who may no longer write, who can still delete it', async () => {
    const { id } = await write(ben, film);
    const [share] = (await ana.get(`/api/folders/${folderId}/shares`)).body.filter(
      ({ sharedWithUserId }: { sharedWithUserId: string }) => sharedWithUserId === ben.user.id,
    );
    await ana.put(`/api/folder-shares/${share.id}/permissions`, only());

    expect((await ben.patch(path(id), { text: 'Better' })).status).toBe(403);
    expect((await ben.delete(path(id))).status).toBe(204);
  });
});

describe('deleting', () => {
  test('is for the author, the owner and who manages the list; who did it can undo it', async () => {
    const manager = await signUp(server, 'Mira');
    await shareWith(ana, folderId, manager, only('canManage'));
    for (const person of [ben, ana, manager]) {
      const { id } = await write(ben, film, { text: person.user.id });
      expect((await cleo.delete(path(id))).status).toBe(403);
      expect((await person.delete(path(id))).status).toBe(204);
      expect(await texts(cleo, film)).not.toContain(person.user.id);
      expect((await person.get(path(id))).status).toBe(404);
      const other = person === ben ? ana : ben;
      expect((await other.post(`${path(id)}/restore`)).status).toBe(404);

      expect((await person.post(`${path(id)}/restore`)).status).toBe(200);

      expect(await texts(cleo, film)).toContain(person.user.id);
    }
  });

  test('a repeated undo shows the text only to who may still read it', async () => {
    const manager = await signUp(server, 'Mira');
    await shareWith(ana, folderId, manager, only('canManage'));
    const { id } = await write(ben, film, { text: 'Before' });
    await manager.delete(path(id));
    const key = randomUUID();
    const restore = () => manager.post(`${path(id)}/restore`).set('Idempotency-Key', key);
    const first = await restore();
    expect(first.body).toMatchObject({ hidden: false, text: 'Before' });
    expect((await restore()).body).toEqual(first.body);

    await manager.delete(`/api/folders/${folderId}/leave`).expect(204);
    await ben.patch(path(id), { text: 'Not for those who left' }).expect(200);

    const again = await restore();
    expect([again.status, again.body.text]).toEqual([200, '']);
  });

  test('the item hides its comments; undoing that shows them, but for those that were deleted', async () => {
    await write(ben, film, { text: 'Stays' });
    const { id } = await write(ben, film, { text: 'Goes' });
    await ben.delete(path(id));
    await ana.delete(`/api/watchlist/${film.id}`);
    expect((await ben.get(commentsPath(folderId, film.id))).status).toBe(404);
    expect((await ben.get(path(id))).status).toBe(404);
    expect((await ben.post(`${path(id)}/restore`)).status).toBe(404);
    const { rev } = (await ana.get(`/api/folders/${folderId}`)).body;

    await ana.post(`/api/folders/${folderId}/changes/${rev}/undo`).expect(200);

    expect(await texts(cleo, film)).toEqual(['Stays']);
    await ana.post(`/api/folders/${folderId}/items/remove`, { itemIds: [film.id] }).expect(200);
    await ana.post(`/api/folders/${folderId}/changes/undo-removals`, { revs: [rev + 2] }).expect(200);
    expect(await texts(cleo, film)).toEqual(['Stays']);
  });

  test('the list hides its comments, and restoring it shows them', async () => {
    const { id } = await write(ben, film, { text: 'Stays' });
    await ana.delete(`/api/folders/${folderId}`).expect(204);
    expect((await ben.get(path(id))).status).toBe(404);

    await ana.post(`/api/folders/${folderId}/restore`).expect(200);

    expect(await texts(ben, film)).toEqual(['Stays']);
  });

  test('an account deletes its comments and reactions; who only left keeps them', async () => {
    await write(ben, film, { text: 'Of Ben' });
    const { id } = await write(ana, film, { text: 'Of Ana' });
    await ben.put(`${path(id)}/reactions/love`).expect(204);
    await ben.delete(`/api/folders/${folderId}/leave`).expect(204);
    const [kept] = await readComments(cleo, film);
    expect(kept).toMatchObject({ text: 'Of Ana', reactions: [{ kind: 'love', people: [{ firstName: 'Ben' }] }] });
    expect(await texts(cleo, film)).toEqual(['Of Ana', 'Of Ben']);

    await ben.delete('/api/user', { currentPassword: 'correct horse battery', lists: [] });

    expect(await readComments(cleo, film)).toMatchObject([{ text: 'Of Ana', reactions: [] }]);
  });

  test('an account deletes what others did with its comments, and the comments of others that it deleted', async () => {
    const { id } = await write(ben, film, { text: 'Of Ben' });
    await ana.put(`${path(id)}/reactions/love`).expect(204);
    await ana.put(`${path((await write(ana, film)).id)}/reactions/like`).expect(204);
    await ben.put(`${commentsPath(folderId, film.id)}/read`, { upTo: id }).expect(204);
    const { id: deleted } = await write(ana, film);
    const manager = await signUp(server, 'Mira');
    await shareWith(ana, folderId, manager, only('canManage'));
    await manager.delete(path(deleted)).expect(204);

    for (const { user } of [ben, manager]) await deleteCommentsOf(user.id);

    expect((await CommentReactionModel.find({ folderId }).lean()).map(({ kind }) => kind)).toEqual(['like']);
    expect(await CommentModel.countDocuments({ folderId })).toBe(1);
    expect(await CommentReadModel.countDocuments({ folderId })).toBe(0);
  });

  test('takes the comment out of the export, which has the other comments and the own reactions', async () => {
    const about = { season: 1, episode: 2 };
    const { id } = await write(ben, show, { text: 'Kept', about });
    await ben.delete(path((await write(ben, film, { text: 'Gone' })).id)).expect(204);
    await ben.patch(path(id), { spoiler: true }).expect(200);
    await ben.put(`${path(id)}/reactions/love`).expect(204);
    await watch(ana, show, about);
    await ana.put(`${path(id)}/reactions/like`).expect(204);

    const file = (await ben.get('/api/export?format=marquee')).body;

    const place = { listId: folderId, mediaType: 'tv', tmdbId: show.tmdbId };
    expect(file.comments).toEqual([
      {
        ...{ id, ...place, about, text: 'Kept', spoiler: true },
        ...{ createdAt: expect.any(String), editedAt: expect.any(String) },
      },
    ]);
    expect(file.reactions).toEqual([{ commentId: id, ...place, kind: 'love' }]);
  });
});

describe('a comment that tells too much', () => {
  test('about an episode waits for that episode or a later one, also on request', async () => {
    const { id } = await write(ana, show, { text: 'secret', about: { season: 2, episode: 4 } });
    const hidden = { id, author: expect.objectContaining({ id: ana.user.id }), about: { season: 2, episode: 4 } };
    const isHidden = async () => {
      const answers = [
        (await readComments(ben, show))[0],
        (await ben.get(path(id))).body,
        (await ben.get(`${path(id)}?show=true`)).body,
      ];
      for (const answer of answers.filter((one) => one.hidden)) expect(answer).toEqual({ ...hidden, hidden: true });
      return new Set(answers.map((answer) => answer.hidden));
    };

    for (const episode of [{}, { season: 2, episode: 3 }, { season: 1, episode: 9 }, { season: 0, episode: 9 }]) {
      await watch(ben, show, episode);
      expect([episode, await isHidden()]).toEqual([episode, new Set([true])]);
    }
    const later = await watch(ben, show, { season: 3, episode: 1 });
    expect(await isHidden()).toEqual(new Set([false]));
    await ben.delete(`/api/plays/${later.id}`);
    expect(await isHidden()).toEqual(new Set([true]));
    await watch(ben, show, { season: 2 });
    expect(await texts(ben, show)).toEqual(['secret']);
    expect(await texts(ana, show)).toEqual(['secret']);
  });

  test('stays readable when the reader starts the show again', async () => {
    const thrones = await addItem(ana, folderId, { mediaType: 'tv', tmdbId: 1399 });
    await write(ana, thrones, { text: 'known', about: { season: 1, episode: 2 } });
    await write(ana, thrones, { text: 'special', about: { season: 0, episode: 1 } });
    await watch(ben, thrones, { season: 1, episode: 2 });
    await watch(ben, thrones, { season: 0, episode: 1 });

    await ben.patch('/api/tv/1399/progress', { startsAgain: true }).expect(200);

    expect(await texts(ben, thrones)).toEqual(['special', 'known']);
  });

  test('about a special waits for that special alone', async () => {
    await write(ana, show, { text: 'secret', about: { season: 0, episode: 2 } });
    await watch(ben, show, { season: 1, episode: 1 });
    await watch(ben, show, { season: 0, episode: 3 });
    expect(await texts(ben, show)).toEqual([null]);

    await watch(ben, show, { season: 0, episode: 2 });

    expect(await texts(ben, show)).toEqual(['secret']);
  });

  test('with spoilers waits for a play of the title, or for the wish to see it', async () => {
    for (const item of [film, show]) {
      const { id } = await write(ana, item, { text: 'secret', spoiler: true });
      expect(await texts(ben, item)).toEqual([null]);

      expect((await ben.get(`${path(id)}?show=true`)).body).toMatchObject({ text: 'secret', spoiler: true });
      expect(await texts(ben, item)).toEqual([null]);
      await watch(ben, item);

      expect(await texts(ben, item)).toEqual(['secret']);
    }
    expect((await ben.get(`${path((await write(ana, film)).id)}?show=perhaps`)).status).toBe(400);
  });

  test('takes no reaction and no report before', async () => {
    const { id } = await write(ana, show, { text: 'secret', about: { season: 2, episode: 4 } });
    const report = () => ben.post('/api/reports', { kind: 'comment', id, reason: 'abuse' });
    expect((await ben.put(`${path(id)}/reactions/love`)).body.code).toBe('conflict');
    expect((await report()).status).toBe(404);

    await watch(ben, show, { season: 2, episode: 4 });

    expect((await ben.put(`${path(id)}/reactions/love`)).status).toBe(204);
    expect((await report()).status).toBe(204);
  });
});

describe('reactions', () => {
  test('are of six kinds, once per person and kind, by everyone who can read', async () => {
    const { id } = await write(ana, film);
    for (const person of [ben, cleo, cleo]) await person.put(`${path(id)}/reactions/love`).expect(204);
    await cleo.put(`${path(id)}/reactions/like`).expect(204);

    const of = async (person: Person) => {
      const [comment] = await readComments(person, film);
      return comment?.hidden === false && comment.reactions.map(({ kind, count, isOwn }) => [kind, count, isOwn]);
    };
    expect(await of(ben)).toEqual([
      ['like', 1, false],
      ['love', 2, true],
    ]);
    await ben.delete(`${path(id)}/reactions/love`).expect(204);
    await ben.delete(`${path(id)}/reactions/love`).expect(204);
    expect(await of(ben)).toEqual([
      ['like', 1, false],
      ['love', 1, false],
    ]);
    expect((await ben.put(`${path(id)}/reactions/hate`)).status).toBe(404);
  });
});

test('a reaction names the first people who reacted, and counts them all', async () => {
  const { id } = await write(ana, film);
  const dan = await signUp(server, 'Dan');
  await shareWith(ana, folderId, dan);
  const people = [cleo, ana, dan, ben];
  for (const person of people) await person.put(`${path(id)}/reactions/love`).expect(204);
  const reactions = async () => {
    const [comment] = await readComments(ben, film);
    return comment?.hidden === false ? comment.reactions : [];
  };
  expect(await reactions()).toMatchObject([{ count: 4, people: people.map(({ user }) => ({ id: user.id })) }]);
  const own = await CommentReactionModel.findOne({ userId: ben.user.id }).lean();
  const others = Array.from({ length: limits.namedReactions - 3 }, () => new Types.ObjectId());
  await CommentReactionModel.insertMany(others.map((_id) => ({ ...own, _id, userId: _id })));

  const [love] = await reactions();

  expect([love?.count, love?.people.length, love?.isOwn]).toEqual([
    limits.namedReactions + 1,
    limits.namedReactions,
    true,
  ]);
});

describe('between people of whom one blocks the other', () => {
  test('comments, reactions and dots are hidden both ways', async () => {
    const { id } = await write(ana, film, { text: 'Of Ana' });
    const { id: bens } = await write(ben, film, { text: 'Of Ben' });
    await ben.put(`${path(id)}/reactions/love`);
    await ana.put(`/api/users/${ben.user.id}/block`).expect(204);

    expect(await texts(ana, film)).toEqual(['Of Ana']);
    expect(await texts(ben, film)).toEqual(['Of Ben']);
    expect(await texts(cleo, film)).toEqual(['Of Ben', 'Of Ana']);
    expect((await readComments(ana, film))[0]).toMatchObject({ reactions: [] });
    expect((await ana.get(path(bens))).status).toBe(404);
    expect((await ben.put(`${path(id)}/reactions/love`)).status).toBe(404);
    expect(await readUnread(ana, folderId)).toEqual([]);
    await ana.delete(`/api/users/${ben.user.id}/block`).expect(204);
    expect(await texts(ana, film)).toEqual(['Of Ben', 'Of Ana']);
  });

  test('who moderates does not read a comment by deleting and restoring it', async () => {
    const { id, about, author } = await write(ben, film, { text: 'Of Ben' });
    await ben.put(`/api/users/${ana.user.id}/block`).expect(204);
    await ana.delete(path(id)).expect(204);

    const restored = await ana.post(`${path(id)}/restore`).expect(200);

    expect(restored.body).toEqual({ id, about, author, hidden: true });
    expect(await texts(cleo, film)).toEqual(['Of Ben']);
  });
});

describe('unread', () => {
  test('are comments of others, until the person has read up to them', async () => {
    const { id } = await write(ben, film);
    await write(ben, show);
    expect((await readUnread(ana, folderId)).sort()).toEqual([film.id, show.id].sort());
    expect(await readUnread(ben, folderId)).toEqual([]);

    await ana.put(`${commentsPath(folderId, film.id)}/read`, { upTo: id }).expect(204);

    expect(await readUnread(ana, folderId)).toEqual([show.id]);
    await write(ben, film);
    expect((await readUnread(ana, folderId)).sort()).toEqual([film.id, show.id].sort());
  });

  test('do not come back when an older comment is read later, as from another tab', async () => {
    const [first, second] = [await write(ben, film), await write(ben, film)];
    const read = ({ id }: { id: string }) => ana.put(`${commentsPath(folderId, film.id)}/read`, { upTo: id });

    for (const comment of [second, first]) await read(comment).expect(204);

    expect(await readUnread(ana, folderId)).toEqual([]);
  });

  test('a comment that waits counts from when the person has come that far', async () => {
    const about = { season: 2, episode: 4 };
    const { id } = await write(ben, show, { about });
    expect(await readUnread(ana, folderId)).toEqual([]);
    await ana.put(`${commentsPath(folderId, show.id)}/read`, { upTo: id });

    await watch(ana, show, about);

    expect(await readUnread(ana, folderId)).toEqual([show.id]);
    await ana.put(`${commentsPath(folderId, show.id)}/read`, { upTo: id });
    expect(await readUnread(ana, folderId)).toEqual([]);
  });

  test('nothing from before the person came to the list, nothing deleted, nothing on removed items', async () => {
    const { id } = await write(ben, film);
    const doc = await CommentModel.findByIdAndDelete(id).lean();
    await CommentModel.insertMany([{ ...doc, _id: Types.ObjectId.createFromTime(1_000_000_000) }]);
    const mira = await signUp(server, 'Mira');
    await shareWith(ana, folderId, mira, allFlags);
    expect(await readUnread(mira, folderId)).toEqual([]);

    const { id: later } = await write(ben, show);
    expect(await readUnread(mira, folderId)).toEqual([show.id]);
    await ben.delete(path(later));
    expect(await readUnread(mira, folderId)).toEqual([]);
    await write(ben, show);
    await ana.delete(`/api/watchlist/${show.id}`);
    expect(await readUnread(mira, folderId)).toEqual([]);
  });
});

describe('limits', () => {
  test('a person writes 60 comments an hour, also in parallel and when some are deleted', async () => {
    const { id } = await write(ben, film);
    await ben.delete(path(id));
    const old = Types.ObjectId.createFromTime(Date.now() / 1000 - 2 * 60 * 60);
    const doc = await CommentModel.findById(id).lean();
    await CommentModel.insertMany([{ ...doc, _id: old }]);
    const send = () => ben.post(commentsPath(folderId, show.id), { text: 'More' });
    for (let sent = 1; sent < limits.commentsPerHour - 2; sent += 1) expect((await send()).status).toBe(201);

    const answers = await Promise.all([send(), send(), send(), send()]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'You have written 60 comments within an hour. Please try again later.',
      code: 'limit_reached',
    });
    expect((await ana.post(commentsPath(folderId, show.id), { text: 'Mine' })).status).toBe(201);
  });

  test('an item has 5,000 comments', async () => {
    const { id } = await write(ana, film);
    const { _id, ...doc } = (await CommentModel.findById(id).lean())!;
    const cleoId = new Types.ObjectId(cleo.user.id);
    const old = (index: number) => Types.ObjectId.createFromTime(1_100_000_000 + index);
    const copies = Array.from({ length: limits.commentsPerItem - 1 }, (_, index) => ({
      ...doc,
      _id: old(index),
      userId: cleoId,
    }));
    await CommentModel.insertMany(copies, { lean: true });

    const full = await ben.post(commentsPath(folderId, film.id), { text: 'One more' });

    expect(full.body).toEqual({
      error: 'This title has 5,000 comments, the most there can be in a list.',
      code: 'limit_reached',
    });
    await ana.delete(path(id));
    await write(ben, film);
    expect((await ana.post(`${path(id)}/restore`)).body.code).toBe('limit_reached');
  });
});

test('a repeated request adds one comment, and its answer has the text as it is now', async () => {
  const key = '5f8b0a1c-2d3e-4f50-8a6b-7c8d9e0f1a2b';
  const send = () => ben.post(commentsPath(folderId, film.id), { text: 'Once' }).set('Idempotency-Key', key);
  const first = (await send()).body;
  await ben.patch(path(first.id), { text: 'Edited' });

  const again = await send();

  expect(again.body).toEqual({ ...first, text: 'Edited' });
  expect(await texts(ana, film)).toEqual(['Edited']);
});

test('a reported comment reaches the operator with its text', async () => {
  const { id } = await write(ben, film, { text: 'You are all wrong.' });
  await ana.post('/api/reports', { kind: 'comment', id, reason: 'abuse' }).expect(204);
  expect((await ben.post('/api/reports', { kind: 'comment', id, reason: 'abuse' })).status).toBe(409);
  expect((await ana.post('/api/reports', { kind: 'comment', id: 'x', reason: 'abuse' })).status).toBe(404);
  const file = (await ana.get('/api/export?format=marquee')).body;

  expect(file.reports).toMatchObject([{ kind: 'comment', person: { firstName: 'Ben' }, list: null }]);
  expect(JSON.stringify(file)).not.toContain('You are all wrong.');
});

describe('the tabs', () => {
  type Name = 'author' | 'author elsewhere' | 'member' | 'stranger';
  let audience: Audience<Name>;
  beforeEach(async () => {
    const [elsewhere, stranger] = await Promise.all([signInAgain(server, ben), signUp(server)]);
    audience = await gather(server, { author: ben, 'author elsewhere': elsewhere, member: cleo, stranger });
  });
  afterAll(() => audience.close());

  test('of members hear of each change without its text, those of others nothing', async () => {
    const toMembers = (event: string) => ({ author: [event], 'author elsewhere': [event], member: [event] });
    const secret = 'a text that no event may have';
    const { id } = await audience.hears(() => write(ben, film, { text: secret }), toMembers('folder:changes'));
    expect(JSON.stringify(audience.payloads('author', 'folder:changes'))).not.toContain(secret);
    const acts = [
      () => ben.patch(path(id), { text: `${secret} either` }),
      () => ana.put(`${path(id)}/reactions/love`),
      () => ana.delete(`${path(id)}/reactions/love`),
      () => ben.delete(path(id)),
      () => ben.post(`${path(id)}/restore`),
    ];
    for (const act of acts) {
      await audience.hears(async () => act(), toMembers('comment:changed'));
      const payload = { folderId, itemId: film.id, commentId: id };
      expect(audience.payloads('member', 'comment:changed')).toEqual([payload]);
    }
    await audience.hears(async () => ana.delete(`${path(id)}/reactions/love`), {});
    const own = ['comments:read'];
    const read = () => ben.put(`${commentsPath(folderId, film.id)}/read`, { upTo: id });
    await audience.hears(async () => read(), { author: own, 'author elsewhere': own });
  });
});
