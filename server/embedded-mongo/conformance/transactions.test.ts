import { describe, expect, test } from '@jest/globals';
import type { ClientSession, Collection, Document, MongoServerError } from 'mongodb';
import { codeOf, connectServer, type Row } from './server.ts';

const server = connectServer();

type Rows = Collection<Row>;
interface Stage {
  rows: Rows;
  a: ClientSession;
  b: ClientSession;
}
/** The steps of two transactions, a and b, over one row { _id: 1, n: 0 }; and the rows after both have ended. */
type Case = [name: string, play: (stage: Stage) => Promise<unknown>, left: Document[]];

const inc = { $inc: { n: 1 } };
const labelsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: MongoServerError) => [error.code, ...error.errorLabels],
  );

function table(title: string, rows: Case[]): void {
  describe(title, () => {
    test.each(rows)('%s', async (_, play, left) => {
      const collection = await server.given({ _id: 1, n: 0 });
      const [a, b] = [server.client.startSession(), server.client.startSession()];
      a.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });

      await play({ rows: collection, a, b });

      await Promise.all([a.endSession(), b.endSession()]);
      expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(left);
    });
  });
}

table('isolation (manual: core/transactions, core/read-isolation-consistency-recency)', [
  [
    'only its own statements see uncommitted writes',
    async ({ rows, a }) => {
      await rows.insertOne({ _id: 2 }, { session: a });
      expect(await rows.countDocuments()).toBe(1);
      expect(await rows.countDocuments({}, { session: a })).toBe(2);
      await a.commitTransaction();
      expect(await rows.countDocuments()).toBe(2);
    },
    [{ _id: 1, n: 0 }, { _id: 2 }],
  ],
  [
    'a transaction reads as of its first statement',
    async ({ rows, a }) => {
      await rows.findOne({}, { session: a });
      await rows.updateOne({ _id: 1 }, inc);
      await rows.insertOne({ _id: 2 });
      expect(await rows.find({}, { session: a }).toArray()).toEqual([{ _id: 1, n: 0 }]);
      await a.commitTransaction();
    },
    [{ _id: 1, n: 1 }, { _id: 2 }],
  ],
  [
    'an abort undoes everything',
    async ({ rows, a }) => {
      await rows.updateOne({ _id: 1 }, inc, { session: a });
      await rows.insertOne({ _id: 2 }, { session: a });
      await a.abortTransaction();
    },
    [{ _id: 1, n: 0 }],
  ],
  [
    'a session that ends takes its transaction with it',
    async ({ rows, a }) => {
      await rows.insertOne({ _id: 2 }, { session: a });
      await a.endSession();
    },
    [{ _id: 1, n: 0 }],
  ],
  [
    'a cursor lives within its transaction',
    async ({ rows, a }) => {
      await rows.insertMany([{ _id: 2 }, { _id: 3 }], { session: a });
      const ids = await rows.find({}, { session: a, batchSize: 1 }).toArray();
      expect(ids).toHaveLength(3);
      await a.abortTransaction();
    },
    [{ _id: 1, n: 0 }],
  ],
]);

table('conflicts (manual: core/transactions-production-consideration)', [
  [
    'the second to write a document after its snapshot gets a transient WriteConflict',
    async ({ rows, a, b }) => {
      b.startTransaction();
      await rows.findOne({}, { session: b });
      await rows.updateOne({ _id: 1 }, inc, { session: a });
      expect(await labelsOf(rows.updateOne({ _id: 1 }, inc, { session: b }))).toEqual([
        112,
        'TransientTransactionError',
      ]);
      await a.commitTransaction();
    },
    [{ _id: 1, n: 1 }],
  ],
  [
    'what was written after the snapshot conflicts too, though it is committed',
    async ({ rows, a }) => {
      await rows.findOne({}, { session: a });
      await rows.updateOne({ _id: 1 }, inc);
      expect(await labelsOf(rows.updateOne({ _id: 1 }, inc, { session: a }))).toEqual([
        112,
        'TransientTransactionError',
      ]);
    },
    [{ _id: 1, n: 1 }],
  ],
  [
    'an error ends the transaction',
    async ({ rows, a }) => {
      await rows.insertOne({ _id: 2 }, { session: a });
      expect(await labelsOf(rows.insertOne({ _id: 1 }, { session: a }))).toEqual([11000]);
      expect(await labelsOf(rows.findOne({}, { session: a }))).toEqual([251, 'TransientTransactionError']);
    },
    [{ _id: 1, n: 0 }],
  ],
  [
    'a plain write waits for the transaction',
    async ({ rows, a }) => {
      await rows.updateOne({ _id: 1 }, { $set: { n: 10 } }, { session: a });
      const waiting = rows.updateOne({ _id: 1 }, inc);
      await a.commitTransaction();
      await waiting;
    },
    [{ _id: 1, n: 11 }],
  ],
]);

