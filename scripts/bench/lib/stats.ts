export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that `percent` of the values do not pass. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1);
  return sorted[place] ?? Number.NaN;
}

/** Work on all `inputs`, at most `width` at once, answers in their order. */
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
