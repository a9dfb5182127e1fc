import { randomUUID } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import { createIndexes, type Database, openDatabase } from '../../../platform/database/database.ts';
import { testDatabaseUri } from '../../../testing/server.ts';
import { ChannelModel } from '../../users/notices/channel.documents.ts';
import { NoticeDeliveryModel } from '../../users/notices/delivery.documents.ts';
import { type NoticeDoc, NoticeModel } from '../../users/notices/notice.documents.ts';
import { newNotice } from '../../users/notices/notice.store.ts';
import { type UserDoc, UserModel } from '../../users/user.model.ts';
import { planDeliveries } from './planner.ts';

// No node runs here, so that nothing is planned between the steps of a test.
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ mongodbUri: testDatabaseUri(`test-${randomUUID()}`), dataDir: '' });
  await createIndexes();
});
afterAll(async () => {
  await database.connection.dropDatabase();
  await database.close();
});

const now = new Date();
beforeEach(async () => {
  await Promise.all([NoticeModel.deleteMany(), NoticeDeliveryModel.deleteMany()]);
});

/** A person with a channel. */
async function addPerson(account: Pick<UserDoc, 'isDisabled'> = {}): Promise<Types.ObjectId> {
  const userId = new Types.ObjectId();
  await UserModel.collection.insertOne({ _id: userId, email: `${userId}@example.com`, ...account });
  await ChannelModel.create({ userId, kind: 'ntfy', targetHash: randomUUID() });
  return userId;
}

/** A notice that is due. */
async function notify(userId: Types.ObjectId, about: Partial<NoticeDoc> = {}): Promise<Types.ObjectId> {
  const draft = newNotice({
    userId,
    kind: 'play-proposed',
    by: null,
    folderId: null,
    rev: null,
    about: null,
    facts: {},
  });
  await NoticeModel.create({ ...draft, about: randomUUID(), sendAt: now, ...about });
  return draft._id;
}

/** Plans while a transaction that has begun before changes this notice, and ends after the plan is made. */
async function planWhileChanged(_id: Types.ObjectId, update: object): Promise<void> {
  const session = await mongoose.connection.startSession();
  session.startTransaction();
  await NoticeModel.collection.updateOne({ _id }, update, { session });
  const planning = planDeliveries(now);
  await pass(500);
  await session.commitTransaction();
  await session.endSession();
  expect(await planning).toBe(false);
}

const planned = async () => (await NoticeDeliveryModel.find().lean()).flatMap(({ noticeIds }) => noticeIds.map(String));

describe('what changes while it is planned', () => {
  test('a notice that one person reads keeps no message of another person from being sent', async () => {
    const read = await notify(await addPerson());
    const other = await notify(await addPerson());

    await planWhileChanged(read, { $set: { isRead: true }, $unset: { sendAt: 1 } });
    await planDeliveries(now);

    expect(await planned()).toEqual([String(other)]);
  });

  test('a notice that another node has handed over does not wait to be sent again', async () => {
    const userId = await addPerson();
    const folderId = new Types.ObjectId();
    await notify(userId, { folderId, sendAt: undefined, sentAt: now });
    const handedOver = await notify(userId, { folderId });

    await planWhileChanged(handedOver, { $set: { sentAt: now }, $unset: { sendAt: 1 } });

    expect(await NoticeModel.findById(handedOver).lean()).not.toHaveProperty('sendAt');
  });
});

test('nothing is sent to a disabled account, and its notice stays', async () => {
  const notice = await notify(await addPerson({ isDisabled: true }));

  await planDeliveries(now);

  expect(await planned()).toEqual([]);
  const stored = await NoticeModel.findById(notice).lean();
  expect(stored).toMatchObject({ isRead: false });
  expect(stored).not.toHaveProperty('sendAt');
});
