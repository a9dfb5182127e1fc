import { decadeOf, genresOfTitle, type RatedTitle } from '../../../server/features/recommendations/model/features.ts';
import { acclaimOf } from '../../../server/features/recommendations/model/titleIndex.ts';
import { createRandom, type Random } from './random.ts';

export interface Rated {
  title: RatedTitle;
  rating: number;
}

/** A generated person, whose taste is known. */
export interface MadePerson {
  family: string;
  reviews: Rated[];
  /** How much the person likes a title, without noise. */
  likingOf: (title: RatedTitle) => number;
}

interface Likes {
  likingOf: (title: RatedTitle) => number;
  /** The average number of stars, and how much a unit of liking adds. */
  level: number;
  reach: number;
  noise: number;
  reviews: number;
  /** How strongly the choice of titles depends on liking, and on popularity. */
  seeking: number;
  fame: number;
}

type Family = (random: Random, titles: readonly RatedTitle[]) => Likes;

const usual = { level: 3.1, reach: 1, noise: 0.5, seeking: 1.5, fame: 0.5 };

function some(random: Random, least: number, most: number): number {
  return least + random.below(most - least + 1);
}

function tastes<T extends string | number>(
  random: Random,
  from: readonly T[],
  liked: number,
  disliked: number,
): Map<T, number> {
  const chosen = random.sample(from, liked + disliked, () => 1);
  return new Map(chosen.map((one, at) => [one, at < liked ? 0.8 + random.next() * 0.7 : -(0.6 + random.next() * 0.7)]));
}

const sumOver = <T>(keys: readonly T[], weights: Map<T, number>) =>
  keys.reduce((sum, key) => sum + (weights.get(key) ?? 0), 0);

const genreNames = [
  'Action',
  'Adventure',
  'Animation',
  'Comedy',
  'Crime',
  'Drama',
  'Family',
  'Fantasy',
  'History',
  'Horror',
  'Music',
  'Mystery',
  'Romance',
  'Science Fiction',
  'Thriller',
  'War',
  'Western',
  'Documentary',
];

function createGenreTaste(random: Random): (title: RatedTitle) => number {
  const liked = tastes(random, genreNames, some(random, 2, 3), some(random, 1, 3));
  return (title) => sumOver(genresOfTitle(title), liked);
}

function createPeopleTaste(random: Random, titles: readonly RatedTitle[]): (title: RatedTitle) => number {
  const known = new Map<number, number>();
  const peopleOf = (title: RatedTitle) => [...title.makers, ...title.cast.slice(0, 6)].map(({ id }) => id);
  for (const title of titles) for (const id of peopleOf(title)) known.set(id, (known.get(id) ?? 0) + 1);
  const often = [...known].filter(([, count]) => count >= 5).map(([id]) => id);
  const liked = tastes(random, often, some(random, 4, 8), 3);
  return (title) => 1.3 * sumOver([...new Set(peopleOf(title))], liked);
}

function createTimeAndMatterTaste(random: Random, titles: readonly RatedTitle[]): (title: RatedTitle) => number {
  const decades = tastes(random, ['1960s', '1970s', '1980s', '1990s', '2000s', '2010s', '2020s'], 2, 1);
  const counts = new Map<string, number>();
  for (const title of titles) for (const word of title.keywords) counts.set(word, (counts.get(word) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count >= 8).map(([word]) => word);
  const words = tastes(random, often, some(random, 6, 12), 4);
  return (title) => sumOver([decadeOf(title) ?? ''], decades) + 1.1 * sumOver(title.keywords, words);
}

/** Kinds of people: what they like, and how they rate. */
export const families: Record<string, Family> = {
  genres: (random) => ({ ...usual, likingOf: createGenreTaste(random), reviews: some(random, 20, 60) }),
  people: (random, titles) => ({
    ...usual,
    likingOf: createPeopleTaste(random, titles),
    seeking: 2.2,
    reviews: some(random, 20, 60),
  }),
  'decades and keywords': (random, titles) => ({
    ...usual,
    likingOf: createTimeAndMatterTaste(random, titles),
    reviews: some(random, 25, 70),
  }),
  'mixed, noisy': (random, titles) => {
    const parts = [
      createGenreTaste(random),
      createPeopleTaste(random, titles),
      createTimeAndMatterTaste(random, titles),
    ];
    const likingOf = (title: RatedTitle) => parts.reduce((sum, part) => sum + part(title), 0) * 0.6;
    return { ...usual, likingOf, noise: 1, reviews: some(random, 20, 80) };
  },
  'harsh, against the public': (random) => {
    const genre = createGenreTaste(random);
    const likingOf = (title: RatedTitle) => genre(title) - 0.7 * (acclaimOf(title) - 6.6);
    return { ...usual, likingOf, level: 2, reviews: some(random, 20, 50), fame: 0.2 };
  },
  'few reviews': (random, titles) => {
    const parts = [createGenreTaste(random), createPeopleTaste(random, titles)];
    return {
      ...usual,
      likingOf: (title) => parts.reduce((sum, part) => sum + part(title), 0) * 0.8,
      reviews: some(random, 4, 8),
    };
  },
  'all over the catalogue': (random) => ({
    ...usual,
    likingOf: createGenreTaste(random),
    reviews: some(random, 30, 60),
    seeking: 0,
    fame: 0,
  }),
  // Their ratings hardly differ, and they choose titles mostly without regard to their taste.
  'fours and fives': (random, titles) => {
    const parts = [
      createGenreTaste(random),
      createPeopleTaste(random, titles),
      createTimeAndMatterTaste(random, titles),
    ];
    const likingOf = (title: RatedTitle) => parts.reduce((sum, part) => sum + part(title), 0) * 0.8;
    return { ...usual, likingOf, level: 4.3, seeking: 0.7, reviews: some(random, 20, 50) };
  },
};

/** Makes one person of a family; the same seed makes the same person. */
export function makePerson(family: string, seed: number, titles: readonly RatedTitle[]): MadePerson {
  const random = createRandom(seed);
  const make = families[family];
  if (!make) throw new Error(`There is no family ${family}`);
  const { likingOf, level, reach, noise, reviews, seeking, fame } = make(random, titles);
  const watched = random.sample(titles, reviews, (title) => {
    return (title.popularity + 1) ** fame * Math.exp(seeking * Math.max(-2, Math.min(3, likingOf(title))));
  });
  return {
    family,
    likingOf,
    reviews: watched.map((title) => {
      const felt = level + reach * likingOf(title) + noise * random.normal();
      return { title, rating: Math.max(1, Math.min(5, Math.round(felt))) };
    }),
  };
}
