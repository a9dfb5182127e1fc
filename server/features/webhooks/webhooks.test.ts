import { createHmac, timingSafeEqual } from 'node:crypto';
import type { lookup } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import { Webhook as Verifier } from 'standardwebhooks';
import { limits } from '../../../common/constants.ts';
import { allFlags } from '../../../common/permissions.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Notices } from '../../../common/schemas/notice.ts';
import {
  type NewWebhook,
  type WebhookDelivery,
  type WebhookMessage,
  webhookMessageSchema,
} from '../../../common/schemas/webhook.ts';
import { listWebhookEvents } from '../../../common/webhooks.ts';
import { OutboxModel } from '../../platform/database/outbox.ts';
import { createOutbound } from '../../platform/http/outbound.ts';
import { createVault } from '../../platform/vault.ts';
import { writeComment } from '../../testing/comments.ts';
import { addItem, createFolder, only, type Person, shareWith, signUp, withToken } from '../../testing/people.ts';
import { recordPlay } from '../../testing/plays.ts';
import { openPoll } from '../../testing/polls.ts';
import { setUpServer } from '../../testing/server.ts';
import { signUpOperator } from '../../testing/stage.ts';
import type { LogEntry } from '../folders/log/folderEntry.ts';
import { WebhookDeliveryModel } from './webhook.model.ts';
import { createQueue, newDelivery } from './webhook.queue.ts';
import { createSender } from './webhook.sender.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const server = setUpServer({ env: { OUTGOING_NETWORKS: '127.0.0.0/8' } });
const received: Received[] = [];
/** The answers to the next requests by path, in place of 200. */
const answers = new Map<string, number[]>();
/** What happens before the next request to a path is answered. */
const held = new Map<string, () => Promise<void>>();
let receiver: Server;
let base: string;
let ana: Person;
let ben: Person;
let folder: Folder;

