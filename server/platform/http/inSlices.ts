import { setTimeout } from 'node:timers/promises';

/** How long one slice of work lasts, and how long the rest after it. */
const SLICE_MS = 100;

/**
 * The same parts, made in slices with a rest after each, so that a long answer never takes more than half of the processor
 * time from other requests.
 */
export async function* inSlices<T>(parts: AsyncIterable<T>, sliceMs = SLICE_MS): AsyncGenerator<T> {
  let began = performance.now();
  for await (const part of parts) {
    yield part;
    if (performance.now() - began < sliceMs) continue;
    await setTimeout(sliceMs);
    began = performance.now();
  }
}
