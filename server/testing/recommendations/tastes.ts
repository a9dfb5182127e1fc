import fc from 'fast-check';
import type { RatedTitle } from '../../features/recommendations/model/features.ts';
import { learnTaste, rowIn, type Signal, scoreOf, type Taste } from '../../features/recommendations/model/taste.ts';
import { createTitleIndex } from '../../features/recommendations/model/titleIndex.ts';
import { titles } from '../titles/catalogue.ts';

/** The index of the bundled catalogue. */
export const index = createTitleIndex(titles);

export const review = (title: RatedTitle, rating: number): Signal => ({ kind: 'review', title, rating });
export const learn = (...signals: Signal[]) => learnTaste(index, signals);
export const score = (taste: Taste, title: RatedTitle) => scoreOf(taste, rowIn(index, title));

/** Signals of one person, at most one per title. */
export const histories = fc
  .uniqueArray(
    fc.record({
      place: fc.nat(1500),
      kind: fc.constantFrom('review', 'review', 'review', 'rewatch', 'list'),
      rating: fc.integer({ min: 1, max: 5 }),
    }),
    { selector: ({ place }) => place, maxLength: 25 },
  )
  .map((all) =>
    all.map(({ place, kind, rating }): Signal => {
      const title = index.titles[place]!;
      return kind === 'review' ? { kind, title, rating } : { kind: kind as 'list', title };
    }),
  );
