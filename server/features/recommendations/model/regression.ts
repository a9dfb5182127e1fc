import type { FeatureRow } from './titleIndex.ts';

/** The target value of a row, and its weight (precision). */
export interface Observation {
  row: FeatureRow;
  target: number;
  weight: number;
  /** Whether the target includes the person's intercept, as stars do. */
  hasLevel: boolean;
}

export interface Fit {
  /** By feature. */
  weights: Float64Array;
  /** The person's intercept. */
  level: number;
  /** By observation: weight × (target − prediction). Feature weights are linear combinations of these. */
  coefficients: Float64Array;
}

export interface RegressionPrior {
  /** Prior variance of each feature's weight. */
  variances: Float64Array;
  /** The average row, subtracted from each. */
  means: Float64Array;
  levelVariance: number;
}

const MAX_STEPS = 100;
const TOLERANCE = 1e-10;

/**
 * Ridge regression by conjugate gradients, with a prior variance per feature. The system contains only features that
 * occur in two or more observations. A feature of a single observation, such as most actors, is eliminated: it is
 * equivalent to a lower weight of that observation. So a thousand reviews take a few milliseconds.
 */
export function regress(observations: readonly Observation[], prior: RegressionPrior): Fit {
  const { places, system, times } = compact(observations, prior);
  const size = system.means.length;
  const solution = solve(system);
  const weights = new Float64Array(prior.variances.length);
  for (let at = 0; at < size; at++) weights[places[at] ?? 0] = solution[at] ?? 0;
  const shift = dotDense(system.means, solution);
  const coefficients = system.targets.map((target, at) => {
    return (system.trust[at] ?? 0) * (target - guess(system, solution, shift, at));
  });
  for (const [at, { row }] of observations.entries()) {
    for (let own = 0; own < row.features.length; own++) {
      const feature = row.features[own] as number;
      if (times[feature] !== ONCE) continue;
      weights[feature] =
        (coefficients[at] as number) * (row.values[own] as number) * (prior.variances[feature] as number);
    }
  }
  return { weights, level: solution[size] ?? 0, coefficients };
}

const ONCE = 1;

/** The rows of all observations in flat arrays, for fast iteration. */
interface System {
  starts: Int32Array;
  features: Int32Array;
  values: Float64Array;
  targets: Float64Array;
  trust: Float64Array;
  /** 1 where the intercept counts. */
  levels: Uint8Array;
  means: Float64Array;
  /** One over each variance; the last is that of the intercept. */
  precision: Float64Array;
}

/** The number of observations with each feature. Rows are centred, so a feature with a mean counts as in all of them. */
function countTimes(observations: readonly Observation[], { means }: RegressionPrior): Int32Array {
  const times = new Int32Array(means.length);
  for (let feature = 0; feature < means.length; feature++) if (means[feature] !== 0) times[feature] = ONCE + 1;
  for (const { row } of observations) {
    for (const feature of row.features) times[feature] = (times[feature] as number) + 1;
  }
  return times;
}

/** The system of the features that have to be solved for, and their places in the full vector. */
function compact(observations: readonly Observation[], prior: RegressionPrior) {
  const { variances, means, levelVariance } = prior;
  const times = countTimes(observations, prior);
  const placeOf = new Int32Array(means.length).fill(-1);
  const places: number[] = [];
  let length = 0;
  for (let feature = 0; feature < means.length; feature++) {
    if ((times[feature] as number) <= ONCE) continue;
    placeOf[feature] = places.length;
    places.push(feature);
    length += times[feature] as number;
  }
  const starts = new Int32Array(observations.length + 1);
  const features = new Int32Array(length);
  const values = new Float64Array(length);
  const trust = new Float64Array(observations.length);
  let end = 0;
  for (const [at, { row, weight }] of observations.entries()) {
    let alone = 0;
    for (let own = 0; own < row.features.length; own++) {
      const feature = row.features[own] as number;
      const value = row.values[own] as number;
      const place = placeOf[feature] as number;
      if (place < 0) alone += value * value * (variances[feature] as number);
      else {
        features[end] = place;
        values[end++] = value;
      }
    }
    starts[at + 1] = end;
    trust[at] = weight / (1 + weight * alone);
  }
  const system: System = {
    starts,
    features,
    values,
    targets: Float64Array.from(observations, ({ target }) => target),
    trust,
    levels: Uint8Array.from(observations, ({ hasLevel }) => (hasLevel ? 1 : 0)),
    means: Float64Array.from(places, (feature) => means[feature] ?? 0),
    precision: Float64Array.from([...places.map((feature) => 1 / (variances[feature] || 1e-9)), 1 / levelVariance]),
  };
  return { places, system, times };
}

