import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { allFlags } from '../../../../common/permissions.ts';
import type { Folder } from '../../../../common/schemas/folder.ts';
import { addItem, createFolder, type Person, shareWith, signUp } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { ItemModel } from '../model/item.model.ts';
import {
  findListedTitles,
  findMemberIds,
  findPresent,
  findSeenLists,
  findTitlesIn,
  findUnreadLists,
  versionOfLists,
} from './listed.service.ts';
import { findAdditions, findReleases } from './release.service.ts';

// What other features read of lists.

const server = setUpServer();
let ana: Person;
let ben: Person;
let cleo: Person;
let small: Folder;
let large: Folder;
let shared: Folder;

beforeAll(async () => {
  cleo = await signUp(server, 'Cleo');
});
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
  [large, small, shared] = [
    await createFolder(ana, 'Large'),
    await createFolder(ana, 'Small'),
    await createFolder(ben),
  ];
  await shareWith(ben, shared.id, ana, allFlags);
});

describe('the titles of all lists that a person sees', () => {
  const titlesOf = async (most: number) =>
    (await findListedTitles(ana.user.id, await findSeenLists(ana.user.id, 10), most)).map(({ title }) => title);

  test('are the newest first, with who added and marked them, and the facts of each', async () => {
    await addItem(ana, small.id, { title: 'Oldest', watched: true, voteAverage: 71, genres: [18] });
    const marked = await addItem(ben, shared.id, { title: 'Marked', watched: true });
    await addItem(ana, shared.id, { title: 'Added', mediaType: 'tv', releaseDate: '2001-02-03' });
    await ana.patch(`/api/watchlist/${marked.id}/watched`, { watched: true }).expect(200);
    await addItem(ben, shared.id, { title: 'Of Ben', watched: true });
    await ana.post('/api/reviews', { tmdbId: 603, mediaType: 'movie', rating: 4 }).expect(201);

    const titles = await findListedTitles(ana.user.id, await findSeenLists(ana.user.id, 10), 10);

    expect(
      titles.map((one) => [one.title, one.folderId, one.isAddedByThem, one.isMarkedByThem, one.isReviewed]),
    ).toEqual([
      ['The Matrix', expect.any(String), true, false, true],
      ['Of Ben', shared.id, false, false, false],
      ['Added', shared.id, true, false, false],
      ['Marked', shared.id, false, true, false],
      ['Oldest', small.id, true, true, false],
    ]);
    expect(titles[2]).toMatchObject({ mediaType: 'tv', tmdbId: expect.any(Number), releaseDate: '2001-02-03' });
    expect(titles[4]).toMatchObject({ mediaType: 'movie', voteAverage: 71, genres: [18] });
  });

  test('are those of own and small lists where not all can be read, and the newest of the next list', async () => {
    for (const title of ['L1', 'L2', 'L3']) await addItem(ana, large.id, { title });
    await addItem(ben, shared.id, { title: 'Shared' });
    for (const title of ['S1', 'S2']) await addItem(ana, small.id, { title });
    const lists = await findSeenLists(ana.user.id, 10);
    const unread = (most: number) => findUnreadLists(lists, most).map(String);

    expect(await titlesOf(2)).toEqual(['S2', 'S1']);
    expect(await titlesOf(4)).toEqual(['S2', 'S1', 'L3', 'L2']);
    expect(await titlesOf(5)).toEqual(['S2', 'S1', 'L3', 'L2', 'L1']);
    expect(await titlesOf(6)).toEqual(['S2', 'S1', 'Shared', 'L3', 'L2', 'L1']);
    expect([unread(2), unread(4)]).toEqual([
      [large.id, shared.id],
      [large.id, shared.id],
    ]);
    expect([unread(5), unread(6)]).toEqual([[shared.id], []]);
  });

  test('have another version after each change, whatever the order of the lists', async () => {
    const before = await findSeenLists(ana.user.id, 10);
    const turned = { own: [...before.own].reverse(), shared: before.shared };
    await addItem(ben, shared.id);
    const after = await findSeenLists(ana.user.id, 10);

    expect(versionOfLists(turned)).toBe(versionOfLists(before));
    expect(versionOfLists(after)).not.toBe(versionOfLists(before));
    expect(versionOfLists({ own: before.own, shared: [] })).not.toBe(versionOfLists(before));
  });

  test('come from a limited number of own lists and of shared ones', async () => {
    const others = await createFolder(ben);
    await shareWith(ben, others.id, ana);

    const { own, shared: foreign } = await findSeenLists(ana.user.id, 1);

    expect([own.length, foreign.length]).toEqual([1, 1]);
    const all = await findSeenLists(ana.user.id, 10);
    expect(all.own).toHaveLength(3);
    expect(all.shared.map(({ _id }) => String(_id)).sort()).toEqual([shared.id, others.id].sort());
  });
});