beforeAll(async () => {
  receiver = createServer(async (req, res) => {
    const path = req.url ?? '';
    received.push({ path, headers: req.headers, body: await text(req) });
    await held.get(path)?.();
    held.delete(path);
    const status = answers.get(path)?.shift() ?? 200;
    if (status === 302) res.setHeader('Location', `${base}/elsewhere`);
    if (status === 429) res.setHeader('Retry-After', '3600');
    res.writeHead(status).end('thanks');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => void receiver.close());
beforeEach(async () => {
  [ana, ben] = await Promise.all([signUp(server), signUp(server, 'Ben')]);
  folder = await createFolder(ana, 'Friday nights');
});
afterEach(() => {
  received.splice(0);
  answers.clear();
});

let paths = 0;
const newPath = () => {
  paths += 1;
  return `/hook/${paths}`;
};

const bodyOf = (path: string, more: object = {}) => ({
  name: 'Chat',
  address: `${base}${path}`,
  events: ['item:added', 'item:removed'],
  ...more,
});

async function create(person: Person, path: string, more: object = {}, listId = folder.id): Promise<NewWebhook> {
  return (await person.post(`/api/folders/${listId}/webhooks`, bodyOf(path, more)).expect(201)).body;
}

const at = (path: string) => received.filter((one) => one.path === path);
const messageOf = ({ body }: Received): WebhookMessage => webhookMessageSchema.parse(JSON.parse(body));
const itemsOf = (path: string) =>
  at(path).map((one) => {
    const { data } = messageOf(one);
    return 'change' in data && data.change.type === 'item:added' ? data.change.item.id : null;
  });

async function until<T>(read: () => T | Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > deadline) throw new Error(`The condition was never met: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const arrived = (path: string, count: number) =>
  until(
    () => at(path),
    (list) => list.length >= count,
  );

const deliveriesOf = async (person: Person, id: string): Promise<WebhookDelivery[]> =>
  (await person.get(`/api/webhooks/${id}/deliveries`).expect(200)).body;

/** Waits until the newest delivery is in this state. */
const settled = (person: Person, id: string, state: WebhookDelivery['state']) =>
  until(
    () => deliveriesOf(person, id),
    ([first]) => first?.state === state,
  );

const hooks = () => mongoose.connection.collection('webhooks');
const byId = (id: string) => ({ _id: new Types.ObjectId(id) });
/** Lets the pause after a failure end. */
const hasten = (id: string, set: object = {}) => hooks().updateOne(byId(id), { $set: { nextAt: new Date(), ...set } });

describe('a webhook of a list', () => {
  test('sends the chosen changes in order, signed, as the API document describes them', async () => {
    const path = newPath();
    const { secret } = await create(ana, path);
    const items = [await addItem(ana, folder.id), await addItem(ana, folder.id), await addItem(ana, folder.id)];
    await ana.put(`/api/folders/${folder.id}`, { name: 'Saturday' });
    await ana.delete(`/api/watchlist/${items[0]?.id}`);

    const sent = await arrived(path, 4);

    expect(itemsOf(path)).toEqual([...items.map(({ id }) => id), null]);
    expect(messageOf(sent[3] as Received)).toMatchObject({
      type: 'item:removed',
      data: { list: { id: folder.id, name: 'Saturday' }, change: { rev: 6, by: { id: ana.user.id } } },
    });
    for (const { headers, body } of sent) {
      new Verifier(secret).verify(body, headers as Record<string, string>);
      expect(() => new Verifier(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    }
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
  });

  test('tries again with the same id and in order, after errors and redirects', async () => {
    const path = newPath();
    answers.set(path, [500, 302]);
    const { id } = await create(ana, path);
    const [first, second] = [await addItem(ana, folder.id), await addItem(ana, folder.id)];

    await arrived(path, 1);
    await until(
      () => deliveriesOf(ana, id),
      (list) => list.at(-1)?.attempts === 1,
    );
    await hasten(id);
    await arrived(path, 2);
    await until(
      () => deliveriesOf(ana, id),
      (list) => list.at(-1)?.attempts === 2,
    );
    await hasten(id);
    const sent = await arrived(path, 4);

    expect(itemsOf(path)).toEqual([first.id, first.id, first.id, second.id]);
    expect(new Set(sent.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(at('/elsewhere')).toEqual([]);
    expect(await settled(ana, id, 'sent')).toMatchObject([
      { state: 'sent', attempts: 1, status: 200 },
      { state: 'sent', attempts: 3, status: 200, problem: null },
    ]);
  });

  test('waits as long as the receiver asks for', async () => {
    const path = newPath();
    answers.set(path, [429]);
    const { id } = await create(ana, path);
    await addItem(ana, folder.id);
    await arrived(path, 1);

    const hook = await until(
      () => hooks().findOne(byId(id)),
      (one) => one?.failingSince !== null,
    );

    expect(hook?.nextAt - Date.now()).toBeGreaterThan(50 * 60_000);
  });

  test('gives a message up after a day, and is turned off with a notice after three days or by 410', async () => {
    const [path, gonePath] = [newPath(), newPath()];
    answers.set(path, [500, 500, 500, 500]);
    answers.set(gonePath, [410]);
    const { id } = await create(ana, path);
    const gone = await create(ana, gonePath);
    await addItem(ana, folder.id);
    await until(
      () => deliveriesOf(ana, id),
      ([first]) => first?.attempts === 1,
    );
    const ago = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);

    await mongoose.connection
      .collection('webhookdeliveries')
      .updateMany({ hookId: new Types.ObjectId(id) }, { $set: { since: ago(25) } });
    await hasten(id);
    await settled(ana, id, 'failed');
    await addItem(ana, folder.id);
    await hasten(id, { failingSince: ago(73) });
    await until(
      async () => (await ana.get('/api/webhooks')).body,
      (list: NewWebhook[]) => list.every(({ isOn }) => !isOn),
    );

    const listed: NewWebhook[] = (await ana.get(`/api/folders/${folder.id}/webhooks`)).body;
    expect(listed.map((hook) => [hook.id, hook.offBecause])).toEqual([
      [gone.id, 'gone'],
      [id, 'failures'],
    ]);
    const notices = async () => ((await ana.get('/api/notices')).body as Notices).notices.map(({ text }) => text);
    expect((await notices()).sort()).toEqual([
      'Your webhook Chat was turned off: nothing arrived for three days',
      'Your webhook Chat was turned off: the receiver wants no more messages',
    ]);
    await ana.post(`/api/webhooks/${id}/test`).expect(409);
    await ana.patch(`/api/webhooks/${id}`, { isOn: true }).expect(200);
    await ana.delete(`/api/webhooks/${gone.id}`).expect(204);
    expect(await notices()).toEqual([]);
    answers.clear();
    await ana.post(`/api/webhooks/${id}/test`).expect(201);
    await settled(ana, id, 'sent');
  });

  test('stays off, with its messages, if it is turned off while one is on its way and fails', async () => {
    const path = newPath();
    const { id } = await create(ana, path);
    const sent = new Promise<void>((resolve) => {
      held.set(path, async () => {
        await ana.patch(`/api/webhooks/${id}`, { isOn: false }).expect(200);
        resolve();
      });
    });
    answers.set(path, [500]);
    await addItem(ana, folder.id);
    await sent;
    // Nothing shows that the answer has been read.
    await new Promise((resolve) => setTimeout(resolve, 1000));

    expect(await deliveriesOf(ana, id)).toMatchObject([{ state: 'dropped', problem: 'The webhook was turned off' }]);
    expect(await hooks().findOne(byId(id))).not.toHaveProperty('nextAt');
    await ana.patch(`/api/webhooks/${id}`, { isOn: true }).expect(200);
    await ana.post(`/api/webhooks/${id}/test`).expect(201);
    await settled(ana, id, 'sent');
    expect(at(path)).toHaveLength(2);
  });

  test('ends when its maker loses the list or the right, or is disabled, and when the list is deleted', async () => {
    const operator = await signUpOperator(server);
    for (const lose of ['revoked', 'changed', 'disabled', 'deleted list'] as const) {
      const path = newPath();
      const list = await createFolder(ana, lose);
      await shareWith(ana, list.id, ben, allFlags);
      const { id } = await create(ben, path, {}, list.id);
      await addItem(ana, list.id);
      await arrived(path, 1);
      await settled(ben, id, 'sent');

      const [share] = (await ana.get(`/api/folders/${list.id}/shares`)).body;
      if (lose === 'revoked') await ana.delete(`/api/folder-shares/${share.id}`).expect(204);
      if (lose === 'changed') await ana.put(`/api/folder-shares/${share.id}/permissions`, only('canAdd')).expect(200);
      if (lose === 'disabled') await operator.post(`/api/admin/accounts/${ben.user.id}/disable`).expect(204);
      if (lose === 'deleted list') await ana.delete(`/api/folders/${list.id}`).expect(204);
      else await addItem(ana, list.id);
      await until(
        () => hooks().countDocuments(byId(id)),
        (count) => count === 0,
      );

      expect([lose, at(path).length]).toEqual([lose, 1]);
      if (lose === 'disabled') ben = await signUp(server, 'Ben');
    }
  });

  test('keeps its address and secret to itself', async () => {
    const path = `${newPath()}?token=only-the-receiver`;
    const { id, secret } = await create(ana, path);
    await shareWith(ana, folder.id, ben, allFlags);

    const listed = await ana.get('/api/webhooks').expect(200);
    const stored = JSON.stringify(await hooks().find().toArray());
    const renewed = (await ana.post(`/api/webhooks/${id}/secret`).expect(200)).body.secret;
    await ana.post(`/api/webhooks/${id}/test`).expect(201);
    const [sent] = await arrived(path, 1);

    for (const hidden of ['only-the-receiver', secret]) expect(listed.text + stored).not.toContain(hidden);
    expect(renewed).not.toBe(secret);
    new Verifier(renewed).verify(sent?.body ?? '', sent?.headers as Record<string, string>);
    expect((await ben.get(`/api/folders/${folder.id}/webhooks`)).body).toEqual([]);
    const script = await withToken(server, ana, ['read', 'write']);
    await script.get('/api/webhooks').expect(403);
  });

  test('can send a delivery again, and nothing more once it is deleted', async () => {
    const path = newPath();
    const { id } = await create(ana, path);
    await addItem(ana, folder.id);
    const [delivery] = await settled(ana, id, 'sent');

    await ana.post(`/api/webhooks/${id}/deliveries/${delivery?.id}/resend`).expect(200);
    const [first, again] = await arrived(path, 2);
    await ben.post(`/api/webhooks/${id}/deliveries/${delivery?.id}/resend`).expect(404);
    await ana.delete(`/api/webhooks/${id}`).expect(204);

    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(again?.headers['webhook-id']).toBe(delivery?.messageId);
    await ana.get(`/api/webhooks/${id}/deliveries`).expect(404);
  });

  test('repeats with the same id what was sent but not noted as sent, and queues an entry once', async () => {
    const path = newPath();
    const { id } = await create(ana, path);
    const item = await addItem(ana, folder.id);
    const [first] = await arrived(path, 1);
    await settled(ana, id, 'sent');
    const entry = await OutboxModel.findOne({ folderId: folder.id, type: 'item:added' }).lean<LogEntry>();

    // As after a crash of the node that sent it.
    await createQueue(() => undefined)([entry as LogEntry]);
    await mongoose.connection
      .collection('webhookdeliveries')
      .updateMany({ hookId: new Types.ObjectId(id) }, { $set: { state: 'pending' } });
    await hasten(id);
    const [, second] = await arrived(path, 2);

    expect(await settled(ana, id, 'sent')).toHaveLength(1);
    expect(itemsOf(path)).toEqual([item.id, item.id]);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  test('sends what was taken by a node that ended', async () => {
    const path = newPath();
    const { id } = await create(ana, path);
    await WebhookDeliveryModel.insertMany([newDelivery(new Types.ObjectId(id), 'test')]);

    const ending = new AbortController();
    const outbound = createOutbound(server.config, { ownPort: () => 1 });
    const vault = createVault(server.config.sessionSecret ?? '', 'webhooks');
    const running = createSender({ outbound, vault }).run(ending.signal);

    await settled(ana, id, 'sent');
    expect(at(path)).not.toHaveLength(0);
    ending.abort();
    await running;
  });

  test('sends what another node took in between two times of its own', async () => {
    const path = newPath();
    const { id } = await create(ana, path);
    await addItem(ana, folder.id);
    await settled(ana, id, 'sent');
    const outbound = createOutbound(server.config, { ownPort: () => 1 });
    const vault = createVault(server.config.sessionSecret ?? '', 'webhooks');
    const sender = createSender({ outbound, vault });
    const queue = async () => {
      const delivery = newDelivery(new Types.ObjectId(id), 'test');
      await WebhookDeliveryModel.insertMany([delivery]);
      return delivery._id;
    };
    const runUntilSent = async () => {
      const ending = new AbortController();
      const running = sender.run(ending.signal);
      await settled(ana, id, 'sent');
      ending.abort();
      await running;
    };
    await queue();
    await runUntilSent();
    await queue();
    await runUntilSent();
  });

  test('keeps its newest deliveries only', async () => {
    const path = newPath();
    const { id } = await create(ana, path);
    const hookId = new Types.ObjectId(id);
    const waiting = Array.from({ length: limits.webhookDeliveries + 20 }, () => newDelivery(hookId, 'test'));
    await WebhookDeliveryModel.insertMany(waiting);
    await hasten(id);

    await arrived(path, waiting.length);
    const kept = await until(
      () => WebhookDeliveryModel.find({ hookId }, { _id: 1 }).sort({ _id: 1 }).lean(),
      ({ length }) => length < waiting.length,
    );

    expect(kept.map(({ _id }) => String(_id))).toEqual(
      waiting.slice(-limits.webhookDeliveries).map(({ _id }) => String(_id)),
    );
  });

  test('cannot be made for an address of this server, and only so many of them', async () => {
    const path = newPath();
    const post = (address: string) => ana.post(`/api/folders/${folder.id}/webhooks`, bodyOf(path, { address }));
    for (const address of [
      `${server.url}/api/folders`,
      'http://10.0.0.1/',
      'https://[::1]/',
      'http://[::ffff:7f00:1]/',
    ])
      expect([address, (await post(address)).body.code]).toEqual([address, 'validation']);
    for (let made = 0; made < limits.webhooksPerList; made += 1) await create(ana, path);

    await post(`${base}${path}`).expect(409);
  });

  test.each([
    ['discord', { content: 'Ana Test added Film \\*1\\* to Friday nights', allowed_mentions: { parse: [] } }],
    ['slack', { text: 'Ana Test added Film *1* to Friday nights', mrkdwn: false }],
    ['gotify', { title: 'Marquee', message: 'Ana Test added Film *1* to Friday nights' }],
    ['ntfy', 'Ana Test added Film *1* to Friday nights'],
  ])('writes to %s as that expects', async (kind, expected) => {
    const path = newPath();
    await create(ana, path, { kind });
    await ana.put('/api/user/name', { firstName: 'Ana', lastName: 'Test' }).expect(200);

    await addItem(ana, folder.id, { title: 'Film *1*' });
    const [sent] = await arrived(path, 1);

    expect(typeof expected === 'string' ? sent?.body : JSON.parse(sent?.body ?? '')).toEqual(expected);
  });
});

test('a webhook of an account is for the lists that its user manages, and for own plays without companions', async () => {
  const path = newPath();
  const other = await createFolder(ben, 'Of Ben');
  await shareWith(ben, other.id, ana, only('canAdd'));
  const { body: webhook } = await ana.post('/api/webhooks', bodyOf(path, { events: ['item:added', 'play:recorded'] }));

  await addItem(ben, other.id);
  await recordPlay(ben);
  await addItem(ana, folder.id);
  await recordPlay(ana, { withUserIds: [ben.user.id] });
  await ana.post('/api/plays/up-to', { tmdbId: 1399, season: 1, episode: 2 });
  const sent = (await arrived(path, 3)).map(messageOf);

  expect(sent.map(({ type, data }) => [type, 'list' in data ? data.list.id : 'count' in data && data.count])).toEqual([
    ['item:added', folder.id],
    ['play:recorded', 1],
    ['play:recorded', 2],
  ]);
  const { body: deliveries } = await ana.get(`/api/webhooks/${webhook.id}/deliveries`);
  // None of Ben's list, which Ana does not manage: these would take the places of others.
  expect(deliveries.map(({ event }: WebhookDelivery) => event)).toEqual([
    'play:recorded',
    'play:recorded',
    'item:added',
  ]);
  expect(JSON.stringify(sent)).not.toContain(ben.user.id);
});

test('a message in words says which part of a show was watched', async () => {
  const path = newPath();
  await ana.post('/api/webhooks', bodyOf(path, { kind: 'ntfy', events: ['play:recorded'] })).expect(201);

  for (const part of [{ season: 1, episode: 2 }, { season: 1 }, {}]) {
    await ana.post('/api/plays', { tmdbId: 1399, mediaType: 'tv', ...part }).expect(201);
  }

  expect((await arrived(path, 3)).map(({ body }) => body)).toEqual([
    'Watched Game of Thrones S1 E2',
    'Watched Game of Thrones season 1',
    'Watched Game of Thrones',
  ]);
});

test('a message in words says what has happened in a list', async () => {
  const path = newPath();
  await create(ana, path, { kind: 'ntfy', events: listWebhookEvents });
  const list = `/api/folders/${folder.id}`;
  await shareWith(ana, folder.id, ben, allFlags);
  const { id } = await addItem(ana, folder.id, { tmdbId: 1399, mediaType: 'tv', title: 'Heat' });
  const other = await addItem(ana, folder.id, { title: 'Ran' });
  for (const watched of [true, false]) await ana.patch(`/api/watchlist/${id}/watched`, { watched }).expect(200);
  await ana.patch(`/api/watchlist/${id}/note`, { note: 'Tonight' }).expect(200);
  await ana.patch(`/api/watchlist/${id}/place`, { afterId: other.id, beforeId: null }).expect(200);
  await writeComment(ana, folder.id, id);
  await ana.put(`${list}/shows/1399/group/members/me`, {}).expect(200);
  await ana.delete(`${list}/shows/1399/group/members/me`).expect(204);
  await addItem(ana, folder.id, { title: 'Noir' });
  await openPoll(ana, folder.id);
  await ana.delete(`/api/watchlist/${other.id}`).expect(204);
  const [share] = (await ana.get(`${list}/shares`)).body;
  await ana.put(`/api/folder-shares/${share.id}/permissions`, only()).expect(200);
  await ana.put(`${list}/visibility`, { visibility: 'everyone' }).expect(200);
  await ana.put(list, { name: 'Saturday' }).expect(200);
  await ana.delete(`/api/folder-shares/${share.id}`).expect(204);

  const texts = [
    'Friday nights has a new member',
    'Ana Test added Heat to Friday nights',
    'Ana Test added Ran to Friday nights',
    'Ana Test marked Heat in Friday nights as watched',
    'Ana Test marked Heat in Friday nights as to watch',
    'Ana Test changed the note of Heat in Friday nights',
    'Ana Test moved Heat in Friday nights',
    'Ana Test commented on Heat in Friday nights',
    'Ana Test watches Heat with others of Friday nights',
    'Ana Test no longer watches Heat with others of Friday nights',
    'Ana Test added Noir to Friday nights',
    'Ana Test started a vote in Friday nights',
    'Ana Test removed Ran from Friday nights',
    'Ana Test changed what a member of Friday nights can do',
    'Ana Test changed who can see Friday nights',
    'Ana Test renamed a list to Saturday',
    'A member left Saturday',
  ];
  const sent = await arrived(path, texts.length);
  // Each has the name that the list has when it is sent.
  expect(sent.map(({ body }) => body.replace('Friday nights', 'Saturday'))).toEqual(
    texts.map((text) => text.replace('Friday nights', 'Saturday')),
  );
});

describe('only its user, who manages the list,', () => {
  test('makes, sees and changes a webhook', async () => {
    const path = newPath();
    const { id } = await create(ana, path);
    const ofList = `/api/folders/${folder.id}/webhooks`;
    const statuses = async (person: Person) => [
      (await person.get(ofList)).status,
      (await person.post(ofList, bodyOf(path))).status,
      (await person.patch(`/api/webhooks/${id}`, { name: 'Mine' })).status,
      (await person.post(`/api/webhooks/${id}/secret`)).status,
      (await person.post(`/api/webhooks/${id}/test`)).status,
      (await person.get(`/api/webhooks/${id}/deliveries`)).status,
      (await person.delete(`/api/webhooks/${id}`)).status,
    ];

    expect(await statuses(ben)).toEqual(Array(7).fill(404));
    await shareWith(ana, folder.id, ben, only('canAdd'));
    expect(await statuses(ben)).toEqual([403, 403, 404, 404, 404, 404, 404]);
    expect((await ana.get('/api/webhooks')).body).toMatchObject([{ id, name: 'Chat' }]);
  });

  test('sees those of one list there, and all among their own', async () => {
    const other = await createFolder(ana, 'Noir');
    const [first, second] = [await create(ana, newPath()), await create(ana, newPath(), {}, other.id)];
    const idsAt = async (path: string) => (await ana.get(path)).body.map(({ id }: NewWebhook) => id);

    expect(await idsAt(`/api/folders/${folder.id}/webhooks`)).toEqual([first.id]);
    expect(await idsAt('/api/webhooks')).toEqual([second.id, first.id]);
  });

  test('changes its name and events, of a list to those of lists only', async () => {
    const { id } = await create(ana, newPath());
    const change = (body: object) => ana.patch(`/api/webhooks/${id}`, body);

    expect((await change({ events: ['item:added', 'play:recorded'] })).status).toBe(400);
    expect((await change({ name: 'Living room' })).body).toMatchObject({ name: 'Living room', isOn: true });
    expect((await change({ events: ['item:moved', 'item:moved'] })).body).toMatchObject({
      name: 'Living room',
      events: ['item:moved'],
    });
  });
});

test('what happens while a webhook is off is not sent later', async () => {
  const [path, other] = [newPath(), newPath()];
  const { id } = await create(ana, path);
  await create(ana, other);
  await ana.patch(`/api/webhooks/${id}`, { isOn: false }).expect(200);
  await addItem(ana, folder.id);
  await arrived(other, 1);

  await ana.patch(`/api/webhooks/${id}`, { isOn: true }).expect(200);
  const later = await addItem(ana, folder.id);
  await arrived(path, 1);

  expect(itemsOf(path)).toEqual([later.id]);
});

test('a play that was deleted before it could be sent is dropped', async () => {
  const path = newPath();
  answers.set(path, [500]);
  const { body: hook } = await ana.post('/api/webhooks', bodyOf(path, { events: ['play:recorded'] })).expect(201);
  const play = await recordPlay(ana);
  await until(
    () => deliveriesOf(ana, hook.id),
    ([first]) => first?.attempts === 1,
  );
  await ana.delete(`/api/plays/${play.id}`).expect(204);
  await hasten(hook.id);

  const problem = 'You can no longer see what it was about';
  expect(await settled(ana, hook.id, 'dropped')).toMatchObject([{ attempts: 1, problem }]);
  expect(at(path)).toHaveLength(1);
});

test.each([
  [0, 5],
  [1, 30],
  [7, 4 * 60 * 60],
  [20, 4 * 60 * 60],
])('after %i failures and another one a message waits for %i seconds', async (attempts, seconds) => {
  const path = newPath();
  answers.set(path, [500]);
  const { id } = await create(ana, path);
  await WebhookDeliveryModel.insertMany([{ ...newDelivery(new Types.ObjectId(id), 'test'), attempts }]);
  await hasten(id);

  const hook = await until(
    () => hooks().findOne(byId(id)),
    (one) => one?.failingSince !== null,
  );
  const [delivery] = await deliveriesOf(ana, id);

  expect((hook?.nextAt - Date.parse(delivery?.attemptedAt ?? '')) / 1000).toBe(seconds);
  await hasten(id);
  await settled(ana, id, 'sent');
  expect((await ana.get('/api/webhooks')).body).toMatchObject([{ id, failingSince: null }]);
});

describe('an address', () => {
  const none = { publicUrl: undefined, outgoingNetworks: new BlockList() };
  const post = (url: string) => ({ url: new URL(url), headers: {}, body: '{}' });
  /** Answers each lookup with the next address. */
  const answering = (...addresses: string[]) =>
    ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
      callback(null, [{ address: addresses.shift() ?? '', family: 4 }])) as unknown as typeof lookup;

  test('that DNS gives for a name is checked at each request, and used for it', async () => {
    const port = (receiver.address() as AddressInfo).port;
    const networks = new BlockList();
    networks.addAddress('127.0.0.1');
    const look = answering('127.0.0.1', '169.254.169.254', '127.0.0.2');
    const outbound = createOutbound({ ...none, outgoingNetworks: networks }, { ownPort: () => 1, look });
    const url = `http://localhost:${port}/dns`;

    expect(await outbound.post(post(url))).toMatchObject({ status: 200 });
    await expect(outbound.post(post(url))).rejects.toThrow('not public');
    await expect(outbound.post(post(url))).rejects.toThrow('not public');
    expect(at('/dns')).toHaveLength(1);
  });

  test.each(['http://8.8.8.8/', 'https://127.0.0.1/', 'https://168.63.129.16/', 'https://localhost/'])(
    'is refused: %s',
    async (url) => {
      const outbound = createOutbound(none, { ownPort: () => 1, look: answering('169.254.169.254') });

      await expect(outbound.post(post(url))).rejects.toThrow('not public');
    },
  );

  test('of this machine or of its network is refused though it is public, unless the operator allows it', async () => {
    const card = { netmask: '', mac: '', internal: false };
    const interfaces = () => ({
      eth0: [
        { ...card, family: 'IPv4' as const, address: '203.0.113.7', cidr: '203.0.113.7/29' },
        { ...card, family: 'IPv6' as const, address: '2a01:4f8::7', cidr: '2a01:4f8::7/64', scopeid: 0 },
      ],
    });
    const outgoingNetworks = new BlockList();
    outgoingNetworks.addAddress('203.0.113.2');
    const options = { ownPort: () => 1, interfaces };
    const publicUrl = new URL('https://marquee.example/');
    const outbound = createOutbound({ publicUrl, outgoingNetworks }, options);
    const isRefused = (url: string) => {
      try {
        outbound.check(new URL(url), 'address');
        return false;
      } catch {
        return true;
      }
    };

    const refused = [
      'https://203.0.113.7/',
      'https://203.0.113.6:8443/',
      'https://[2a01:4f8::7]/',
      'https://[2a01:4f8::1]/',
      // A name with a dot at its end is the same name.
      'https://marquee.example./hook',
      'https://MARQUEE.example:443/hook',
    ];
    expect(refused.filter((url) => !isRefused(url))).toEqual([]);
    const allowed = [
      'https://203.0.113.2/',
      'https://203.0.113.8/',
      'https://[2a01:4f8:0:1::1]/',
      'https://other.example./',
    ];
    expect(allowed.filter(isRefused)).toEqual([]);
  });

  test('that never answers, answers without end, or switches protocols is left', async () => {
    const hanging = createServer((req, res) => {
      if (req.url === '/endless') res.write('x'.repeat(100_000));
      if (req.url === '/switched') res.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end();
      if (req.url === '/large') res.writeHead(200, { large: 'x'.repeat(100_000) }).end();
    });
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    const networks = new BlockList();
    networks.addSubnet('127.0.0.0', 8);
    const outbound = createOutbound({ ...none, outgoingNetworks: networks }, { ownPort: () => 1, timeoutMs: 200 });
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;

    await expect(outbound.post(post(url))).rejects.toThrow('No answer');
    expect(await outbound.post(post(`${url}/endless`))).toMatchObject({ status: 200 });
    await expect(outbound.post(post(`${url}/switched`))).rejects.toThrow('closed');
    await expect(outbound.post(post(`${url}/large`))).rejects.toThrow('Header overflow');
    hanging.closeAllConnections();
    hanging.close();
  });
});

test('the function in the documentation accepts a signature, and refuses another body and an old message', async () => {
  const [, code = ''] = /```js\n([^`]+(?:`[^`\n]+`[^`]+)*)```/.exec(await readFile('docs/webhooks.md', 'utf8')) ?? [];
  const body = code.replace(/^import.*$/m, '').replace('export function', 'return function');
  const isFromMarquee = new Function('createHmac', 'timingSafeEqual', body)(createHmac, timingSafeEqual);
  const secret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
  const headersAt = (at: Date) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Verifier(secret).sign('msg_1', at, '{}'),
  });

  expect(isFromMarquee(secret, headersAt(new Date()), '{}')).toBe(true);
  expect(isFromMarquee(secret, headersAt(new Date()), '{ }')).toBe(false);
  expect(isFromMarquee(secret, headersAt(new Date(0)), '{}')).toBe(false);
});
