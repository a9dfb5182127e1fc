import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createTitleIndex, type TitleIndex } from '../../server/features/recommendations/model/titleIndex.ts';
import { createCatalogueSource } from '../../server/features/titles/catalogue/catalogue.source.ts';
import type { SourceFacts } from '../../server/features/titles/title.source.ts';
import { reviews } from '../demo/samples.ts';
import { atLeast, type Benchmark, type Finding } from './lib/benchmark.ts';
import { latencyAt, manyTitles } from './recommend/latency.ts';
import { guessesRight, leaveOneOut, type Quality, tasteServed } from './recommend/measure.ts';
import { families, makePerson, type Rated } from './recommend/people.ts';
import { genreOnly, ours, popularity } from './recommend/rankers.ts';

/** Goals below CLEAR: here genres are nearly all there is to learn, or there are few reviews to learn from. */
const modest: Record<string, number> = {
  genres: 1,
  'few reviews': 1,
  'all over the catalogue': 1,
  'fours and fives': 1,
};
const CLEAR = 1.2;
/** Picks must be ready with the page. */
const LIMIT_MS = 50;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const show = ({ hits, ndcg }: Quality) => `${percent(hits)} in ten, NDCG ${ndcg.toFixed(3)}`;

/**
 * Compares recommendations with an order by popularity and an order by genres. The people are generated, so that their
 * taste is known. Others can be given with `npm run bench -- recommend --people=FILE`, a JSON array of
 * { reviews: [{ mediaType, tmdbId, rating }] }.
 */
export const recommend: Benchmark = {
  id: 'RECOMMEND',
  title: 'Quality and speed of recommendations',
  isOfEmbeddedOnly: true,
  async run({ isShort }) {
    const titles = await createCatalogueSource().candidates();
    const index = createTitleIndex(titles);
    const file = process.argv.find((word) => word.startsWith('--people='))?.slice('--people='.length);
    if (file)
      return leftOut(index, 'finding a liked title that was left out, people of the file', readPeople(index, file), 20);

    const [count, held] = isShort ? [6, 3] : [25, 5];
    const groups = Object.keys(families).map((family, group) => ({
      family,
      people: Array.from({ length: count }, (_, at) => makePerson(family, 7919 * (group + 1) + at, titles)),
    }));
    const all = groups.flatMap(({ people }) => people);
    return [
      ...leftOut(index, 'finding a liked title that was left out, all people', all, held),
      // They are so few that only the whole order is a useful measure.
      ...leftOut(
        index,
        "finding a liked title that was left out, the demo's people",
        demoPeople(index),
        20,
        ({ ndcg }) => ndcg,
        1,
      ),
      ...groups.flatMap(({ family, people }) => knownTaste(index, family, people)),
      servedOverall(index, all),
      guesses(index, all, held),
      ...latencies(titles, isShort ? 20 : 60),
    ];
  },
};

function leftOut(
  index: TitleIndex,
  what: string,
  people: readonly { reviews: Rated[] }[],
  held: number,
  countOf = ({ hits }: Quality) => hits,
  least = 1.5,
): Finding[] {
  const own = leaveOneOut(index, people, ours, held);
  return [popularity, genreOnly].map((ranker) => {
    const control = leaveOneOut(index, people, ranker, held);
    return {
      what: `${what} (${own.tried}), against ${ranker.name}`,
      control: show(control),
      ours: show(own),
      ...atLeast(countOf(own) / (countOf(control) || 0.001), least),
    };
  });
}

/** Compares with the better control for this kind of people. */
function knownTaste(index: TitleIndex, family: string, people: Parameters<typeof tasteServed>[1]): Finding[] {
  const controls = [popularity, genreOnly].map((ranker) => ({ ranker, served: tasteServed(index, people, ranker) }));
  const best = controls.reduce((a, b) => (b.served > a.served ? b : a));
  const served = tasteServed(index, people, ours);
  return [
    {
      what: `match of the first ten picks with the known taste: ${family}`,
      control: `${best.ranker.name} ${percent(best.served)}`,
      ours: percent(served),
      ...atLeast(served / best.served, modest[family] ?? CLEAR),
    },
  ];
}

function servedOverall(index: TitleIndex, people: Parameters<typeof tasteServed>[1]): Finding {
  const [control, served] = [tasteServed(index, people, genreOnly), tasteServed(index, people, ours)];
  return {
    what: 'match of the first ten picks with the known taste: all people',
    control: `${genreOnly.name} ${percent(control)}`,
    ours: percent(served),
    ...atLeast(served / control, CLEAR),
  };
}

function guesses(index: TitleIndex, people: Parameters<typeof guessesRight>[1], held: number): Finding {
  const right = guessesRight(index, people, held);
  return {
    what: 'ratings inside the predicted range of two stars',
    control: 'by chance 40.0 %',
    ours: percent(right),
    ...atLeast(right / 0.4, 1.5),
  };
}

function latencies(titles: readonly SourceFacts[], rounds: number): Finding[] {
  const at = (candidates: number, reviews: number, limit: number): Finding => {
    const p95 = latencyAt(createTitleIndex(manyTitles(titles, candidates)), reviews, rounds);
    return {
      what: `time for twenty picks from ${candidates} titles after ${reviews} reviews, p95`,
      control: `${limit} ms`,
      ours: `${p95.toFixed(1)} ms`,
      ratio: p95 / limit,
      goal: '≤ 1 ×',
      isHeld: p95 <= limit,
    };
  };
  return [at(2000, 100, LIMIT_MS), at(2000, 1000, LIMIT_MS), at(10_000, 1000, 2 * LIMIT_MS)];
}

/** The people of `npm run demo` with at least two reviews. */
function demoPeople(index: TitleIndex): { reviews: Rated[] }[] {
  const byPerson = new Map<string, Rated[]>();
  for (const [who, name, rating] of reviews) {
    const title = index.titles.find((one) => one.title === name);
    if (title) byPerson.set(who, [...(byPerson.get(who) ?? []), { title, rating }]);
  }
  return [...byPerson.values()].filter((own) => own.length > 1).map((own) => ({ reviews: own }));
}

const peopleSchema = z.array(
  z.object({
    reviews: z.array(
      z.object({
        mediaType: z.enum(['movie', 'tv']),
        tmdbId: z.number().int(),
        rating: z.number().int().min(1).max(5),
      }),
    ),
  }),
);

/** Leaves out reviews of titles that the catalogue does not have, then people with fewer than two reviews. */
function readPeople(index: TitleIndex, file: string): { reviews: Rated[] }[] {
  const parsed = peopleSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file} does not contain a list of people:\n${z.prettifyError(parsed.error)}`);
  const people = parsed.data.map(({ reviews }) => ({
    reviews: reviews.flatMap(({ mediaType, tmdbId, rating }) => {
      const title = index.titles[index.placeOf.get(`${mediaType}:${tmdbId}`) ?? -1];
      return title ? [{ title, rating }] : [];
    }),
  }));
  const known = people.filter(({ reviews }) => reviews.length > 1);
  if (known.length === 0) throw new Error(`No person in ${file} has two reviews of titles in the catalogue.`);
  return known;
}
