import { inspect } from 'node:util';
import type { MongoClient } from 'mongodb';
import { type Random, randomFrom } from './random.ts';
import type { Answer, Servers } from './servers.ts';

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

/** How the embedded database refuses by name what MongoDB answers; its README lists them. */
const refusals: readonly { code: number; message: RegExp }[] = [
  { code: 115, message: /is not supported by the embedded database/ },
  { code: 168, message: /^Unrecognized expression/ },
  { code: 31325, message: /^Unknown expression/ },
  { code: 40415, message: /is an unknown field/ },
  { code: 112, message: /(were changed|was dropped) after the snapshot|is created by another transaction/ },
  { code: 31249, message: /^Path collision/ },
  { code: 31250, message: /^Path collision/ },
  { code: 14, message: /^BSON field 'delete.deletes.limit' is the wrong type/ },
  { code: 15975, message: /key ordering must be 1/ },
  { code: 40228, message: /^'newRoot' expression must evaluate to an object/ },
  { code: 280, message: /the resume token was not found/ },
];

/** Errors that programs act on. Others only have to be errors on both. */
const handled = new Set([26, 27, 43, 48, 50, 85, 86, 112, 175, 246, 251, 256, 260, 263, 280, 286, 11000]);

type Verdict = 'equal' | 'refused' | 'different';

function compare(embedded: Answer, mongodb: Answer): Verdict {
  const { code, message = '' } = embedded;
  if (code === undefined) return embedded.value === mongodb.value ? 'equal' : 'different';
  if (code === mongodb.code) return 'equal';
  if (refusals.some((refusal) => refusal.code === code && refusal.message.test(message))) return 'refused';
  const isHandled = handled.has(code) || handled.has(mongodb.code ?? 0);
  return mongodb.code !== undefined && !isHandled ? 'equal' : 'different';
}

type Json = unknown;

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The same value without one of its parts, for each part, the outermost first. */
function* smaller(value: Json): Generator<Json> {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) yield value.toSpliced(i, 1);
    for (let i = 0; i < value.length; i++) for (const part of smaller(value[i])) yield value.with(i, part);
  } else if (isObject(value)) {
    const keys = Object.keys(value);
    for (const key of keys) yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
    for (const key of keys) for (const part of smaller(value[key])) yield { ...value, [key]: part };
  }
}

/** Removes parts of a failing case as long as it fails. */
async function shrink<T>(failing: T, fails: (candidate: T) => Promise<boolean>): Promise<T> {
  for (const candidate of smaller(failing)) {
    if (await fails(candidate as T).catch(() => false)) return shrink(candidate as T, fails);
  }
  return failing;
}
