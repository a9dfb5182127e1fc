import { genresOfTitle } from '../../../server/features/recommendations/model/features.ts';
import { learnTaste, scoreOf } from '../../../server/features/recommendations/model/taste.ts';
import { keyOf, type TitleIndex } from '../../../server/features/recommendations/model/titleIndex.ts';
import { diversify } from '../../../server/features/recommendations/picks.ts';
import type { Rated } from './people.ts';

/** Orders titles for somebody by what they reviewed; `order` begins with what is shown. */
export interface Ranker {
  name: string;
  /** Places in the index that may be picked, best first. */
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

/** The mean of what each of a title's genres got above the person's own mean, drawn to 0 for few; ties by popularity. */
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

/** What the product shows: scored, and the first twenty varied. */
export const ours: Ranker = {
  name: 'ours',
  order(index, reviews) {
    const taste = learnTaste(
      index,
      reviews.map(({ title, rating, comment }) => ({ kind: 'review', title, rating, comment })),
    );
    const scores = Float64Array.from(index.rows, (row) => scoreOf(taste, row));
    const places = placesByScore(index, reviews, scores);
    const shown = diversify(index, places, scores, 20);
    const isShown = new Set(shown);
    return [...shown, ...places.filter((place) => !isShown.has(place))];
  },
};
