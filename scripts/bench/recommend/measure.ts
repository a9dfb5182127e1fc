import { learnTaste } from '../../../server/features/recommendations/model/taste.ts';
import { keyOf, type TitleIndex } from '../../../server/features/recommendations/model/titleIndex.ts';
import { predictStars } from '../../../server/features/recommendations/picks.ts';
import type { MadePerson, Rated } from './people.ts';
import type { Ranker } from './rankers.ts';

const SHOWN = 10;

export interface Quality {
  /** How often a liked title that was left out is among the first ten. */
  hits: number;
  /** The discounted place of that title in the whole order. */
  ndcg: number;
  tried: number;
}

const discount = (place: number) => 1 / Math.log2(place + 2);

/** The titles that a person liked: four stars or more, or the best ratings of a harsh rater. */
function likedBy(reviews: readonly Rated[]): Rated[] {
  const best = Math.max(...reviews.map(({ rating }) => rating));
  return reviews.filter(({ rating }) => rating >= Math.min(4, Math.max(3, best - 1)));
}

/** Leaves out one liked title after the other and finds its place in the order. */
export function leaveOneOut(
  index: TitleIndex,
  people: readonly { reviews: Rated[] }[],
  ranker: Ranker,
  most: number,
): Quality {
  const quality = { hits: 0, ndcg: 0, tried: 0 };
  for (const { reviews } of people) {
    for (const held of likedBy(reviews).slice(0, most)) {
      const place = index.placeOf.get(keyOf(held.title));
      const others = reviews.filter((one) => one !== held);
      if (place === undefined || others.length === 0) continue;
      const found = ranker.order(index, others).indexOf(place);
      quality.tried += 1;
      quality.hits += found < SHOWN ? 1 : 0;
      quality.ndcg += discount(found);
    }
  }
  return { tried: quality.tried, hits: quality.hits / quality.tried, ndcg: quality.ndcg / quality.tried };
}

/** How well the first ten match a known taste, as a share of the best possible ten. */
export function tasteServed(index: TitleIndex, people: readonly MadePerson[], ranker: Ranker): number {
  const shares = people.map(({ reviews, likingOf }) => {
    const liking = ranker.order(index, reviews).map((place) => {
      const title = index.titles[place];
      return title ? Math.max(0, likingOf(title)) : 0;
    });
    const gain = (values: readonly number[]) =>
      values.slice(0, SHOWN).reduce((sum, value, place) => sum + value * discount(place), 0);
    return gain(liking) / (gain([...liking].sort((a, b) => b - a)) || 1);
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** The share of the predicted ranges that contain the rating that was left out. */
export function guessesRight(index: TitleIndex, people: readonly MadePerson[], most: number): number {
  let right = 0;
  let guessed = 0;
  for (const { reviews } of people) {
    for (const held of reviews.slice(0, most)) {
      const others = reviews.filter((one) => one !== held);
      const taste = learnTaste(
        index,
        others.map(({ title, rating }) => ({ kind: 'review' as const, title, rating })),
      );
      const guess = predictStars(taste, held.title);
      if (!guess) continue;
      guessed += 1;
      if (held.rating >= guess.low && held.rating <= guess.high) right += 1;
    }
  }
  return right / guessed;
}
