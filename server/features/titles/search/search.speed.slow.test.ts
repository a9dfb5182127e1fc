import { expect, test } from '@jest/globals';
import { loadCatalogue } from '../catalogue/catalogue.data.ts';
import { seriesNames } from '../catalogue/catalogue.otherNames.ts';
import { indexCatalogue } from '../catalogue/catalogue.search.ts';
import { type Entry, TitleIndex } from './titleIndex.ts';

const MOVIES = 18_000;
const SHOWS = 5_000;
const PEOPLE = 13_000;
const GOAL_MS = 50;

const texts = [
  'the lord of the rings',
  'interstellar',
  'tom hanks',
  'guardians of the galaxy',
  'star wars 5',
  'breaking bad',
  'schindlers lisst',
  'a beautiful mind',
];

/** The same numbers at each run, from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** The bundled catalogue, and as many entries with new names made from its words as a large instance knows. */
async function createLargeIndex(): Promise<TitleIndex> {
  const catalogue = loadCatalogue();
  const random = createRandom(7);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const words = catalogue.titles.movie.flatMap(({ title }) => title.split(' '));
  const names = catalogue.people.flatMap(({ name }) => name.split(' '));
  function* made(count: number, firstId: number, toName: () => string): Generator<Entry> {
    for (let made = 0; made < count; made++)
      yield { id: firstId + made, names: [toName()], popularity: 50 * random(), date: '2001-01-01' };
  }
  const title = () => Array.from({ length: 1 + Math.floor(4 * random()) }, () => pick(words)).join(' ');
  const index = new TitleIndex(seriesNames);
  await indexCatalogue(index, catalogue);
  await index.addAll('movie', made(MOVIES, 2_000_000, title));
  await index.addAll('tv', made(SHOWS, 2_000_000, title));
  await index.addAll(
    'person',
    made(PEOPLE, 9_000_000, () => `${pick(names)} ${pick(names)}`),
  );
  return index;
}

test('with 25,000 titles and 25,000 people, each letter that is typed takes at most 50 ms', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  const index = await createLargeIndex();
  clearInterval(timer);
  const typed = texts.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
  for (const text of typed) index.find(text);

  const times = typed.map((text) => {
    const before = process.cpuUsage();
    index.find(text);
    return process.cpuUsage(before).user / 1000;
  });

  const inOrder = times.toSorted((a, b) => a - b);
  expect(index.sizeOf('movie') + index.sizeOf('tv')).toBeGreaterThan(24_900);
  expect(inOrder[Math.floor(0.95 * inOrder.length)]).toBeLessThanOrEqual(GOAL_MS);
  // Other requests are answered while the index is built.
  expect(turns).toBeGreaterThan(50);
});
