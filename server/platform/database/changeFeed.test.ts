import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { mongo } from 'mongoose';
import { log } from '../log.ts';
import { type ChangeFeed, startChangeFeed, waitUntilDelivered } from './changeFeed.ts';

interface FolderEntry {
  folderId: string;
  rev: number;
}

interface PersonalEntry {
  number: number;
}

type Entry = FolderEntry | PersonalEntry;

log.level = 'silent';

/** Replaces the database's change stream, so that a test can break it. */
class Stream {
  readonly resumeToken: unknown = undefined;
  #events: unknown[] = [];
  #error: unknown = null;
  #isClosed = false;
  #wake: () => void = () => {};

  push(...entries: Entry[]): void {
    for (const entry of entries) {
      const token = 'rev' in entry ? entry.rev : entry.number;
      this.#events.push({ _id: `token ${token}`, operationType: 'insert', fullDocument: entry });
    }
    this.#wake();
  }

  break(error: unknown): void {
    this.#error = error;
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator]() {
    while (!this.#isClosed) {
      while (this.#events.length > 0) yield this.#events.shift();
      if (this.#error) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

interface Delivered {
  folderId: string;
  revs: number[];
}

let feed: ChangeFeed;
afterEach(async () => {
  jest.restoreAllMocks();
  await feed.close();
});

async function start(deliverFolder: (batch: Delivered) => Promise<void> = async () => {}) {
  const opened: { stream: Stream; from: unknown }[] = [];
  const delivered: Delivered[] = [];
  const personal: number[] = [];
  let lost = 0;
  let time = 0;
  const database = {
    command: async () => {
      time += 1;
      return { operationTime: `time ${time}` };
    },
    collection: () => ({
      watch: (_pipeline: unknown, from: unknown) => {
        const stream = new Stream();
        opened.push({ stream, from });
        return stream;
      },
    }),
  };
  feed = await startChangeFeed<FolderEntry, PersonalEntry>(database as unknown as mongo.Db, 'changes', {
    isFolderEntry: (entry): entry is FolderEntry => 'rev' in entry,
    deliverFolder: async (folderId, entries) => {
      const batch = { folderId, revs: entries.map(({ rev }) => rev) };
      await deliverFolder(batch);
      delivered.push(batch);
    },
    deliverPersonal: ({ number }) => personal.push(number),
    settle: async () => undefined,
    onLost: () => {
      lost += 1;
    },
  });
  const push = (...entries: Entry[]) => opened.at(-1)!.stream.push(...entries);
  return { opened, delivered, personal, push, lost: () => lost };
}

/** Polls until the condition holds. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('The condition was never met');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('the change feed', () => {
  test('delivers entries that arrive together at once, by rising rev, separately for each folder (P10)', async () => {
    const { delivered, push } = await start();

    push({ folderId: 'a', rev: 2 }, { folderId: 'b', rev: 7 }, { folderId: 'a', rev: 1 });
    await until(() => delivered.length === 2);

    expect(delivered).toEqual([
      { folderId: 'a', revs: [1, 2] },
      { folderId: 'b', revs: [7] },
    ]);
  });

  test('delivers a busy folder one batch at a time, every entry exactly once (P10)', async () => {
    let underWay = 0;
    let most = 0;
    const { delivered, push } = await start(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 2));
      underWay -= 1;
    });

    for (let rev = 1; rev <= 100; rev += 1) {
      push({ folderId: 'a', rev });
      if (rev % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await until(() => delivered.at(-1)?.revs.at(-1) === 100);

    expect(delivered.flatMap(({ revs }) => revs)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(delivered.length).toBeLessThan(50);
    expect(most).toBe(1);
  });

  test('delivers a busy folder at most every 16 ms, with several entries at once (P12)', async () => {
    const times: number[] = [];
    const { delivered, push } = await start(async () => void times.push(performance.now()));

    for (let rev = 1; rev <= 60; rev += 1) {
      push({ folderId: 'a', rev });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await until(() => delivered.at(-1)?.revs.at(-1) === 60);

    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // A timer of Node may end up to two milliseconds early.
    expect(Math.min(...pauses)).toBeGreaterThan(14);
    expect(Math.max(...delivered.map(({ revs }) => revs.length))).toBeGreaterThan(1);
  });

  test('continues to deliver after the clock is set back two hours', async () => {
    const { delivered, push } = await start();
    push({ folderId: 'a', rev: 1 });
    await until(() => delivered.length === 1);

    const earlier = Date.now() - 2 * 60 * 60 * 1000;
    jest.spyOn(Date, 'now').mockReturnValue(earlier);
    push({ folderId: 'a', rev: 2 });
    await waitUntilDelivered('a', 2, 5000);

    expect(delivered.at(-1)).toEqual({ folderId: 'a', revs: [2] });
  });

  test('delivers entries for named users in their order', async () => {
    const { personal, push } = await start();

    push({ number: 1 }, { number: 2 });
    await until(() => personal.length === 2);

    expect(personal).toEqual([1, 2]);
  });

  test('resumes from its last token when the stream breaks', async () => {
    const { opened, delivered, push, lost } = await start();
    push({ folderId: 'a', rev: 1 });
    await until(() => delivered.length === 1);

    opened[0]!.stream.break(new Error('connection reset'));
    await until(() => opened.length === 2);
    push({ folderId: 'a', rev: 2 });
    await until(() => delivered.length === 2);

    expect(opened.map(({ from }) => from)).toEqual([{ startAtOperationTime: 'time 1' }, { resumeAfter: 'token 1' }]);
    expect(lost()).toBe(0);
  });

  test('restarts from its start time when the stream breaks before the first change', async () => {
    const { opened } = await start();

    opened[0]!.stream.break(new Error('connection reset'));
    await until(() => opened.length === 2);

    expect(opened[1]!.from).toEqual({ startAtOperationTime: 'time 1' });
  });

  test.each([286, 280, 260])('restarts from now and calls onLost once after error code %d (P11)', async (code) => {
    const { opened, delivered, push, lost } = await start();
    push({ folderId: 'a', rev: 1 });
    await until(() => delivered.length === 1);

    opened[0]!.stream.break(Object.assign(new Error('history lost'), { code }));
    await until(() => lost() > 0);
    push({ folderId: 'a', rev: 9 });
    await until(() => delivered.length === 2);

    expect(opened).toHaveLength(2);
    expect(opened[1]!.from).toEqual({ startAtOperationTime: 'time 2' });
    expect(lost()).toBe(1);
  });

  test('retries a failed delivery together with the entries that followed', async () => {
    let failures = 2;
    const { delivered, push, lost } = await start(async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('the database is away');
    });

    push({ folderId: 'a', rev: 1 });
    await until(() => failures === 1);
    push({ folderId: 'a', rev: 2 });
    await until(() => delivered.length === 1);

    expect(delivered).toEqual([{ folderId: 'a', revs: [1, 2] }]);
    expect(lost()).toBe(0);
  });

  test('calls onLost when a delivery keeps failing, and continues with the next entries (P11)', async () => {
    const { delivered, push, lost } = await start(async ({ revs }) => {
      if (revs.includes(1)) throw new Error('this entry cannot be read');
    });

    push({ folderId: 'a', rev: 1 });
    await until(() => lost() === 1);
    push({ folderId: 'a', rev: 2 });
    await until(() => delivered.length === 1);

    expect(delivered).toEqual([{ folderId: 'a', revs: [2] }]);
  });
});

describe('a writer that waits until its change is delivered', () => {
  const within = async (waiting: Promise<void>, ms: number) =>
    Promise.race([waiting.then(() => 'delivered'), new Promise((resolve) => setTimeout(resolve, ms, 'still waiting'))]);

  test('continues after the delivery, and at once when it already happened (P7)', async () => {
    const { push } = await start();

    const waiting = waitUntilDelivered('a', 2, 60_000);
    push({ folderId: 'a', rev: 1 });
    expect(await within(waiting, 50)).toBe('still waiting');
    push({ folderId: 'a', rev: 2 });
    await waiting;
    await waitUntilDelivered('a', 1, 60_000);

    expect(await within(waiting, 0)).toBe('delivered');
  });

  test('continues after the timeout (P7)', async () => {
    await start();

    await waitUntilDelivered('a', 1, 20);
  });
});