describe('a malformed statement (no page: as MongoDB 6.0 answers)', () => {
  test.each<[effect: 'aborts' | 'leaves open', statement: Document]>([
    ['aborts', { find: 'rows', filter: 1 }],
    ['aborts', { find: 'rows', foo: 1 }],
    ['aborts', { find: 'rows', skip: -1 }],
    ['aborts', { find: 'rows', filter: { $foo: 1 } }],
    ['aborts', { distinct: 'rows' }],
    ['aborts', { distinct: 'rows', key: 1 }],
    ['aborts', { distinct: 'rows', key: 'n', limit: 1 }],
    ['leaves open', { find: 'rows', maxTimeMS: -1 }],
    ['leaves open', { aggregate: 'rows', pipeline: 1, cursor: {} }],
    ['leaves open', { aggregate: 'rows', pipeline: [], cursor: { batchSize: -1 } }],
    ['leaves open', { insert: 'rows', documents: [] }],
    ['leaves open', { insert: '', documents: [{}] }],
    ['leaves open', { update: '', updates: [{ q: {}, u: {} }] }],
    ['leaves open', { delete: '', deletes: [{ q: {}, limit: 1 }] }],
    ['leaves open', { create: '' }],
    ['leaves open', { update: 'rows', updates: [{ q: 1, u: {} }] }],
    ['leaves open', { findAndModify: 'rows', update: 1 }],
    ['leaves open', { getMore: 'x', collection: 'rows' }],
    ['leaves open', { killCursors: 'rows' }],
    ['aborts', { findAndModify: 'rows', update: { $foo: 1 } }],
  ])('%s its transaction: %j', async (effect, statement) => {
    const rows = await server.given();
    const session = server.client.startSession();
    session.startTransaction();
    await rows.insertOne({ _id: 1 }, { session });

    const code = await codeOf(server.db.command(statement, { session }));
    const next = await codeOf(rows.insertOne({ _id: 2 }, { session }));

    await session.endSession();
    expect(code).not.toBe(0);
    expect(next).toBe(effect === 'aborts' ? 251 : 0);
  });
});

