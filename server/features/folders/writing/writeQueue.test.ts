import { describe, expect, test } from '@jest/globals';
import { TriedInVain } from '../../../platform/database/databaseAway.ts';
import { type BatchResult, WriteQueue } from './writeQueue.ts';

interface Options {
  maxBatch?: number;
  maxWaitMs?: number;
  fails?: (write: number) => boolean;
  isFinal?: boolean;
  blocksOthers?: boolean;
}

/** A queue that answers each number with its double. Batches run until the test releases them. */
function createQueue({
  maxBatch = 100,
  maxWaitMs = 60_000,
  fails = () => false,
  isFinal = false,
  blocksOthers = false,
}: Options = {}) {
  const batches: { key: string; writes: number[]; finish: (result?: Partial<BatchResult<number>>) => void }[] = [];
  const wakers: (() => void)[] = [];
  const queue = new WriteQueue<number, number>({
    maxBatch,
    maxWaitMs,
    isFinal: () => isFinal,
    blocksOthers: () => blocksOthers,
    async run(key, batch) {
      const writes = [...batch];
      const given = await new Promise<Partial<BatchResult<number>>>((resolve) => {
        batches.push({ key, writes, finish: (result = {}) => resolve(result) });
        for (const wake of wakers.splice(0)) wake();
      });
      const failing = writes.find(fails);
      if (failing !== undefined) throw new Error(`${failing} failed`);
      return { answers: writes.map((write) => write * 2), ...given };
    },
  });

  /** Releases batches one after the other until `count` have run, and returns their writes. */
  async function finish(count: number): Promise<number[][]> {
    for (let index = 0; index < count; index += 1) {
      while (!batches[index]) await new Promise<void>((resolve) => wakers.push(resolve));
      batches[index]?.finish();
    }
    return batches.map(({ writes }) => writes);
  }

  return { queue, batches, finish };
}

describe('the write queue', () => {
  test('runs the first write at once, and the writes that wait for it as one batch, in order (P5)', async () => {
    const { queue, finish } = createQueue();

    const answers = Promise.all([1, 2, 3, 4].map((write) => queue.add('a', write)));

    expect(await finish(2)).toEqual([[1], [2, 3, 4]]);
    expect(await answers).toEqual([2, 4, 6, 8]);
  });

  test('rejects a write that has waited too long, and never runs it', async () => {
    const { queue, batches, finish } = createQueue({ maxWaitMs: 50 });
    const first = queue.add('a', 1);

    await expect(queue.add('a', 2)).rejects.toThrow(TriedInVain);
    const third = queue.add('a', 3);
    await finish(2);

    expect(batches.map(({ writes }) => writes)).toEqual([[1], [3]]);
    expect(await Promise.all([first, third])).toEqual([2, 6]);
  });

  test('limits the size of a batch', async () => {
    const { queue, finish } = createQueue({ maxBatch: 2 });

    const answers = Promise.all([1, 2, 3, 4].map((write) => queue.add('a', write)));

    expect(await finish(3)).toEqual([[1], [2, 3], [4]]);
    expect(await answers).toEqual([2, 4, 6, 8]);
  });

  test('runs writes with different keys in parallel', async () => {
    const { queue, batches, finish } = createQueue();

    const answers = Promise.all([queue.add('a', 1), queue.add('b', 2)]);

    expect(batches.map(({ key, writes }) => [key, writes])).toEqual([
      ['a', [1]],
      ['b', [2]],
    ]);
    await finish(2);
    expect(await answers).toEqual([2, 4]);
  });

  test('runs a write at once when the queue is empty again', async () => {
    const { queue, finish } = createQueue();
    const first = queue.add('a', 1);
    await finish(1);
    await first;

    const second = queue.add('a', 2);

    expect(await finish(2)).toEqual([[1], [2]]);
    expect(await second).toBe(4);
  });

  test('bisects a batch that fails, so that only the failing write is rejected (P5)', async () => {
    const { queue, finish } = createQueue({ fails: (write) => write === 4 });

    const answers = Promise.allSettled([1, 2, 3, 4, 5].map((write) => queue.add('a', write)));

    expect(await finish(6)).toEqual([[1], [2, 3, 4, 5], [2, 3], [4, 5], [4], [5]]);
    expect(await answers).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'fulfilled', value: 4 },
      { status: 'fulfilled', value: 6 },
      { status: 'rejected', reason: new Error('4 failed') },
      { status: 'fulfilled', value: 10 },
    ]);
  });

  test('rejects a whole batch after a final error, and runs none of it again', async () => {
    const { queue, finish } = createQueue({ fails: (write) => write === 3, isFinal: true });

    const answers = Promise.allSettled([1, 2, 3].map((write) => queue.add('a', write)));

    expect(await finish(2)).toEqual([[1], [2, 3]]);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  test('rejects the waiting writes too after an error that they would meet as well, and runs later ones', async () => {
    const { queue, batches, finish } = createQueue({
      fails: (write) => write === 1,
      isFinal: true,
      blocksOthers: true,
    });

    const answers = Promise.allSettled([1, 2, 3].map((write) => queue.add('a', write)));
    await finish(1);

    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    const later = queue.add('a', 4);
    await finish(2);
    expect(await later).toBe(8);
    expect(batches.map(({ writes }) => writes)).toEqual([[1], [4]]);
  });

  test('gives answers only when they are ready, and runs the next batch before that', async () => {
    const { queue, batches, finish } = createQueue();
    let setReady = () => {};
    const ready = new Promise<void>((resolve) => {
      setReady = resolve;
    });
    const order: string[] = [];
    const first = queue.add('a', 1).then(() => order.push('first'));
    const second = queue.add('a', 2).then(() => order.push('second'));

    batches[0]?.finish({ ready });
    await finish(2);
    await second;
    setReady();
    await first;

    expect(order).toEqual(['second', 'first']);
  });
});
