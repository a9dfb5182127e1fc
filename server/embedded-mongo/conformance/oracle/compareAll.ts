import { inspect } from 'node:util';
import type { MongoClient } from 'mongodb';
import { type Random, randomFrom } from './random.ts';
import type { Answer, Servers } from './servers.ts';
import { shrink } from './shrink.ts';
import { compare } from './verdict.ts';

type Play<Case> = (client: MongoClient, given: Case, patience: number) => Promise<Answer[]>;

interface Comparison<Case> {
  seed: number;
  count: number;
  make: (random: Random) => Case;
  play: Play<Case>;
}

interface Difference {
  isRefused?: true;
  step?: number;
  embedded?: Answer;
  mongodb?: Answer;
}

const isAlike = (one: Difference, other: Difference) =>
  other.step !== undefined && one.embedded?.code === other.embedded?.code && one.mongodb?.code === other.mongodb?.code;

/** How long one step may wait for another, in milliseconds. The second time is for a busy machine. */
const patience = [150, 3000];

/** The first answer that is neither equal nor refused, also when everything is played again with more patience. */
async function findDifference<Case>(servers: Servers, play: Play<Case>, given: Case): Promise<Difference> {
  let found: Difference = {};
  for (const milliseconds of patience) {
    const answers = await Promise.all([servers.embedded, servers.mongodb].map((one) => play(one, given, milliseconds)));
    found = compareAnswers(answers as [Answer[], Answer[]]);
    if (found.step === undefined) return found;
  }
  return found;
}

/** After a refusal the two servers differ for good reason. */
function compareAnswers([ours, theirs]: [Answer[], Answer[]]): Difference {
  for (let step = 0; step < Math.max(ours.length, theirs.length); step++) {
    const [embeddedAnswer = {}, mongodbAnswer = {}] = [ours[step], theirs[step]];
    const verdict = compare(embeddedAnswer, mongodbAnswer);
    if (verdict === 'refused') return { isRefused: true };
    if (verdict === 'different') return { step, embedded: embeddedAnswer, mongodb: mongodbAnswer };
  }
  return {};
}

/** How many differences are reported before the comparison ends. */
const maxReports = 8;

/** Plays cases on both servers. Throws a report of the first differences, each as its smallest case. */
export async function compareAll<Case>(
  servers: Servers,
  { seed, count, make, play }: Comparison<Case>,
): Promise<{ refused: number }> {
  const reports: string[] = [];
  let refused = 0;
  for (let position = 0; position < count && reports.length < maxReports; position++) {
    const given = make(randomFrom(seed + position));
    const found = await findDifference(servers, play, given);
    if (found.isRefused) refused++;
    if (found.step === undefined) continue;
    const smallest = await shrink(given, async (candidate) =>
      isAlike(found, await findDifference(servers, play, candidate)),
    );
    const difference = { smallest, ...(await findDifference(servers, play, smallest)) };
    const text = inspect(difference, { depth: null, compact: 5, breakLength: 110 });
    reports.push(`ORACLE_SEED=${seed + position} repeats this as the first case: ${text}`);
  }
  if (reports.length > 0) throw new Error(`Different answers:\n${reports.join('\n')}`);
  return { refused };
}