table('what is no conflict (manual: core/transactions-production-consideration)', [
  [
    'an update that changes nothing',
    async ({ rows, a, b }) => {
      b.startTransaction();
      await rows.findOne({}, { session: a });
      await rows.updateOne({ _id: 1 }, { $set: { n: 5 } }, { session: b });
      const same = { $set: { n: 0 } };
      expect(await rows.updateOne({ _id: 1 }, same, { session: a })).toMatchObject({
        matchedCount: 1,
        modifiedCount: 0,
      });
      expect(await rows.updateOne({ _id: 1 }, same)).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
      await b.commitTransaction();
      await a.commitTransaction();
    },
    [{ _id: 1, n: 5 }],
  ],
  [
    'a unique key of the snapshot is a duplicate, even if another transaction changes it',
    async ({ rows, a, b }) => {
      await rows.createIndex({ n: 1 }, { unique: true });
      await rows.deleteOne({ _id: 1 }, { session: a });
      for (const row of [{ _id: 1 }, { _id: 2, n: 0 }]) {
        b.startTransaction();
        expect(await labelsOf(rows.insertOne(row, { session: b }))).toEqual([11000]);
        await b.abortTransaction();
        await expect(rows.insertOne(row)).rejects.toMatchObject({ code: 11000 });
      }
    },
    [{ _id: 1, n: 0 }],
  ],
  [
    'but a key that another transaction takes is one',
    async ({ rows, a, b }) => {
      await rows.createIndex({ n: 1 }, { unique: true });
      b.startTransaction();
      await rows.findOne({}, { session: b });
      await rows.insertOne({ _id: 2, n: 2 }, { session: a });
      expect(await labelsOf(rows.insertOne({ _id: 2, n: 0 }, { session: b }))).toEqual([
        112,
        'TransientTransactionError',
      ]);
    },
    [{ _id: 1, n: 0 }],
  ],
  [
    'an unordered write stops at its first error, because the transaction is over',
    async ({ rows, a }) => {
      const command = { insert: rows.collectionName, documents: [{ _id: 2 }, { _id: 1 }, { _id: 3 }], ordered: false };
      const reply = await server.db.command(command, { session: a });
      expect(reply).toMatchObject({ n: 1, writeErrors: [{ index: 1, code: 11000 }] });
      const updates = [
        { q: { _id: 1 }, u: { $push: { n: 1 } } },
        { q: { _id: 1 }, u: { $set: { n: 1 } } },
      ];
      await a.abortTransaction();
      a.startTransaction();
      const update = { update: rows.collectionName, updates, ordered: false };
      expect(await server.db.command(update, { session: a })).toMatchObject({ n: 0, writeErrors: [{ index: 0 }] });
    },
    [{ _id: 1, n: 0 }],
  ],
]);

describe('collections that change while a transaction is open (manual: core/transactions-operations)', () => {
  const insertOf = (name: string) => ({ insert: name, documents: [{ _id: 9 }] });
  const updateOf = (name: string) => ({ update: name, updates: [{ q: {}, u: { $set: { n: 1 } } }] });

  test.each<[string, (name: string) => Document]>([
    ['find', (find) => ({ find })],
    ['aggregate', (aggregate) => ({ aggregate, pipeline: [], cursor: {} })],
    ['distinct', (distinct) => ({ distinct, key: 'n' })],
    ['insert', insertOf],
    ['update', updateOf],
  ])('%s refuses one that was created after the snapshot', async (_, command) => {
    const rows = await server.given({ _id: 1 });

    await server.client.withSession(async (session) => {
      session.startTransaction();
      await rows.findOne({}, { session });
      const created = await server.given({ _id: 1 });
      expect(await labelsOf(server.db.command(command(created.collectionName), { session }))).toEqual([
        246,
        'TransientTransactionError',
      ]);
      expect(await labelsOf(rows.findOne({}, { session }))).toEqual([251, 'TransientTransactionError']);
    });
  });

  test('one that was dropped after the snapshot is empty', async () => {
    const [rows, dropped] = [await server.given({ _id: 1 }), await server.given({ _id: 1 }, { _id: 2 })];

    await server.client.withSession(async (session) => {
      session.startTransaction();
      await rows.findOne({}, { session });
      await dropped.drop();
      expect(await dropped.find({}, { session }).toArray()).toEqual([]);
    });
  });

  test('one that is read cannot be dropped or indexed before the end', async () => {
    const rows = await server.given({ _id: 1 });
    const name = rows.collectionName;

    await server.client.withSession(async (session) => {
      session.startTransaction();
      await rows.findOne({}, { session });
      const indexes = [{ key: { a: 1 }, name: 'a_1' }];
      expect(await codeOf(server.db.command({ drop: name, maxTimeMS: 50 }))).toBe(50);
      expect(await codeOf(server.db.command({ createIndexes: name, indexes, maxTimeMS: 50 }))).toBe(50);
      const dropping = rows.drop();
      expect(await rows.find({}, { session }).toArray()).toEqual([{ _id: 1 }]);
      await session.commitTransaction();
      await dropping;
    });

    expect(await rows.find().toArray()).toEqual([]);
  });
});

