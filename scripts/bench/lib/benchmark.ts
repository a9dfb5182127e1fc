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
