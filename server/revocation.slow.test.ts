import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allFlags } from '../common/permissions.ts';
import type { Folder } from '../common/schemas/folder.ts';
import { PublicLinkModel } from './features/folders/model/publicLink.model.ts';
import { addItem, createFolder, type Person, shareWith, signUp, withToken } from './testing/people.ts';
import { setUpNodes } from './testing/process.ts';
import { signUpOperator } from './testing/stage.ts';
import { openTab } from './testing/tabs.ts';

/** By the change feed, and not by the check of all sessions, which comes once a minute. The machine may be busy. */
const WITHIN_MS = 10_000;

const nodes = setUpNodes({ env: { OUTGOING_NETWORKS: '127.0.0.0/8' } });
const received: string[] = [];
let receiver: Server;
let operator: Person;
let ana: Person;
let ben: Person;
let folder: Folder;

beforeAll(async () => {
  receiver = createServer((req, res) => {
    received.push(req.url ?? '');
    res.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  operator = await signUpOperator(nodes.here);
  [ana, ben] = [await signUp(nodes.here), await signUp(nodes.here, 'Ben')];
  folder = await createFolder(ana);
  await shareWith(ana, folder.id, ben, allFlags);
});
afterAll(() => void receiver.close());

const pathOf = (url: string) => new URL(url, nodes.here.url).pathname;
const revokeShare = async () => {
  const [share] = (await ana.get(`/api/folders/${folder.id}/shares`)).body;
  await ana.delete(`/api/folder-shares/${share.id}`).expect(204);
};
const hookBody = (path: string) => {
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
  return { name: 'Chat', address, events: ['item:added'] };
};

test('an address or token that was ended on one node is closed on the other, and nothing else is', async () => {
  const token = await withToken(nodes.here, ben, ['read']);
  const narrowed = await withToken(nodes.here, ben, ['read', `list:${folder.id}`]);
  const makeLink = async () =>
    (await ben.post(`/api/folders/${folder.id}/public-links`, { expiresInDays: 1 }).expect(201)).body;
  const [deleted, expired, link] = [await makeLink(), await makeLink(), await makeLink()];
  const makeFeed = async () => (await ben.post('/api/feeds', { kind: 'calendar' }).expect(201)).body;
  const [feed, otherFeed] = [await makeFeed(), await makeFeed()];
  const makePlayer = async () =>
    (await ben.post('/api/players', { kind: 'jellyfin', name: 'TV', names: [] }).expect(201)).body;
  const [renewed, removed, player] = [await makePlayer(), await makePlayer(), await makePlayer()];
  const hook = (await ben.post('/api/webhooks', hookBody('/unused')).expect(201)).body;

  const bearer = ({ token }: { token: string }) => ({ headers: { authorization: `Bearer ${token}` } });
  const session = { headers: { cookie: ben.cookie } };
  const doors: Record<string, [path: string, init?: RequestInit]> = {
    token: [`/api/folders/${folder.id}`, bearer(token)],
    'token of the list': [`/api/folders/${folder.id}`, bearer(narrowed)],
    'deleted link': [pathOf(deleted.url)],
    'expired link': [`${pathOf(expired.url)}.json`],
    link: [`${pathOf(link.url)}/embed`],
    feed: [pathOf(feed.url)],
    'other feed': [pathOf(otherFeed.url)],
    'renewed player': [renewed.path, { method: 'POST' }],
    'removed player': [removed.path, { method: 'POST' }],
    player: [player.path, { method: 'POST' }],
    webhook: [`/api/webhooks/${hook.id}/deliveries`, session],
    list: [`/api/folders/${folder.id}/items`, session],
    account: ['/api/folders', session],
  };
  const statuses = async () => {
    const asked = Object.entries(doors).map(async ([name, [path, init]]) => {
      const { status } = await fetch(`${nodes.there.url}${path}`, init);
      return [name, status];
    });
    return Object.fromEntries(await Promise.all(asked));
  };
  const hourAgo = new Date(Date.now() - 60 * 60 * 1000);
  const tab = await openTab(nodes.there, ben);
  const endings: [end: () => PromiseLike<unknown>, closed: Record<string, number>, hears?: () => Promise<unknown>][] = [
    [() => ben.delete(`/api/tokens/${token.id}`).expect(204), { token: 401 }],
    [() => ben.delete(`/api/public-links/${deleted.id}`).expect(204), { 'deleted link': 404 }],
    [() => PublicLinkModel.updateOne({ _id: expired.id }, { expiresAt: hourAgo }), { 'expired link': 404 }],
    [() => ben.delete(`/api/feeds/${feed.id}`).expect(204), { feed: 404 }],
    [() => ben.post(`/api/players/${renewed.player.id}/address`).expect(201), { 'renewed player': 401 }],
    [() => ben.delete(`/api/players/${removed.player.id}`).expect(204), { 'removed player': 401 }],
    [() => ben.delete(`/api/webhooks/${hook.id}`).expect(204), { webhook: 404 }],
    [revokeShare, { 'token of the list': 404, link: 404, list: 404 }, () => tab.next('folder:gone')],
    [
      () => operator.post(`/api/admin/accounts/${ben.user.id}/disable`).expect(204),
      { 'token of the list': 401, 'other feed': 404, player: 401, webhook: 401, list: 401, account: 401 },
      tab.whenCut,
    ],
  ];

  let expected = Object.fromEntries(Object.keys(doors).map((name) => [name, 200]));
  expect(await statuses()).toEqual(expected);
  for (const [end, closed, hears] of endings) {
    await end();
    const endedAt = performance.now();
    // At once: each request asks the database.
    expected = { ...expected, ...closed };
    expect(await statuses()).toEqual(expected);
    await hears?.();
    if (hears) expect(performance.now() - endedAt).toBeLessThan(WITHIN_MS);
  }
  tab.close();
});

test('no token opens a socket, on which it could outlive its end', async () => {
  const script = await withToken(nodes.here, ana, ['read', 'write']);
  const headers = { authorization: `Bearer ${script.token}` };

  await expect(openTab(nodes.there, { cookie: '' }, { headers })).rejects.toThrow('unauthorized');
});

test('webhooks that were ended on either node get nothing, nor does a person who lost the list', async () => {
  const cleo = await signUp(nodes.here, 'Cleo');
  folder = await createFolder(ana);
  await shareWith(ana, folder.id, cleo, allFlags);
  const make = async (person: Person, path: string) => {
    const isOfList = path !== '/of-account';
    const at = isOfList ? `/api/folders/${folder.id}/webhooks` : '/api/webhooks';
    return (await person.post(at, hookBody(path)).expect(201)).body.id as string;
  };
  const [endedHere, endedThere] = [await make(ana, '/ended-here'), await make(ana, '/ended-there')];
  for (const path of ['/of-account', '/of-list']) await make(cleo, path);
  await make(ana, '/stays');
  const hasReceived = async (path: string, count: number) => {
    while (received.filter((one) => one === path).length < count)
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const paths = ['/ended-here', '/ended-there', '/of-account', '/of-list', '/stays'];
  await addItem(ana, folder.id);
  for (const path of paths) await hasReceived(path, 1);

  await ana.delete(`/api/webhooks/${endedHere}`).expect(204);
  const deletion = { method: 'DELETE', headers: { cookie: ana.cookie } };
  expect((await fetch(`${nodes.there.url}/api/webhooks/${endedThere}`, deletion)).status).toBe(204);
  await revokeShare();
  for (const count of [2, 3]) {
    await addItem(ana, folder.id);
    await hasReceived('/stays', count);
  }

  expect(received.sort()).toEqual([...paths, '/stays', '/stays']);
});