/** The dot product of an observation's centred row and the vector, plus the intercept where it has one. */
function guess({ starts, features, values, levels }: System, vector: Float64Array, shift: number, at: number): number {
  let sum = levels[at] ? (vector[vector.length - 1] as number) - shift : -shift;
  const end = starts[at + 1] as number;
  for (let own = starts[at] as number; own < end; own++) {
    sum += (values[own] as number) * (vector[features[own] as number] as number);
  }
  return sum;
}

/** Adds each observation's centred row, times its amount, to `sum`. */
function spreadBack(system: System, sum: Float64Array, amountOf: (at: number) => number): void {
  const { starts, features, values, levels, means, targets } = system;
  const level = means.length;
  let total = 0;
  for (let at = 0; at < targets.length; at++) {
    const amount = amountOf(at);
    total += amount;
    const end = starts[at + 1] as number;
    for (let own = starts[at] as number; own < end; own++) {
      const feature = features[own] as number;
      sum[feature] = (sum[feature] as number) + amount * (values[own] as number);
    }
    if (levels[at]) sum[level] = (sum[level] as number) + amount;
  }
  for (let at = 0; at < level; at++) sum[at] = (sum[at] as number) - total * (means[at] as number);
}

/** The diagonal of the system matrix. Its entries differ by a factor of up to a thousand. */
function diagonalOf({ starts, features, values, trust, levels, means, precision }: System): Float64Array {
  const diagonal = precision.slice();
  let total = 0;
  for (let at = 0; at < trust.length; at++) {
    const weight = trust[at] as number;
    total += weight;
    const end = starts[at + 1] as number;
    for (let own = starts[at] as number; own < end; own++) {
      const feature = features[own] as number;
      const value = values[own] as number;
      diagonal[feature] = (diagonal[feature] as number) + weight * value * (value - 2 * (means[feature] as number));
    }
    if (levels[at]) diagonal[means.length] = (diagonal[means.length] as number) + weight;
  }
  for (let at = 0; at < means.length; at++) {
    diagonal[at] = (diagonal[at] as number) + total * (means[at] as number) ** 2;
  }
  return diagonal;
}

/** Conjugate gradients with the diagonal as preconditioner. */
function solve(system: System): Float64Array {
  const { means, precision, trust, targets } = system;
  const size = precision.length;
  const diagonal = diagonalOf(system);
  const solution = new Float64Array(size);
  const residual = new Float64Array(size);
  const image = new Float64Array(size);
  spreadBack(system, residual, (at) => (trust[at] ?? 0) * (targets[at] ?? 0));
  const direction = residual.map((value, at) => value / (diagonal[at] ?? 1));
  let energy = dotDense(residual, direction);
  const goal = energy * TOLERANCE;
  for (let step = 0; step < MAX_STEPS && energy > goal; step++) {
    const shift = dotDense(means, direction);
    for (let at = 0; at < size; at++) image[at] = (direction[at] ?? 0) * (precision[at] ?? 0);
    spreadBack(system, image, (at) => (trust[at] ?? 0) * guess(system, direction, shift, at));
    const length = energy / dotDense(direction, image);
    let next = 0;
    for (let at = 0; at < size; at++) {
      solution[at] = (solution[at] ?? 0) + length * (direction[at] ?? 0);
      const left = (residual[at] ?? 0) - length * (image[at] ?? 0);
      residual[at] = left;
      next += (left * left) / (diagonal[at] ?? 1);
    }
    const share = next / energy;
    for (let at = 0; at < size; at++) {
      direction[at] = (residual[at] ?? 0) / (diagonal[at] ?? 1) + share * (direction[at] ?? 0);
    }
    energy = next;
  }
  return solution;
}

export function dot({ features, values }: FeatureRow, vector: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < features.length; at++) sum += (values[at] ?? 0) * (vector[features[at] ?? 0] ?? 0);
  return sum;
}

export function dotDense(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  const size = Math.min(a.length, b.length);
  for (let at = 0; at < size; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
