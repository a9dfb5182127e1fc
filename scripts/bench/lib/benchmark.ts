/** One line of the table. */
export interface Finding {
  what: string;
  control: string;
  ours: string;
  ratio: number | null;
  goal: string;
  isHeld: boolean;
}

export interface Benchmark {
  id: string;
  /** Says what is measured. */
  title: string;
  /** It measures the embedded database itself, or something that the database at MONGODB_URI does not affect. */
  isOfEmbeddedOnly?: boolean;
  run(options: BenchmarkOptions): Promise<Finding[]>;
}

interface BenchmarkOptions {
  /** Runs with fewer tabs and rounds, for a quick look. */
  isShort: boolean;
  repetitions: number;
}

/** Runs control and ours in turn, so that other work of the machine affects both. */
export async function interleave<C, O>(
  repetitions: number,
  control: () => Promise<C>,
  ours: (control: C) => Promise<O>,
): Promise<{ controls: C[]; ours: O[] }> {
  const controls: C[] = [];
  const results: O[] = [];
  for (let round = 0; round < repetitions; round++) {
    const measured = await control();
    controls.push(measured);
    results.push(await ours(measured));
  }
  return { controls, ours: results };
}

export function atMost(ratio: number, limit: number): { ratio: number; goal: string; isHeld: boolean } {
  return { ratio, goal: `≤ ${limit} ×`, isHeld: ratio <= limit };
}

export function atLeast(ratio: number, limit: number): { ratio: number; goal: string; isHeld: boolean } {
  return { ratio, goal: `≥ ${limit} ×`, isHeld: ratio >= limit };
}

/** A count that must be zero. */
export function noneOf(what: string, count: number): Finding {
  return { what, control: 'none', ours: String(count), ratio: null, goal: '0', isHeld: count === 0 };
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest value that at least `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1);
  return sorted[place] ?? Number.NaN;
}

/** Works on all inputs, at most `width` at the same time. Gives the answers in the order of the inputs. */
export async function inParallel<I, O>(
  inputs: readonly I[],
  width: number,
  work: (input: I) => Promise<O>,
): Promise<O[]> {
  const answers: O[] = [];
  let next = 0;
  const worker = async () => {
    while (next < inputs.length) {
      const index = next++;
      answers[index] = await work(inputs[index] as I);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, inputs.length) }, worker));
  return answers;
}
