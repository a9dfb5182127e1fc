import { genresOfTitle } from '../../../server/features/recommendations/model/features.ts';
import { learnTaste, scoreOf } from '../../../server/features/recommendations/model/taste.ts';
import { keyOf, type TitleIndex } from '../../../server/features/recommendations/model/titleIndex.ts';
import { diversify } from '../../../server/features/recommendations/picks.ts';
import type { Rated } from './people.ts';

/** A way to order titles for a person by the person's reviews. */
export interface Ranker {
  name: string;
  /** Gives the places of titles in the index, best first, without those that were reviewed. */
  order: (index: TitleIndex, reviews: readonly Rated[]) => number[];
}

function placesByScore(index: TitleIndex, reviews: readonly Rated[], scores: Float64Array): number[] {
  const seen = new Set(reviews.map(({ title }) => index.placeOf.get(keyOf(title))));
  return [...index.titles.keys()]
    .filter((place) => !seen.has(place))
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

export const popularity: Ranker = {
  name: 'popularity',
  order: (index, reviews) =>
    placesByScore(
      index,
      reviews,
      Float64Array.from(index.titles, ({ popularity: value }) => value),
    ),
};

/** Scores a title by how far its genres were rated above the person's mean. Few ratings count less. */
export const genreOnly: Ranker = {
  name: 'genre only',
  order(index, reviews) {
    const mean = reviews.reduce((sum, { rating }) => sum + rating, 0) / (reviews.length || 1);
    const sums = new Map<string, { above: number; count: number }>();
    for (const { title, rating } of reviews) {
      for (const genre of genresOfTitle(title)) {
        const sum = sums.get(genre) ?? { above: 0, count: 0 };
        sums.set(genre, { above: sum.above + rating - mean, count: sum.count + 1 });
      }
    }
    const scores = Float64Array.from(index.titles, (title) => {
      const genres = genresOfTitle(title);
      const liked = genres.reduce((total, genre) => {
        const { above, count } = sums.get(genre) ?? { above: 0, count: 0 };
        return total + above / (count + 2);
      }, 0);
      return liked / Math.sqrt(genres.length || 1) + 1e-5 * Math.log(title.popularity + 1);
    });
    return placesByScore(index, reviews, scores);
  },
};

/** The order of the product: by score, with variety among the first twenty. */
export const ours: Ranker = {
  name: 'ours',
  order(index, reviews) {
    const taste = learnTaste(
      index,
      reviews.map(({ title, rating }) => ({ kind: 'review', title, rating })),
    );
    const scores = Float64Array.from(index.rows, (row) => scoreOf(taste, row));
    const places = placesByScore(index, reviews, scores);
    const shown = diversify(index, places, scores, 20);
    const isShown = new Set(shown);
    return [...shown, ...places.filter((place) => !isShown.has(place))];
  },
};
