/** How much a person wants to watch a candidate: 0 is no, 1 is maybe, 2 is yes. */
export type Mark = 0 | 1 | 2;

const NO: Mark = 0;
/** What a candidate without a mark counts as. */
const NO_OPINION: Mark = 1;
const YES: Mark = 2;

/** A ballot as the rule sees it. */
export interface Vote {
  /** By candidate key. */
  marks: Readonly<Record<string, Mark>>;
  /** The key of the candidate that this person does not want at all. */
  veto: string | null;
  /** The person's fairness weight: 1, or more after evenings that suited them less. */
  weight: number;
}

/**
 * The committed coin: a number from 0 to 1 for each candidate, fixed before anyone votes. The server and everyone who
 * checks a result make it from the poll's seed, see `coin.ts`.
 */
export type Coin = (key: string) => number;

/** What the votes say about one candidate. */
interface Tally {
  key: string;
  vetoes: number;
  noes: number;
  yeses: number;
  /** The sum of the marks. */
  score: number;
  /** The sum of the marks, each times the weight of who gave it. */
  weightedScore: number;
  lowest: Mark;
}

export interface Outcome {
  winner: Tally;
  /** All candidates, best first. */
  ranking: Tally[];
  voters: number;
  /** How many other candidates were equal to the winner, so that the coin had to decide. */
  equals: number;
  /** Another candidate that was still in had a higher score, and the weights made the difference. */
  isByWeight: boolean;
}

/** Why a candidate is out, or that it is still in. The order is that of the ranking. */
const STILL_IN = 0;
const OUT_BY_NO = 1;
const OUT_BY_VETO = 2;

type Ranked = Tally & { stage: number };

/**
 * Which candidate the votes choose:
 *
 * 1. Vetoed candidates are out. If all are vetoed, those with the fewest vetoes stay.
 * 2. Candidates with a no are out while some candidate has none.
 * 3. The highest sum of marks wins, each mark times the weight of who gave it, then the coin.
 *
 * A step for the highest lowest mark would change nothing: after step 2 the lowest marks differ only where one candidate has
 * a yes from everyone, which is the highest sum already.
 *
 * One vote alone is a draw among what it likes instead, in which a yes has two chances and a maybe one.
 */
export function decide(keys: readonly string[], votes: readonly Vote[], coin: Coin): Outcome {
  const tallies = withStages(keys.map((key) => tallyOf(key, votes)));
  const [only] = votes;
  const order = only && votes.length === 1 ? byDraw(only, coin) : byScore(coin);
  const ranked = tallies.sort((a, b) => a.stage - b.stage || order(a, b));
  const [winner] = ranked;
  if (!winner) throw new Error('A poll without candidates has no result');
  const rivals = ranked.filter(({ key, stage }) => stage === STILL_IN && key !== winner.key);
  return {
    winner: withoutStage(winner),
    ranking: ranked.map(withoutStage),
    voters: votes.length,
    equals:
      votes.length === 1 ? 0 : rivals.filter(({ weightedScore }) => weightedScore === winner.weightedScore).length,
    isByWeight: votes.length > 1 && rivals.some(({ score }) => score > winner.score),
  };
}

function tallyOf(key: string, votes: readonly Vote[]): Tally {
  const marks = votes.map((vote) => markOf(vote, key));
  return {
    key,
    vetoes: votes.filter(({ veto }) => veto === key).length,
    noes: marks.filter((mark) => mark === NO).length,
    yeses: marks.filter((mark) => mark === YES).length,
    score: marks.reduce<number>((sum, mark) => sum + mark, 0),
    weightedScore: votes.reduce((sum, vote) => sum + markOf(vote, key) * vote.weight, 0),
    lowest: marks.reduce<Mark>((lowest, mark) => (mark < lowest ? mark : lowest), marks.length > 0 ? YES : NO_OPINION),
  };
}

export function markOf({ marks }: Pick<Vote, 'marks'>, key: string): Mark {
  return marks[key] ?? NO_OPINION;
}

function withStages(tallies: readonly Tally[]): Ranked[] {
  const fewestVetoes = Math.min(...tallies.map(({ vetoes }) => vetoes));
  const left = tallies.filter(({ vetoes }) => vetoes === fewestVetoes);
  const isAnyWithoutNo = left.some(({ noes }) => noes === 0);
  return tallies.map((tally) => {
    if (tally.vetoes > fewestVetoes) return { ...tally, stage: OUT_BY_VETO };
    return { ...tally, stage: isAnyWithoutNo && tally.noes > 0 ? OUT_BY_NO : STILL_IN };
  });
}

const byScore = (coin: Coin) => (a: Tally, b: Tally) => b.weightedScore - a.weightedScore || compareCoins(coin, a, b);

/** A weighted draw without repeats: the highest of random numbers, each to the power of 1 divided by its weight. */
function byDraw(vote: Vote, coin: Coin) {
  const drawn = ({ key }: Tally) => {
    const mark = markOf(vote, key);
    if (mark === NO) return -1;
    return mark === YES ? Math.sqrt(coin(key)) : coin(key);
  };
  return (a: Tally, b: Tally) => drawn(b) - drawn(a) || compareCoins(coin, a, b);
}

function compareCoins(coin: Coin, a: Tally, b: Tally): number {
  return coin(b.key) - coin(a.key) || (a.key < b.key ? -1 : 1);
}

function withoutStage({ stage: _stage, ...tally }: Ranked): Tally {
  return tally;
}
