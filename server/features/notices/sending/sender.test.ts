import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type EmbeddedMongo, startEmbedded } from 'embedded-mongo';
import { withFaults } from 'embedded-mongo/testing';
import { Types } from 'mongoose';
import { loadConfig } from '../../../config/config.ts';
import { createIndexes, type Database, openDatabase } from '../../../platform/database/database.ts';
import { createOutbound } from '../../../platform/http/outbound.ts';
import { createVault } from '../../../platform/vault.ts';
import { type PushService, startPushService } from '../../../testing/pushService.ts';
import { ChannelModel } from '../../users/notices/channel.documents.ts';
import { NoticeDeliveryModel } from '../../users/notices/delivery.documents.ts';
import { NoticeModel } from '../../users/notices/notice.documents.ts';
import { newNotice } from '../../users/notices/notice.store.ts';
import { UserModel } from '../../users/user.model.ts';
import { sealTarget } from '../channels/channelTarget.ts';
import { Sender } from './sender.ts';

const config = loadConfig({ RATE_LIMIT: '0', OUTGOING_NETWORKS: '127.0.0.1' });
const vault = createVault('a secret of this test', 'channels');
const sender = new Sender({ vault, config, outbound: createOutbound(config, { ownPort: () => 0 }) });
let dir: string;
let embedded: EmbeddedMongo;
let database: Database;
let service: PushService;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'marquee-test-'));
  embedded = await startEmbedded({ dir, inProcess: true, isDurable: false, database: 'test', faults: withFaults });
  database = await openDatabase({ mongodbUri: embedded.uri, dataDir: '' });
  await createIndexes();
  service = await startPushService();
});
afterAll(async () => {
  await service.close();
  await database.close();
  await embedded.stop();
  await rm(dir, { recursive: true, force: true });
});

/** A message that is due, for a person with a channel. */
async function addMessage(): Promise<void> {
  const now = new Date();
  const userId = new Types.ObjectId();
  await UserModel.collection.insertOne({ _id: userId, email: `${userId}@example.com` });
  const draft = { userId, kind: 'play-proposed', by: null, folderId: null, rev: null, facts: {} } as const;
  const notice = await NoticeModel.create(newNotice({ ...draft, about: randomUUID() }));
  const sealed = sealTarget(vault, { url: `${service.url}/topic` });
  const host = new URL(service.url).host;
  const channel = await ChannelModel.create({ userId, kind: 'ntfy', host, sealed, targetHash: randomUUID() });
  await NoticeDeliveryModel.create({ userId, channelId: channel._id, noticeIds: [notice._id], dueAt: now });
}

/** Fails one of the next reads, also when it is tried again. */
const failRead = (skip: number) => setFault({ skip, times: 2 });
const setFault = (mode: object | 'off') =>
  database.connection.db
    ?.admin()
    .command({ configureFailPoint: 'failCommand', mode, data: { failCommands: ['find'], errorCode: 91 } });

test('a message is sent once, whichever read of the database failed before', async () => {
  let isFailing = true;
  for (let skip = 0; isFailing; skip += 1) {
    await addMessage();
    const before = service.others.length;

    await failRead(skip);
    isFailing = await sender.sendDue(new Date()).then(
      () => false,
      () => true,
    );
    await setFault('off');
    await sender.sendDue(new Date());
    await sender.sendDue(new Date());

    expect(service.others.length).toBe(before + 1);
    expect(await NoticeDeliveryModel.countDocuments()).toBe(0);
    expect(skip > 0 || isFailing).toBe(true);
  }
});
