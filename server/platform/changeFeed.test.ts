import { afterEach, describe, expect, test } from '@jest/globals';
import type { mongo } from 'mongoose';
import { type ChangeFeed, startChangeFeed, whenTold } from './changeFeed.ts';
import { log } from './log.ts';

interface Entry {
  folderId?: string;
  rev: number;
}

log.level = 'silent';

/** Stands in for the database's change stream, which can then be broken at will. */
class Stream {
  readonly resumeToken: unknown = undefined;
  #events: unknown[] = [];
  #error: unknown = null;
  #isClosed = false;
  #wake: () => void = () => {};

  push(...entries: Entry[]): void {
    for (const entry of entries) {
      this.#events.push({ _id: `token ${entry.rev}`, operationType: 'insert', fullDocument: entry });
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

interface Told {
  folderId: string;
  revs: number[];
}

let feed: ChangeFeed;
afterEach(() => feed.close());

async function start(tellFolder: (told: Told) => Promise<void> = async () => {}) {
  const opened: { stream: Stream; from: unknown }[] = [];
  const told: Told[] = [];
  const news: number[] = [];
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
  feed = await startChangeFeed<Entry>(database as unknown as mongo.Db, 'changes', {
    read: (document) => document as Entry,
    idOf: ({ folderId, rev }) => (folderId ? { folderId, rev } : null),
    tellFolder: async (folderId, entries) => {
      const batch = { folderId, revs: entries.map(({ rev }) => rev) };
      await tellFolder(batch);
      told.push(batch);
    },
    tellPeople: ({ rev }) => news.push(rev),
    onLost: () => {
      lost += 1;
    },
  });
  const push = (...entries: Entry[]) => opened.at(-1)!.stream.push(...entries);
  return { opened, told, news, push, lost: () => lost };
}

/** Looks again until it holds; the feed's own waits are half a second at most. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('It never came to that');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('the change feed', () => {
  test('tells what came together at once and by rising rev, each folder for itself', async () => {
    const { told, push } = await start();

    push({ folderId: 'a', rev: 2 }, { folderId: 'b', rev: 7 }, { folderId: 'a', rev: 1 });
    await until(() => told.length === 2);

    expect(told).toEqual([
      { folderId: 'a', revs: [1, 2] },
      { folderId: 'b', revs: [7] },
    ]);
  });

  test('tells a busy folder one batch at a time, nothing twice and nothing left out', async () => {
    let underWay = 0;
    let most = 0;
    const { told, push } = await start(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 2));
      underWay -= 1;
    });

    for (let rev = 1; rev <= 100; rev += 1) {
      push({ folderId: 'a', rev });
      if (rev % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await until(() => told.at(-1)?.revs.at(-1) === 100);

    expect(told.flatMap(({ revs }) => revs)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(told.length).toBeLessThan(50);
    expect(most).toBe(1);
  });

  test('tells news for people as they come', async () => {
    const { news, push } = await start();

    push({ rev: 1 }, { rev: 2 });
    await until(() => news.length === 2);

    expect(news).toEqual([1, 2]);
  });

  test('goes on from its last token when the stream breaks', async () => {
    const { opened, told, push, lost } = await start();
    push({ folderId: 'a', rev: 1 });
    await until(() => told.length === 1);

    opened[0]!.stream.break(new Error('connection reset'));
    await until(() => opened.length === 2);
    push({ folderId: 'a', rev: 2 });
    await until(() => told.length === 2);

    expect(opened.map(({ from }) => from)).toEqual([{ startAtOperationTime: 'time 1' }, { resumeAfter: 'token 1' }]);
    expect(lost()).toBe(0);
  });

  test('begins again where it began when it breaks before the first change', async () => {
    const { opened } = await start();

    opened[0]!.stream.break(new Error('connection reset'));
    await until(() => opened.length === 2);

    expect(opened[1]!.from).toEqual({ startAtOperationTime: 'time 1' });
  });

  test.each([286, 280, 260])('goes on from now and says so once, when its place is lost with code %d', async (code) => {
    const { opened, told, push, lost } = await start();
    push({ folderId: 'a', rev: 1 });
    await until(() => told.length === 1);

    opened[0]!.stream.break(Object.assign(new Error('history lost'), { code }));
    await until(() => lost() > 0);
    push({ folderId: 'a', rev: 9 });
    await until(() => told.length === 2);

    expect(opened).toHaveLength(2);
    expect(opened[1]!.from).toEqual({ startAtOperationTime: 'time 2' });
    expect(lost()).toBe(1);
  });

  test('tells again what it could not tell, before what followed', async () => {
    let failures = 2;
    const { told, push, lost } = await start(async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('the database is away');
    });

    push({ folderId: 'a', rev: 1 });
    await until(() => failures === 1);
    push({ folderId: 'a', rev: 2 });
    await until(() => told.length === 1);

    expect(told).toEqual([{ folderId: 'a', revs: [1, 2] }]);
    expect(lost()).toBe(0);
  });

  test('lets everybody ask when it cannot tell at all, and goes on with the next', async () => {
    const { told, push, lost } = await start(async ({ revs }) => {
      if (revs.includes(1)) throw new Error('nobody can read this');
    });

    push({ folderId: 'a', rev: 1 });
    await until(() => lost() === 1);
    push({ folderId: 'a', rev: 2 });
    await until(() => told.length === 1);

    expect(told).toEqual([{ folderId: 'a', revs: [2] }]);
  });
});

describe('a writer that waits until its change is told', () => {
  const within = async (waiting: Promise<void>, ms: number) =>
    Promise.race([waiting.then(() => 'told'), new Promise((resolve) => setTimeout(resolve, ms, 'still waiting'))]);

  test('goes on when it is, and at once when it was', async () => {
    const { push } = await start();

    const waiting = whenTold('a', 2, 60_000);
    push({ folderId: 'a', rev: 1 });
    expect(await within(waiting, 50)).toBe('still waiting');
    push({ folderId: 'a', rev: 2 });
    await waiting;
    await whenTold('a', 1, 60_000);

    expect(await within(waiting, 0)).toBe('told');
  });

  test('goes on at the latest after its time', async () => {
    await start();

    await whenTold('a', 1, 20);
  });
});
