import { learnTaste } from '../../../server/features/recommendations/model/taste.ts';
import { keyOf, type TitleIndex } from '../../../server/features/recommendations/model/titleIndex.ts';
import { pickFor } from '../../../server/features/recommendations/picks.ts';
import type { SourceFacts } from '../../../server/features/titles/title.source.ts';
import { createRandom } from './random.ts';

/** Rounds that are not counted, because the code is still being compiled. */
const COMPILING = 15;

/** Repeats the titles of the catalogue with other ids and people until there are `count`. */
export function manyTitles(titles: readonly SourceFacts[], count: number): SourceFacts[] {
  return Array.from({ length: count }, (_, at) => {
    const title = titles[at % titles.length] as SourceFacts;
    const round = Math.floor(at / titles.length);
    if (round === 0) return title;
    const other = <T extends { id: number }>(person: T) => ({ ...person, id: person.id + round * 10_000_000 });
    return {
      ...title,
      id: title.id + round * 10_000_000,
      makers: title.makers.map(other),
      cast: title.cast.map((person, place) => (place % 2 ? person : other(person))),
    };
  });
}

/**
 * The 95th percentile of the milliseconds for twenty picks with reasons, without the time to build the index. If the CPU
 * time of a round is shorter than its duration, the CPU time counts, because other processes ran in between.
 */
export function latencyAt(index: TitleIndex<SourceFacts>, reviews: number, rounds: number): number {
  const random = createRandom(reviews);
  const times: number[] = [];
  for (let round = 0; round < rounds + COMPILING; round++) {
    const rated = random.sample(index.titles, reviews, () => 1);
    const signals = rated.map((title) => ({ kind: 'review' as const, title, rating: 1 + random.below(5) }));
    const began = performance.now();
    const usedBefore = process.cpuUsage();
    const taste = { ...learnTaste(index, signals), index };
    pickFor(taste, { excluded: new Set(rated.map(keyOf)), count: 20 });
    const elapsed = performance.now() - began;
    const used = process.cpuUsage(usedBefore);
    if (round >= COMPILING) times.push(Math.min(elapsed, (used.user + used.system) / 1000));
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? 0;
}
