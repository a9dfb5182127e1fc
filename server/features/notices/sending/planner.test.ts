import { randomUUID } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import type { PollState } from '../../../../common/schemas/poll.ts';
import { createIndexes, type Database, openDatabase } from '../../../platform/database/database.ts';
import { testDatabaseUri } from '../../../testing/server.ts';
import { FolderModel } from '../../folders/model/folder.model.ts';
import { PollModel } from '../../folders/model/poll.model.ts';
import { storeLevel } from '../../folders/noticeReads.service.ts';
import { ChannelModel } from '../../users/notices/channel.documents.ts';
import { NoticeDeliveryModel } from '../../users/notices/delivery.documents.ts';
import { type NoticeDoc, NoticeModel } from '../../users/notices/notice.documents.ts';
import { newNotice } from '../../users/notices/notice.store.ts';
import { NoticeSettingsModel } from '../../users/notices/noticeSettings.documents.ts';
import { UserModel } from '../../users/user.model.ts';
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
async function addPerson(): Promise<Types.ObjectId> {
  const userId = new Types.ObjectId();
  await UserModel.collection.insertOne({ _id: userId, email: `${userId}@example.com` });
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

test.each<[string, (userId: Types.ObjectId) => Promise<unknown>]>([
  ['to a disabled account', (_id) => UserModel.collection.updateOne({ _id }, { $set: { isDisabled: true } })],
  ['at once to who gets mail alone', (userId) => ChannelModel.updateMany({ userId }, { $set: { kind: 'email' } })],
  ['of a topic that is not wanted', (_id) => NoticeSettingsModel.create({ _id, topics: ['titles'] })],
])('nothing is sent %s, and the notice stays', async (_what, change) => {
  const userId = await addPerson();
  await change(userId);
  const notice = await notify(userId);

  await planDeliveries(now);

  expect(await planned()).toEqual([]);
  const stored = await NoticeModel.findById(notice).lean();
  expect(stored).toMatchObject({ isRead: false });
  expect(stored).not.toHaveProperty('sendAt');
});

test.each([
  { level: 'all', sent: ['general', 'own'] },
  { level: 'mine', sent: ['own'] },
  { level: 'nothing', sent: [] },
] as const)('who has come to want $level of a list is sent, of what waits, $sent', async ({ level, sent }) => {
  const [userId, folderId] = [await addPerson(), new Types.ObjectId()];
  await FolderModel.collection.insertOne({ _id: folderId, userId });
  const ofList = { kind: 'vote-opened', topic: 'votes', folderId } as const;
  const general = await notify(userId, { ...ofList, rev: 1, isGeneral: true });
  const own = await notify(userId, { ...ofList, rev: 2 });
  await storeLevel(folderId, String(userId), level);

  await planDeliveries(now);

  const ids = { general, own };
  expect(await planned()).toEqual(sent.map((which) => String(ids[which])));
});

test('that a vote has started is sent while it runs, and not to who wants nothing of its list', async () => {
  const startVote = async (state: PollState) => {
    const [userId, folderId, pollId] = [await addPerson(), new Types.ObjectId(), new Types.ObjectId()];
    await FolderModel.collection.insertOne({ _id: folderId, userId });
    const expiresAt = new Date(now.getTime() + 3_600_000);
    await PollModel.collection.insertOne({ _id: pollId, folderId, state, isOpen: true, expiresAt });
    const about = { kind: 'vote-opened', topic: 'votes', folderId, rev: 1, facts: { pollId } } as const;
    return { userId, folderId, notice: await notify(userId, about) };
  };
  const running = await startVote('voting');
  await startVote('revealed');
  const { userId, folderId } = await startVote('voting');
  await storeLevel(folderId, String(userId), 'nothing');
  const ofNoLog = await notify(userId, { kind: 'play-proposed', folderId });

  await planDeliveries(now);

  expect((await planned()).sort()).toEqual([running.notice, ofNoLog].map(String).sort());
});

describe('a notice waits', () => {
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  test.each([
    [14, 1],
    [15, null],
  ])('%i minutes after the last one of its list for %j', async (passed, minutes) => {
    const [userId, folderId] = [await addPerson(), new Types.ObjectId()];
    await notify(userId, { folderId, sendAt: undefined, sentAt: inMinutes(-passed) });
    await notify(userId, { sendAt: undefined, sentAt: now });
    const next = await notify(userId, { folderId });

    await planDeliveries(now);

    expect(await planned()).toEqual(minutes === null ? [String(next)] : []);
    expect((await NoticeModel.findById(next).lean())?.sendAt).toEqual(
      minutes === null ? undefined : inMinutes(minutes),
    );
  });

  test('for the end of the quiet hours', async () => {
    const userId = await addPerson();
    const time = (minutes: number) => inMinutes(minutes).toISOString().slice(11, 16);
    await NoticeSettingsModel.create({
      _id: userId,
      timeZone: 'UTC',
      quietHours: { from: time(-60), to: time(60) },
    });
    const notice = await notify(userId);

    await planDeliveries(now);

    expect(await planned()).toEqual([]);
    expect((await NoticeModel.findById(notice).lean())?.sendAt?.toISOString().slice(11, 16)).toBe(time(60));
  });
});
