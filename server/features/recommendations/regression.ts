import type { Row } from './titleIndex.ts';

/** Something observed of a row: how much it was liked, and how far that is to be believed. */
export interface Observation {
  row: Row;
  target: number;
  weight: number;
  /** On for what has the person's usual level in it, as stars have. */
  hasLevel: boolean;
}

export interface Fit {
  /** By feature. */
  weights: Float64Array;
  /** The person's own level: what every guess begins from. */
  level: number;
  /** What each observation still pulls with: weight × (target − guess). Weights are sums of these. */
  pulls: Float64Array;
}

export interface RegressionPrior {
  /** Variance of a feature's weight before anything is known. */
  variances: Float64Array;
  /** The average row, subtracted from each. */
  means: Float64Array;
  levelVariance: number;
}

const MOST_STEPS = 100;
const ENOUGH = 1e-10;

/**
 * Ridge regression by conjugate gradients: the weights that explain the observations best while staying near 0, each by
 * its own variance. Few observations move them little. Only features that occur are solved for, so a thousand reviews
 * take a few milliseconds.
 */
export function regress(observations: readonly Observation[], prior: RegressionPrior): Fit {
  const { places, system } = compact(observations, prior);
  const size = system.means.length;
  const solution = solve(system);
  const weights = new Float64Array(prior.variances.length);
  for (let at = 0; at < size; at++) weights[places[at] ?? 0] = solution[at] ?? 0;
  const shift = dotDense(system.means, solution);
  const pulls = Float64Array.from(system.observations, (observation) => {
    return observation.weight * (observation.target - guess(solution, shift, observation));
  });
  return { weights, level: solution[size] ?? 0, pulls };
}

interface System {
  observations: readonly Observation[];
  means: Float64Array;
  /** One over each variance; the level's is the last. */
  precision: Float64Array;
}

/** The same system over the features that occur in it, and where those are in the whole. */
function compact(observations: readonly Observation[], { variances, means, levelVariance }: RegressionPrior) {
  const placeOf = new Map<number, number>();
  const placeIn = (feature: number) => {
    const known = placeOf.get(feature);
    if (known !== undefined) return known;
    placeOf.set(feature, placeOf.size);
    return placeOf.size - 1;
  };
  for (const [feature, mean] of means.entries()) if (mean !== 0) placeIn(feature);
  const compacted = observations.map((observation) => ({
    ...observation,
    row: { features: observation.row.features.map(placeIn), values: observation.row.values },
  }));
  const places = [...placeOf.keys()];
  const system: System = {
    observations: compacted,
    means: Float64Array.from(places, (feature) => means[feature] ?? 0),
    precision: Float64Array.from([...places.map((feature) => 1 / (variances[feature] || 1e-9)), 1 / levelVariance]),
  };
  return { places, system };
}

/** The centred row times the vector, with the level where the observation has one. */
function guess(vector: Float64Array, shift: number, { row, hasLevel }: Observation): number {
  return dot(row, vector) - shift + (hasLevel ? (vector[vector.length - 1] ?? 0) : 0);
}

/** Sums each observation's centred row, times what it is given. */
function spreadBack({ observations, means }: System, sum: Float64Array, amountOf: (one: Observation) => number): void {
  const level = means.length;
  let total = 0;
  for (const observation of observations) {
    const amount = amountOf(observation);
    total += amount;
    addRow(sum, observation.row, amount);
    if (observation.hasLevel) sum[level] = (sum[level] ?? 0) + amount;
  }
  for (let at = 0; at < level; at++) sum[at] = (sum[at] ?? 0) - total * (means[at] ?? 0);
}

/** Conjugate gradients, preconditioned by the precision: some features are a hundredfold freer than others. */
function solve(system: System): Float64Array {
  const { means, precision } = system;
  const size = precision.length;
  const solution = new Float64Array(size);
  const residual = new Float64Array(size);
  spreadBack(system, residual, ({ weight, target }) => weight * target);
  const direction = residual.map((value, at) => value / (precision[at] ?? 1));
  let energy = dotDense(residual, direction);
  const goal = energy * ENOUGH;
  for (let step = 0; step < MOST_STEPS && energy > goal; step++) {
    const shift = dotDense(means, direction);
    const image = direction.map((value, at) => value * (precision[at] ?? 0));
    spreadBack(system, image, (observation) => observation.weight * guess(direction, shift, observation));
    const length = energy / dotDense(direction, image);
    let next = 0;
    for (let at = 0; at < size; at++) {
      solution[at] = (solution[at] ?? 0) + length * (direction[at] ?? 0);
      const left = (residual[at] ?? 0) - length * (image[at] ?? 0);
      residual[at] = left;
      next += (left * left) / (precision[at] ?? 1);
    }
    const share = next / energy;
    for (let at = 0; at < size; at++) {
      direction[at] = (residual[at] ?? 0) / (precision[at] ?? 1) + share * (direction[at] ?? 0);
    }
    energy = next;
  }
  return solution;
}

export function dot({ features, values }: Row, vector: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < features.length; at++) sum += (values[at] ?? 0) * (vector[features[at] ?? 0] ?? 0);
  return sum;
}

function addRow(sum: Float64Array, { features, values }: Row, amount: number): void {
  for (let at = 0; at < features.length; at++) {
    const feature = features[at] ?? 0;
    sum[feature] = (sum[feature] ?? 0) + amount * (values[at] ?? 0);
  }
}

export function dotDense(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  const size = Math.min(a.length, b.length);
  for (let at = 0; at < size; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
