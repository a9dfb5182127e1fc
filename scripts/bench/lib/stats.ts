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