describe('one list', () => {
  test('tells its newest titles and who added each', async () => {
    await addItem(ben, shared.id);
    const [second, third] = [await addItem(ana, shared.id, { mediaType: 'tv' }), await addItem(ben, shared.id)];

    expect(await findTitlesIn(shared.id, 2)).toEqual([
      { mediaType: 'movie', tmdbId: third.tmdbId, addedById: ben.user.id },
      { mediaType: 'tv', tmdbId: second.tmdbId, addedById: ana.user.id },
    ]);
  });

  test('tells which titles are in it, films and shows apart', async () => {
    const [film, show] = [await addItem(ana, small.id), await addItem(ana, small.id, { mediaType: 'tv' })];
    await addItem(ana, large.id, { tmdbId: show.tmdbId });
    const asked = [film, show].map(({ tmdbId: id, mediaType }) => ({ mediaType, id }));

    const found = await findPresent([small.id], asked);

    expect([...found].sort()).toEqual([`movie:${film.tmdbId}`, `tv:${show.tmdbId}`]);
    expect([...(await findPresent([small.id, large.id], asked.slice(1)))].sort()).toEqual([
      `movie:${show.tmdbId}`,
      `tv:${show.tmdbId}`,
    ]);
    expect((await findPresent([], asked)).size).toBe(0);
  });

  test('tells its owner, and so many of its members, who came first', async () => {
    await shareWith(ben, shared.id, cleo);
    const folder = { _id: new Types.ObjectId(shared.id), userId: new Types.ObjectId(ben.user.id) };

    expect(await findMemberIds(folder, 1)).toEqual([ben.user.id, ana.user.id]);
    expect(await findMemberIds(folder, 2)).toEqual([ben.user.id, ana.user.id, cleo.user.id]);
  });
});

describe('for the calendar', () => {
  const days = { from: '2024-01-01', to: '2024-01-31' };

  test('films come out up to a year later than their own date, or up to 90 days before it', async () => {
    const dates = ['2022-12-31', '2023-01-01', '2024-04-30', '2024-05-01', '2024-01-15'];
    for (const releaseDate of dates) await addItem(ana, small.id, { title: releaseDate, releaseDate });
    await addItem(ana, small.id, { releaseDate: null });
    await ItemModel.updateOne({ folderId: small.id, title: '2024-01-15' }, { releaseDate: '2024-01' });
    await addItem(ana, small.id, { releaseDate: '2024-01-20', mediaType: 'tv' });

    const { films } = await findReleases(ana.user.id, { folderId: small.id, ...days });

    expect(films.map(({ title }) => title)).toEqual(['2024-04-30', '2023-01-01']);
  });

  test('each title is there once, of all lists that the person sees, or of one', async () => {
    const film = { tmdbId: 7_000_001, releaseDate: '2024-01-10' };
    const show = { tmdbId: 7_000_002, mediaType: 'tv' as const };
    const foreign = await createFolder(cleo);
    for (const { id } of [small, shared]) for (const facts of [film, show]) await addItem(ana, id, facts);
    await addItem(ben, shared.id, { ...film, tmdbId: 7_000_003 });
    await addItem(cleo, foreign.id, { ...film, tmdbId: 7_000_004 });
    const idsIn = async (folderId?: string) => {
      const { films, showIds } = await findReleases(ana.user.id, { folderId, ...days });
      return [films.map(({ tmdbId }) => tmdbId).sort(), showIds];
    };

    expect(await idsIn()).toEqual([[7_000_001, 7_000_003], [7_000_002]]);
    expect(await idsIn(small.id)).toEqual([[7_000_001], [7_000_002]]);
    await expect(idsIn(foreign.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('what was added last to the lists of a person has the list and who added it, the newest first', async () => {
  await addItem(ana, small.id);
  const [bens, own] = [await addItem(ben, shared.id, { title: 'Laura' }), await addItem(ana, large.id)];
  await addItem(cleo, (await createFolder(cleo)).id);

  const found = await findAdditions(ana.user.id, 2);

  expect(found.map(({ id }) => id)).toEqual([own.id, bens.id]);
  expect(found[1]).toMatchObject({ title: 'Laura', listId: shared.id, listName: shared.name });
  expect([String(found[1]?.userId), found[1]?.createdAt.toISOString()]).toEqual([ben.user.id, bens.createdAt]);
});
