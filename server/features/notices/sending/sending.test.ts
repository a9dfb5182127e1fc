import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import { allFlags } from '../../../../common/permissions.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { SessionModel } from '../../../platform/session/session.ts';
import { type MailServer, mailEnv, startMailServer } from '../../../testing/mailServer.ts';
import {
  addItem,
  confirm,
  createFolder,
  inviteTo,
  type Person,
  shareWith,
  signInAgain,
  signUp,
} from '../../../testing/people.ts';
import { addTitles, openPoll } from '../../../testing/polls.ts';
import { type FakeBrowser, type PushService, startPushService } from '../../../testing/pushService.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { openTab } from '../../../testing/tabs.ts';
import { PresenceModel } from '../../folders/model/presence.model.ts';
import { disableUser } from '../../users/accountState.service.ts';
import { type ChannelDoc, ChannelModel } from '../../users/notices/channel.documents.ts';
import { NoticeDeliveryModel } from '../../users/notices/delivery.documents.ts';
import { NoticeModel } from '../../users/notices/notice.documents.ts';
import { newNotice } from '../../users/notices/notice.store.ts';
import { NoticeSettingsModel } from '../../users/notices/noticeSettings.documents.ts';
import { UserModel } from '../../users/user.model.ts';
import { quietUntil } from './quietHours.ts';

let push: PushService;
let mail: MailServer;
let server: TestServer;
let ana: Person;
let ben: Person;
let folderId: string;
let browser: FakeBrowser;

beforeAll(async () => {
  [push, mail] = await Promise.all([startPushService(), startMailServer()]);
  server = await startTestServer({ env: { ...mailEnv(mail), OUTGOING_NETWORKS: '127.0.0.1' } });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([push.close(), mail.close()]);
});

beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server, 'Ana'), signUp(server, 'Ben')]);
  folderId = (await createFolder(ana, 'Friday nights')).id;
  await shareWith(ana, folderId, ben, allFlags);
  browser = push.subscribe();
  await ben.post('/api/channels', { kind: 'push', name: 'Phone', subscription: browser.subscription }).expect(201);
  await ben.patch('/api/user/notifications', { topics: ['invitations', 'titles'], quietHours: null }).expect(200);
});

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 20_000; !(await isTrue()); ) {
    if (performance.now() > deadline) throw new Error(`It did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const textsAt = ({ delivered }: FakeBrowser) => delivered.map(({ message }) => message.text);
const invite = async () => inviteTo(ana, (await createFolder(ana, 'Other')).id, ben);
const benId = () => new Types.ObjectId(ben.user.id);
/** Nothing of Ben's waits to be sent any more. */
const isSettled = async () =>
  (await NoticeModel.collection.countDocuments({ userId: benId(), sendAt: { $lte: new Date() } })) === 0 &&
  (await NoticeDeliveryModel.countDocuments({ userId: benId() })) === 0;

/** The same, without the time until the next attempt. */
async function isSettledOnceDue(): Promise<boolean> {
  const waiting = { userId: benId(), claim: { $exists: false } };
  await NoticeDeliveryModel.collection.updateMany(waiting, { $set: { dueAt: new Date(0) } });
  return isSettled();
}

test('a message is encrypted for the browser, and signed with the key that it has subscribed with', async () => {
  await addItem(ana, folderId, { title: 'Heat' });

  await until('a message', () => browser.delivered.length === 1);

  expect(browser.delivered[0]?.message).toEqual({
    text: 'Ana Test added Heat to Friday nights',
    path: `/category/${folderId}`,
    tag: folderId,
  });
  const { pushKey } = (await ben.get('/api/channels')).body;
  expect(browser.delivered[0]?.headers.authorization).toContain(`k=${pushKey}`);
  expect(browser.delivered[0]?.headers.ttl).toBe('43200');
  expect(JSON.stringify(await ChannelModel.find().lean())).not.toContain(browser.subscription.endpoint);
});

test('there is one message about a list in 15 minutes, none to who has it open, and nothing of other topics', async () => {
  const tab = await openTab(server, ben);
  await tab.enter({ folderId });
  await addItem(ana, folderId, { title: 'Seen at once' });
  await until(
    'it was dropped',
    async () => (await NoticeModel.countDocuments({ userId: benId() })) > 0 && (await isSettled()),
  );
  tab.close();
  await until('the tab is gone', async () => (await PresenceModel.countDocuments({ userId: benId() })) === 0);
  await addItem(ana, folderId, { title: 'First' });
  await until('a message', () => browser.delivered.length > 0);
  await addItem(ana, folderId, { title: 'Second' });
  await addItem(ana, folderId, { title: 'Third' });
  await ben.patch('/api/user/notifications', { hideTitles: true }).expect(200);
  await invite();
  await until('the other message', () => browser.delivered.length === 2);
  expect(textsAt(browser)).toEqual(['Ana Test added First to Friday nights', 'Ana Test invited you to a list']);

  // A quarter of an hour later.
  await until(
    'they wait',
    async () => (await NoticeModel.collection.countDocuments({ userId: benId(), sendAt: { $gt: new Date() } })) === 2,
  );
  const earlier = new Date(Date.now() - 16 * 60_000);
  await NoticeModel.collection.updateMany(
    { userId: benId(), sentAt: { $exists: true } },
    { $set: { sentAt: earlier } },
  );
  await NoticeModel.collection.updateMany(
    { userId: benId(), sendAt: { $exists: true } },
    { $set: { sendAt: earlier } },
  );
  await until('the third message', () => browser.delivered.length === 3);
  expect(textsAt(browser).at(-1)).toBe('Ana Test added 2 titles to a list');
});

test('a message about a list names three things, and counts the others', async () => {
  const drafts = (['vote-opened', 'group-proposed', 'play-recorded', 'play-proposed', 'invited'] as const).map((kind) =>
    newNotice({
      ...{ userId: ben.user.id, kind, by: ana.user.id, folderId: new Types.ObjectId(folderId), rev: null },
      ...{
        about: new Types.ObjectId().toHexString(),
        facts: { title: { mediaType: 'movie', tmdbId: 603, title: 'Heat' } },
      },
    }),
  );
  await ben.patch('/api/user/notifications', { topics: ['plays', 'votes'] }).expect(200);
  await NoticeModel.insertMany(drafts.map((draft, n) => ({ ...draft, sendAt: new Date(0), createdAt: new Date(n) })));

  await until('a message', () => browser.delivered.length === 1);

  const text = [
    'Did you watch Heat with Ana Test?',
    'Ana Test added Heat to your diary',
    'Ana Test wants to watch Heat with you',
    'And 1 more',
  ].join('\n');
  expect(browser.delivered[0]?.message).toEqual({ text, path: '/notifications', tag: folderId });
});

test('a person has so many channels', async () => {
  const { _id, targetHash, ...channel } = (await ChannelModel.findOne({ userId: benId() }).lean()) as ChannelDoc;
  const copies = Array.from({ length: limits.channelsPerPerson - 2 }, () => ({ ...channel, targetHash: randomUUID() }));
  await ChannelModel.insertMany(copies);
  const add = (name: string, path = name) =>
    ben.post('/api/channels', { kind: 'ntfy', name, url: `${push.url}/${path}` });

  expect((await add('last')).status).toBe(201);
  const refused = await add('further');
  expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
  expect((await add('renamed', 'last')).status).toBe(201);
  const names = (await ben.get('/api/channels')).body.channels.map(({ name }: { name: string }) => name);
  expect([names.length, names.includes('last'), names.includes('renamed')]).toEqual([
    limits.channelsPerPerson,
    false,
    true,
  ]);
  await ChannelModel.deleteMany({ userId: benId() });
});

test('that a vote has started is not sent after it is over', async () => {
  await ben.patch('/api/user/notifications', { topics: ['votes', 'invitations'] }).expect(200);
  browser.answers.push({ status: 500 });
  await addTitles(ana, folderId, 3);
  const poll = await openPoll(ana, folderId);
  await until('an attempt', () => browser.requests === 1);
  await ana.post(`/api/polls/${poll.id}/close`).expect(200);
  await invite();

  await until('nothing waits', isSettledOnceDue);

  expect(textsAt(browser)).toEqual(['Ana Test invited you to Other']);
});

describe('rights are read again when a message is sent', () => {
  beforeEach(async () => {
    browser.answers.push({ status: 500 });
    await addItem(ana, folderId, { title: 'Secret' });
    await until('an attempt', () => browser.requests === 1);
  });

  test.each([
    ['topic', () => ben.patch('/api/user/notifications', { topics: ['invitations'] })],
    ['list', () => ben.put(`/api/folders/${folderId}/notifications`, { level: 'nothing' })],
  ])('who wants no more of its %s gets nothing of it', async (_what, change) => {
    await change().expect(200);
    await invite();

    await until('nothing waits', isSettledOnceDue);

    expect(textsAt(browser)).toEqual(['Ana Test invited you to Other']);
  });

  test.each([
    ['has lost the list', loseList],
    ['has a disabled account', () => inTransaction(() => disableUser(ben.user.id))],
  ])('who %s gets nothing', async (_what, change) => {
    await change();

    await until('nothing waits', isSettledOnceDue);

    expect(browser.delivered).toEqual([]);
  });

  async function loseList(): Promise<void> {
    const [share] = (await ana.get(`/api/folders/${folderId}/shares`)).body;
    await ana.delete(`/api/folder-shares/${share.id}`).expect(204);
  }
});

describe('a browser gets notices as long as the session in which it was turned on', () => {
  let phone: Person;
  let onPhone: FakeBrowser;
  beforeEach(async () => {
    phone = await signInAgain(server, ben);
    onPhone = push.subscribe();
    await phone.post('/api/channels', { kind: 'push', name: 'Lost', subscription: onPhone.subscription }).expect(201);
  });
  const namesOf = async (person: Person) =>
    (await person.get('/api/channels')).body.channels.map(({ name }: { name: string }) => name);

  test.each([
    ['that was ended elsewhere', () => ben.delete('/api/user/sessions').expect(204)],
    ['that was logged out', () => phone.post('/api/logout').expect(303)],
  ])('and none after one %s', async (_what, end) => {
    await end();

    await addItem(ana, folderId, { title: 'Heat' });
    await until('a message to the other browser', () => browser.delivered.length === 1);
    await until('nothing waits', isSettled);

    expect(onPhone.requests).toBe(0);
    expect(await ChannelModel.countDocuments({ userId: benId() })).toBe(1);
  });

  test('and is not among the devices after it', async () => {
    await ben.delete('/api/user/sessions').expect(204);

    expect(await namesOf(ben)).toEqual(['Phone']);
  });

  test('also when the person confirms who they are, which gives the session a new id', async () => {
    const confirmed = await confirm(server, phone);
    await SessionModel.deleteMany({ 'session.endsAt': trusted({ $exists: true }) });

    expect(await namesOf(confirmed)).toEqual(['Phone', 'Lost']);
  });

  test('and a later one in which it is turned on again', async () => {
    await ben.delete('/api/user/sessions').expect(204);
    const again = await signInAgain(server, ben);

    await again.post('/api/channels', { kind: 'push', name: 'Lost', subscription: onPhone.subscription }).expect(201);

    expect(await namesOf(ben)).toEqual(['Phone', 'Lost']);
  });
});

describe('a push service that answers', () => {
  const channelsOf = async () => (await ben.get('/api/channels')).body.channels;
  const makeDue = () =>
    NoticeDeliveryModel.collection.updateMany(
      { userId: benId(), claim: { $exists: false } },
      { $set: { dueAt: new Date(0) } },
    );

  test.each([403, 404, 410])('%d ends the subscription', async (status) => {
    browser.answers.push({ status });
    await invite();
    await until('the channel is gone', async () => (await channelsOf()).length === 0);
    expect(await NoticeDeliveryModel.countDocuments({ userId: benId() })).toBe(0);
  });

  test('413 gets a shorter message', async () => {
    browser.answers.push({ status: 413 });
    await invite();
    await until('a message', () => browser.delivered.length === 1);
    expect(textsAt(browser)).toEqual(['You have new notifications']);
  });

  test('429 is left alone for as long as it asks', async () => {
    browser.answers.push({ status: 429, headers: { 'Retry-After': '3600' } });
    await invite();
    await until('an attempt', async () => (await channelsOf())[0].problem !== null);
    await makeDue();
    await until('it is put off', async () => {
      const waiting = await NoticeDeliveryModel.findOne({ userId: benId() }).lean();
      return waiting !== null && waiting.dueAt.getTime() > Date.now() + 3_000_000;
    });
    expect(browser.requests).toBe(1);

    await ChannelModel.collection.updateMany({ userId: benId() }, { $set: { waitUntil: new Date(0) } });
    await makeDue();
    await until('a message', () => browser.delivered.length === 1);
    expect((await channelsOf())[0]).toMatchObject({ problem: null, lastSentAt: expect.any(String) });
  });

  test('500, or nothing, is tried again, and the other channels do not wait for it', async () => {
    const other = push.subscribe();
    await ben.post('/api/channels', { kind: 'push', name: 'Laptop', subscription: other.subscription }).expect(201);
    browser.answers.push({ status: 500 }, 'nothing');
    await invite();
    await until('the other one has it', () => other.delivered.length === 1);
    await until('a second attempt', async () => {
      await makeDue();
      return browser.requests === 2;
    });
    await until('it is given back', async () => {
      await makeDue();
      return browser.delivered.length === 1;
    });
    expect(textsAt(other)).toEqual(textsAt(browser));
  });

  test('a message is tried again later and later, six times at most', async () => {
    const waiting = () => NoticeDeliveryModel.findOne({ userId: benId() }).lean();
    const seconds = async () => ((await waiting())?.dueAt.getTime() ?? 0) / 1000 - Date.now() / 1000;
    browser.answers.push({ status: 500 }, { status: 500 }, { status: 503 });
    await invite();
    await until('an attempt', async () => (await waiting())?.attempts === 1);
    expect(Math.abs((await seconds()) - 30)).toBeLessThan(15);

    const due = { dueAt: new Date(0) };
    await NoticeDeliveryModel.updateOne({ userId: benId() }, { $set: { ...due, attempts: 4 } });
    await until('the fifth attempt', async () => (await waiting())?.attempts === 5);
    expect(Math.abs((await seconds()) - 30 * 4 ** 4)).toBeLessThan(15);
    await NoticeDeliveryModel.updateOne({ userId: benId() }, { $set: due });
    await until('it is given up', async () => (await waiting()) === null);
    expect([browser.requests, (await channelsOf())[0].problem]).toEqual([3, 'The service answered 503']);
  });

  test('a message that is tried again within the quiet hours waits for their end', async () => {
    browser.answers.push({ status: 500 });
    await invite();
    const waiting = () => NoticeDeliveryModel.findOne({ userId: benId() }).lean();
    await until('an attempt', async () => (await waiting())?.attempts === 1);
    const timeIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const quietHours = { from: timeIn(-1), to: timeIn(1) };
    await ben.patch('/api/user/notifications', { quietHours, timeZone: 'UTC' }).expect(200);
    await makeDue();

    await until('it is put off', async () => ((await waiting())?.dueAt.getTime() ?? 0) > Date.now() + 50 * 60_000);
    expect((await waiting())?.attempts).toBe(1);
    expect(browser.requests).toBe(1);
  });

  test('a node that died while it was sending: the message is not sent twice', async () => {
    browser.answers.push({ status: 500 });
    await invite();
    await until('an attempt', () => browser.requests === 1);
    await until(
      'it waits',
      async () => (await NoticeDeliveryModel.findOne({ userId: benId() }).lean())?.attempts === 1,
    );
    const claim = { id: 'of a node that has died', at: new Date(0) };
    await NoticeDeliveryModel.collection.updateMany({ userId: benId() }, { $set: { claim, dueAt: new Date(0) } });
    await until('it is given up', isSettled);
    expect(browser.requests).toBe(1);
  });
});

test('ntfy, Discord and webhooks get the same, and only at allowed addresses', async () => {
  const add = (kind: string, url: string) => ben.post('/api/channels', { kind, name: kind, url });
  await add('ntfy', `${push.url}/topic`).expect(201);
  await add('discord', `${push.url}/api/webhooks/1/x`).expect(201);
  await add('discord', `${push.url}/elsewhere`).expect(400);
  const { body: hook } = await add('webhook', `${push.url}/hook`);
  const refused = await add('webhook', 'http://10.0.0.7/hook');
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('not public')]);
  const before = push.others.length;
  await invite();
  await until('all have it', () => push.others.length === before + 3);
  const at = (path: string) => push.others.find((one) => one.path === path);
  const text = 'Ana Test invited you to Other';
  const link = 'http://localhost:3000/my-list?invitations=1';
  expect(at('/topic')).toMatchObject({ body: text, headers: { title: 'Marquee', click: link } });
  expect(JSON.parse(at('/api/webhooks/1/x')?.body ?? '')).toMatchObject({ content: `${text}\n${link}` });
  expect(JSON.parse(at('/hook')?.body ?? '')).toMatchObject({
    type: 'notification',
    topic: 'invitations',
    text,
    url: link,
  });
  expect((await ben.post(`/api/channels/${hook.id}/test`)).body).toEqual({ problem: null });
  const { body: closed } = await add('webhook', 'http://127.0.0.1:1/hook');
  expect((await ben.post(`/api/channels/${closed.id}/test`)).body).toEqual({
    problem: 'Nothing answers at this address',
  });
  expect((await ana.delete(`/api/channels/${hook.id}`)).status).toBe(404);
  await ben.delete(`/api/channels/${hook.id}`).expect(204);
});

describe('a daily mail', () => {
  const mailsOf = () => mail.received.filter(({ to }) => to === ben.user.email);
  const emailChannel = () => ChannelModel.findOne({ userId: benId(), kind: 'email' }).lean();
  const hours = async () => Math.round((((await emailChannel())?.digestAt?.getTime() ?? 0) - Date.now()) / 3_600_000);
  const invitedTo = () => mailsOf().map(({ text }) => text.match(/(?<=Ana Test invited you to )\w+/g));

  beforeEach(async () => {
    await UserModel.updateOne({ _id: benId() }, { $set: { confirmedEmail: ben.user.email } });
    await ben.post('/api/channels', { kind: 'email' }).expect(201);
    await invite();
    await inviteTo(ana, (await createFolder(ana, 'Noir')).id, ben);
  });
  afterEach(() => {
    mail.isAway = false;
  });

  /** Makes the mail due, and waits for what becomes of it. */
  async function letPass(isDone: () => Promise<boolean>): Promise<void> {
    await ChannelModel.collection.updateMany({ userId: benId(), kind: 'email' }, { $set: { digestAt: new Date(0) } });
    await until('it was looked at', async () => {
      // The work is done once a minute.
      await NoticeModel.db.collection('leases').deleteMany({});
      return (await hours()) > 0 && isDone();
    });
  }

  test('has the unread notices, and comes once a day at most', async () => {
    await letPass(async () => mailsOf().length === 1);
    expect(invitedTo()).toEqual([['Noir', 'Other']]);
    expect(await hours()).toBe(24);

    // Nothing is new then.
    await letPass(async () => true);
    expect([await hours(), mailsOf().length]).toEqual([1, 1]);
  });

  test('that is not accepted is tried again in an hour, and nothing is missing in it', async () => {
    mail.isAway = true;
    await letPass(async () => (await emailChannel())?.problem !== null);
    expect([await hours(), (await emailChannel())?.lastSentAt]).toEqual([1, null]);

    mail.isAway = false;
    await letPass(async () => mailsOf().length === 1);

    expect(invitedTo()).toEqual([['Noir', 'Other']]);
    await until('the problem is gone', async () => (await emailChannel())?.problem === null);
  });

  test('has what happened before the last one and became a notice after it', async () => {
    const times = { createdAt: new Date(0), lastSentAt: new Date() };
    await ChannelModel.collection.updateOne({ userId: benId(), kind: 'email' }, { $set: times });
    const about = new Types.ObjectId().toHexString();
    const late = { kind: 'titles-added', by: ana.user.id, folderId: new Types.ObjectId(folderId), rev: 999 } as const;
    const at = new Date(Date.now() - 60_000);
    await NoticeModel.create(newNotice({ ...late, userId: benId(), about, facts: { count: 7 }, at }));

    await letPass(async () => mailsOf().some(({ text }) => text.includes('Ana Test added 7 titles to Friday nights')));
  });

  test('is sent although the one of a person before cannot be written', async () => {
    const eve = new Types.ObjectId();
    // This version of Node does not know the time zone.
    await NoticeSettingsModel.create({ _id: eve, timeZone: 'Europe/Atlantis' });
    const before = { userId: eve, kind: 'email', targetHash: randomUUID(), digestAt: new Date(-1) } as const;
    const { _id } = await ChannelModel.create(before);

    await letPass(async () => mailsOf().length === 1);

    expect((await ChannelModel.findById(_id).lean())?.digestAt?.getTime()).toBeGreaterThan(Date.now());
    await ChannelModel.deleteOne({ _id });
  });

  test('and a test mail go to no address that is not confirmed', async () => {
    const { body } = await ben.get('/api/channels');
    const { id } = body.channels.find(({ kind }: { kind: string }) => kind === 'email');
    const test = async () => (await ben.post(`/api/channels/${id}/test`)).body.problem;
    expect(await test()).toBeNull();

    const email = `stranger-${ben.user.email}`;
    await ben.put('/api/user/email', { email }).expect(200);

    expect(await test()).toBe('Confirm your email address first');
    expect(mail.received.filter(({ to }) => to === email)).toEqual([]);
  });
});

test('quiet hours are those of the person, also over midnight', () => {
  const settings = { topics: [], hideTitles: false, quietHours: { from: '22:00', to: '08:00' } };
  const at = (time: string) => new Date(`2026-11-26T${time}Z`);
  const inTokyo = { ...settings, timeZone: 'Asia/Tokyo' };

  expect(quietUntil(inTokyo, at('12:59:00'))).toBeNull();
  expect(quietUntil(inTokyo, at('13:00:30'))).toEqual(at('23:00:00'));
  expect(quietUntil(inTokyo, at('22:59:00'))).toEqual(at('23:00:00'));
  expect(quietUntil({ ...inTokyo, quietHours: { from: '12:00', to: '13:00' } }, at('03:30:00'))).toEqual(
    at('04:00:00'),
  );
  expect(quietUntil({ ...settings, timeZone: null }, at('03:00:00'))).toBeNull();
});

test.each([
  ['clocks go forward', 'Europe/Berlin', '2026-03-28T22:30:00Z', '08:00', '2026-03-29T06:00:00Z'],
  ['clocks go back', 'Europe/Berlin', '2026-10-24T21:30:00Z', '08:00', '2026-10-25T07:00:00Z'],
  ['clocks go back at midnight', 'Asia/Beirut', '2026-10-24T19:30:00Z', '00:15', '2026-10-24T22:15:00Z'],
  // At 3:30, because there is no 2:30.
  ['clocks leave that time out', 'Europe/Berlin', '2026-03-28T22:30:00Z', '02:30', '2026-03-29T01:30:00Z'],
])('quiet hours end at their time in the night when %s', (_what, timeZone, now, to, end) => {
  const settings = { topics: [], hideTitles: false, quietHours: { from: '22:00', to }, timeZone };

  expect(quietUntil(settings, new Date(now))).toEqual(new Date(end));
});