describe('cursors and sessions (manual: command/getMore)', () => {
  const open = (rows: Rows, session: ClientSession) =>
    server.db.command({ find: rows.collectionName, batchSize: 1 }, { session });
  const more = (rows: Rows, { cursor }: Document, session: ClientSession) =>
    server.db.command({ getMore: cursor.id, collection: rows.collectionName }, { session });

  test('a cursor shows the later writes of its own transaction', async () => {
    const rows = await server.given({ _id: 1 }, { _id: 2 }, { _id: 3 });

    await server.client.withSession(async (session) => {
      session.startTransaction();
      const opened = await open(rows, session);
      await rows.insertOne({ _id: 9 }, { session });
      await rows.updateOne({ _id: 3 }, { $set: { n: 1 } }, { session });
      await rows.deleteOne({ _id: 2 }, { session });
      const { cursor } = await more(rows, opened, session);
      expect(cursor.nextBatch).toEqual([{ _id: 3, n: 1 }, { _id: 9 }]);
    });
  });

  test('a cursor belongs to its session and its transaction', async () => {
    const rows = await server.given({ _id: 1 }, { _id: 2 }, { _id: 3 });
    const codes: number[] = [];

    await server.client.withSession(async (a) => {
      await server.client.withSession(async (b) => {
        const plain = await open(rows, a);
        codes.push(await codeOf(more(rows, plain, b)));
        a.startTransaction();
        await rows.findOne({}, { session: a });
        codes.push(await codeOf(more(rows, plain, a)));
        await a.abortTransaction();
        a.startTransaction();
        const inside = await open(rows, a);
        await a.commitTransaction();
        codes.push(await codeOf(more(rows, inside, a)));
        a.startTransaction();
        await rows.findOne({}, { session: a });
        codes.push(await codeOf(more(rows, inside, a)));
      });
    });

    expect(codes).toEqual([50738, 50739, 50740, 50741]);
  });
});

table('ending (manual: command/commitTransaction, command/abortTransaction)', [
  [
    'a commit may be asked for again',
    async ({ rows, a }) => {
      await rows.updateOne({ _id: 1 }, inc, { session: a });
      await a.commitTransaction();
      await a.commitTransaction();
    },
    [{ _id: 1, n: 1 }],
  ],
  [
    'the next transaction of a session is independent',
    async ({ rows, a }) => {
      await rows.updateOne({ _id: 1 }, inc, { session: a });
      await a.commitTransaction();
      a.startTransaction();
      await rows.updateOne({ _id: 1 }, inc, { session: a });
      await a.abortTransaction();
      await rows.updateOne({ _id: 1 }, inc, { session: a });
    },
    [{ _id: 1, n: 2 }],
  ],
  [
    'definitions and plain counts have no place in one',
    async ({ rows, a }) => {
      await a.abortTransaction();
      for (const [code, command] of [
        [263, { createIndexes: rows.collectionName, indexes: [{ key: { a: 1 }, name: 'a' }] }],
        [263, { count: rows.collectionName }],
        [263, { explain: { find: rows.collectionName } }],
        [263, { killCursors: rows.collectionName, cursors: [] }],
        [263, { ping: 1 }],
        [0, { createIndexes: rows.collectionName, indexes: [{ key: { _id: 1 }, name: '_id_' }] }],
      ] as const) {
        a.startTransaction();
        expect([await codeOf(server.db.command(command, { session: a })), command]).toEqual([code, command]);
        await a.abortTransaction();
      }
    },
    [{ _id: 1, n: 0 }],
  ],
  [
    'nothing is created in one with another read concern than local',
    async ({ a }) => {
      expect(await codeOf(server.db.command({ create: 'unmade' }, { session: a }))).toBe(72);
    },
    [{ _id: 1, n: 0 }],
  ],
  [
    'only the first statement has a read concern',
    async ({ rows, a }) => {
      await rows.findOne({}, { session: a });
      const find = { find: rows.collectionName, readConcern: { level: 'snapshot' } };
      expect(await codeOf(server.db.command(find, { session: a }))).toBe(72);
      await a.commitTransaction();
    },
    [{ _id: 1, n: 0 }],
  ],
  [
    'a malformed statement does not end it, an invalid one does',
    async ({ rows: { collectionName }, a }) => {
      await a.abortTransaction();
      for (const [code, end, command] of [
        [16, 0, { delete: collectionName, deletes: [] }],
        [9, 0, { delete: collectionName, deletes: [{ q: {}, limit: 2 }] }],
        [16, 0, { update: collectionName, updates: [] }],
        [40414, 0, { update: collectionName, updates: [{ q: {} }] }],
        [16, 0, { insert: collectionName, documents: [] }],
        [9, 0, { aggregate: collectionName, pipeline: [] }],
        [40324, 0, { aggregate: collectionName, pipeline: [{ $foo: 1 }], cursor: {} }],
        [9, 251, { update: collectionName, updates: [{ q: {}, u: { $foo: 1 } }] }],
        [2, 251, { find: collectionName, filter: { $foo: 1 } }],
      ] as const) {
        a.startTransaction();
        await server.db.command({ find: collectionName }, { session: a });
        const answer = await codeOf(server.db.command(command, { session: a }));
        const ended = await codeOf(a.commitTransaction().then(() => ({})));
        expect([answer, ended, command]).toEqual([code, end, command]);
      }
    },
    [{ _id: 1, n: 0 }],
  ],
  [
    'withTransaction tries again until the conflict is over',
    async ({ rows, a, b }) => {
      await a.abortTransaction();
      await Promise.all(
        [a, b].map((session) =>
          session.withTransaction(async () => {
            const row = await rows.findOne({ _id: 1 }, { session });
            await rows.updateOne({ _id: 1 }, { $set: { n: row?.n + 1 } }, { session });
          }),
        ),
      );
    },
    [{ _id: 1, n: 2 }],
  ],
]);

