import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MongoStore } from 'connect-mongo';
import type { SessionData } from 'express-session';
import { type Connection, createConnection, Schema } from 'mongoose';
import { startTestDatabase, type TestDatabase } from '../testing/start.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database.stop());

describe('mongoose', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await createConnection(database.uri, { autoIndex: false }).asPromise();
  });

  afterAll(() => connection.close());

  test('creates its indexes, and keeps them in sync with its schema', async () => {
    const schema = new Schema({ email: String, name: String, tags: [String] }, { timestamps: true });
    schema.index({ email: 1 }, { unique: true, partialFilterExpression: { email: { $exists: true } } });
    schema.index({ name: 1, _id: -1 });
    const User = connection.model('User', schema);
    await User.createCollection();
    await User.createCollection();
    await User.createIndexes();
    await User.collection.createIndex({ name: -1 });

    const dropped = await User.syncIndexes();

    expect(dropped).toEqual(['name_-1']);
    expect(Object.keys(await User.collection.indexInformation())).toEqual(['_id_', 'email_1', 'name_1__id_-1']);
  });

  test('saves, populates and reports a duplicate with its key', async () => {
    const Person = connection.model('Person', new Schema({ email: { type: String, unique: true } }));
    const Film = connection.model(
      'Film',
      new Schema({ title: String, by: { type: Schema.Types.ObjectId, ref: 'Person' } }),
    );
    await Person.createIndexes();
    const ann = await Person.create({ email: 'ann@x' });
    const film = await Film.create({ title: 'Heat', by: ann._id });

    film.title = 'Ronin';
    await film.save();
    const found = await Film.findOne({ title: 'Ronin' }).populate<{ by: { email: string } }>('by').lean();
    const twice = await Person.create({ email: 'ann@x' }).catch((error) => error);

    expect(found?.by.email).toBe('ann@x');
    expect(twice).toMatchObject({ code: 11000, keyPattern: { email: 1 }, keyValue: { email: 'ann@x' } });
  });

  test('commits a transaction and rolls back a failed one', async () => {
    const Note = connection.model('Note', new Schema({ text: String }));
    await Note.createCollection();

    await connection.transaction(async (session) => {
      await Note.create([{ text: 'kept' }], { session });
    });
    const failed = connection.transaction(async (session) => {
      await Note.create([{ text: 'lost' }], { session });
      throw new Error('changed my mind');
    });

    await expect(failed).rejects.toThrow('changed my mind');
    expect((await Note.find()).map(({ text }) => text)).toEqual(['kept']);
  });
});

describe('connect-mongo', () => {
  test('keeps, touches, lists and destroys sessions', async () => {
    const store = MongoStore.create({
      client: database.client as never,
      dbName: 'test',
      stringify: false,
      touchAfter: 0,
    });
    const session = { cookie: { originalMaxAge: 60_000, expires: new Date(Date.now() + 60_000) }, userId: 'ann' };
    const call = <T>(work: (done: (error: unknown, value?: T) => void) => unknown) =>
      new Promise<T | undefined>((resolve, reject) => {
        work((error, value) => (error ? reject(error) : resolve(value)));
      });
    const data = session as unknown as SessionData;

    await call((done) => store.set('one', data, done));
    await call((done) => store.touch('one', data as never, done));
    const found = await call<SessionData | null>((done) => store.get('one', done as never));
    const length = await call<number>((done) => store.length(done as never));
    await call((done) => store.destroy('one', done));
    const gone = await call<SessionData | null>((done) => store.get('one', done as never));

    expect(found).toMatchObject({ userId: 'ann' });
    expect(length).toBe(1);
    expect(gone ?? null).toBeNull();
    const indexes = await database.db.collection('sessions').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }));
  });
});
