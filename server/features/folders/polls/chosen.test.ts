import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Types } from 'mongoose';
import { type TitleFacts, titleFactsSchema } from '../../../../common/schemas/item.ts';
import { addItem, createFolder, type Person, signUp, titleFacts } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';
import { type CandidateWishes, chooseCandidates } from './candidates.ts';

const server = setUpServer();
let ana: Person;
let folderId: string;
beforeAll(async () => {
  ana = await signUp(server);
});
beforeEach(async () => {
  ({ id: folderId } = await createFolder(ana));
});

const pick = (title: string, more: Partial<TitleFacts> = {}): TitleFacts =>
  titleFactsSchema.parse(titleFacts({ title, runtime: 90, ...more }));
const choose = async (wishes: Partial<CandidateWishes>) => {
  const usual = { count: 8, filters: {}, picks: [], seen: new Set<string>(), nextEpisodes: new Map() };
  return chooseCandidates(new Types.ObjectId(folderId), { ...usual, ...wishes });
};
const titlesOf = (candidates: readonly { title: string }[]) => candidates.map(({ title }) => title);

test('picks fill up what the list has, best first, within the filters and the count, without its own titles', async () => {
  const item = await addItem(ana, folderId, { title: 'Own', runtime: 90 });
  const picks = [
    pick('The same', { tmdbId: item.tmdbId }),
    pick('A show', { mediaType: 'tv' }),
    pick('Exact', { runtime: 100 }),
    pick('Too long', { runtime: 101 }),
    pick('Unknown length', { runtime: null }),
    pick('Seen'),
    pick('Good'),
    pick('Best of the rest'),
  ];
  const seen = new Set([`movie:${picks[5]?.tmdbId}`]);
  const filters = { maxRuntime: 100, mediaType: 'movie' as const, onlyUnseen: true };

  const all = await choose({ picks, seen, filters });

  expect(titlesOf(all)).toEqual(['Own', 'Exact', 'Good', 'Best of the rest']);
  expect(all.map(({ itemId }) => itemId && String(itemId))).toEqual([item.id, null, null, null]);
  expect(all[1]).toMatchObject({ key: `movie:${picks[2]?.tmdbId}`, runtime: 100 });
  expect(titlesOf(await choose({ picks, seen, filters, count: 3 }))).toEqual(['Own', 'Exact', 'Good']);
  expect(titlesOf(await choose({ picks, seen, filters: { ...filters, onlyUnseen: false } }))).toContain('Seen');
  expect(titlesOf(await choose({ picks, filters: {} }))).toHaveLength(8);
});

test('a show that members watch together comes with its next episode, also when it is named', async () => {
  const [show, film, other] = [
    await addItem(ana, folderId, { mediaType: 'tv' }),
    await addItem(ana, folderId),
    await addItem(ana, folderId, { mediaType: 'tv' }),
  ];
  const nextEpisodes = new Map([show, film].map(({ tmdbId }) => [tmdbId, { season: 2, episode: 3 }]));
  const episodes = async (itemIds?: string[]) => {
    const chosen = await choose({ nextEpisodes, itemIds });
    return [show, film, other].map(({ id }) => chosen.find(({ itemId }) => String(itemId) === id)?.episode);
  };

  expect(await episodes()).toEqual([{ season: 2, episode: 3 }, undefined, undefined]);
  expect(await episodes([show.id, film.id, other.id])).toEqual(await episodes());
});

test('an item that is named twice counts once', async () => {
  const items = [await addItem(ana, folderId), await addItem(ana, folderId), await addItem(ana, folderId)];
  const ids = items.map(({ id }) => id);

  expect(titlesOf(await choose({ itemIds: [...ids, ...ids] }))).toEqual(titlesOf(items));
  await expect(choose({ itemIds: [...ids.slice(0, 2), ...ids.slice(0, 2)] })).rejects.toMatchObject({
    code: 'too_few_candidates',
    message: 'A vote needs at least 3 titles to choose from',
  });
});