describe('collections created in a transaction (manual: core/transactions-operations)', () => {
  const fresh = (part: string) => server.db.collection<Row>(`made-${part}`);
  const isThere = async (rows: Rows) =>
    (await server.db.listCollections({ name: rows.collectionName }).toArray()).length > 0;

  test('exist after the commit, with their indexes', async () => {
    const [rows, session] = [fresh('commit'), server.client.startSession()];

    session.startTransaction();
    await server.db.createCollection(rows.collectionName, { session });
    await rows.createIndex({ n: 1 }, { unique: true, session });
    await rows.insertOne({ _id: 1, n: 1 }, { session });
    const before = await isThere(rows);
    await session.commitTransaction();
    await session.endSession();

    expect(before).toBe(false);
    expect(Object.keys(await rows.indexInformation())).toEqual(['_id_', 'n_1']);
    await expect(rows.insertOne({ _id: 2, n: 1 })).rejects.toMatchObject({ code: 11000 });
    expect(await rows.find({ n: 1 }).toArray()).toEqual([{ _id: 1, n: 1 }]);
  });

  test('do not exist after an abort', async () => {
    const [rows, session] = [fresh('abort'), server.client.startSession()];

    session.startTransaction();
    await rows.insertOne({ _id: 1 }, { session });
    await session.abortTransaction();
    await session.endSession();

    expect(await isThere(rows)).toBe(false);
  });

  test('concurrently are created by one transaction, and the others retry', async () => {
    const rows = fresh('race');
    const insert = (_id: number) =>
      server.client.withSession((session) => session.withTransaction(() => rows.insertOne({ _id }, { session })));

    await Promise.all([insert(1), insert(2), insert(3), rows.insertOne({ _id: 4 })]);

    expect(await rows.countDocuments()).toBe(4);
  });
});

test('concurrent transfers keep the total', async () => {
  const accounts = await server.given(...Array.from({ length: 4 }, (_, _id) => ({ _id, n: 100 })));
  const move = (from: number, to: number) =>
    server.client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts.updateOne({ _id: from }, { $inc: { n: -1 } }, { session });
        await accounts.updateOne({ _id: to }, { $inc: { n: 1 } }, { session });
      }),
    );

  const moves = Array.from({ length: 24 }, (_, i) => move(i % 4, (i * 3 + 1) % 4));
  const sums = Array.from({ length: 5 }, () =>
    accounts.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }]).next(),
  );
  await Promise.all(moves);

  expect(await Promise.all(sums)).toEqual(Array.from({ length: 5 }, () => ({ _id: null, n: 400 })));
  expect(await accounts.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }]).next()).toEqual({
    _id: null,
    n: 400,
  });
});
