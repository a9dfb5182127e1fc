import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type EmbeddedMongo, startEmbedded } from 'embedded-mongo';
import { io, type Socket } from 'socket.io-client';
import { RECONNECT_WITHIN_MS } from '../../common/constants.ts';
import { databaseName as name } from '../../server/platform/databaseName.ts';
import { bundleClient, type Clients } from '../../server/testing/convergence/clients.ts';
import { type Person, signUp } from '../../server/testing/people.ts';
import { type AppProcess, startProcess } from '../../server/testing/process.ts';
import { findNginx, startNginx } from './nginx.ts';

const PEOPLE = 6;
const TABS_EACH = 10;
const dockerConf = fileURLToPath(new URL('../../docker/nginx.conf', import.meta.url));

const nginx = findNginx();

// Runs only where nginx is installed.
if (nginx) {
  let folder: string;
  let database: EmbeddedMongo;
  let nodes: AppProcess[];
  let clients: Clients;
  let proxy: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marquee-nginx-'));
    database = await startEmbedded({ dir: join(folder, 'data'), name, database: name, inProcess: true });
    nodes = await Promise.all([startNode(), startNode()]);
    clients = await bundleClient();
    const port = await findPort();
    const nodePorts = nodes.map((node) => Number(new URL(node.url).port));
    proxy = startNginx(nginx, { folder: join(folder, 'nginx'), port, nodePorts, dockerConf });
    url = `http://127.0.0.1:${port}`;
    while (!(await isAnswering())) await setTimeout(20);
  });
  afterAll(async () => {
    proxy.kill('SIGTERM');
    await once(proxy, 'exit');
    await Promise.all(nodes.map((node) => node.stop()));
    await clients.remove();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startNode = (port = '0') =>
    startProcess(join(folder, 'node'), {
      PORT: port,
      MONGODB_URI: database.uri,
      SESSION_SECRET: 'only for tests, nowhere else',
      REGISTRATION: 'open',
    });

  const isAnswering = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );

  test('after both nodes were down, all tabs are connected again', async () => {
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) => signUp(nodes[0] as AppProcess, `Person ${n}`)),
    );
    const tabs = (await Promise.all(people.map(openTabs))).flat();
    await Promise.all(tabs.map(whenConnected));
    const lost = tabs.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)));

    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all(lost);
    // All tabs have tried at least once, and nginx has found both nodes down.
    await Promise.all(tabs.map(({ socket }) => new Promise((resolve) => socket.once('connect_error', resolve))));
    nodes = await Promise.all(nodes.map((node) => startNode(new URL(node.url).port)));
    await Promise.all(tabs.map(whenConnected));
    for (const { close } of tabs) close();
    const errors = readFileSync(join(folder, 'nginx/error.log'), 'utf8');
    // nginx asks a node at each attempt: it never leaves one out for what it answered before.
    expect(errors.match(/no live upstreams/g)).toBeNull();
  });

  test('what a frozen node has taken is answered by another one, for reads of lists and writes with a key', async () => {
    const { cookie } = await signUp(nodes[0] as AppProcess, 'Fay');
    const frozen = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(frozen, 'listening');
    const port = await findPort();
    const nodePorts = [(frozen.address() as AddressInfo).port, Number(new URL((nodes[0] as AppProcess).url).port)];
    const second = startNginx(nginx, { folder: join(folder, 'second'), port, nodePorts, dockerConf });
    const at = `http://127.0.0.1:${port}`;
    const hasAnswered = () =>
      fetch(`${at}/api/folders`).then(
        () => true,
        () => false,
      );
    while (!(await hasAnswered())) await setTimeout(20);
    // nginx asks the nodes in turn, so one of two requests goes to the frozen node first.
    const twice = <T>(ask: () => Promise<T>) => Promise.all([ask(), ask()]);
    const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'Once' });
    const post = (key: object) => fetch(`${at}/api/folders`, { method: 'POST', headers: { ...headers, ...key }, body });

    const reads = await twice(() => fetch(`${at}/api/folders`, { headers }));
    const writes = await twice(() => post({ 'Idempotency-Key': randomUUID() }));
    const withoutKey = await twice(() => post({}));

    expect(reads.map(({ status }) => status)).toEqual([200, 200]);
    expect(writes.map(({ status }) => status)).toEqual([201, 201]);
    expect(withoutKey.map(({ status }) => status).sort()).toEqual([201, 503]);
    second.kill('SIGTERM');
    await once(second, 'exit');
    frozen.closeAllConnections();
    frozen.close();
  });

  /** Tabs of one person with the client's own handling of the connection. */
  async function openTabs({ cookie }: Person): Promise<{ socket: Socket; close: () => void }[]> {
    const client = await clients.next();
    client.aim({ pickUrl: () => url, cookie, onSent: () => undefined });
    await client.useSession.getState().refreshUser();
    return Array.from({ length: TABS_EACH }, () => {
      const socket: Socket = io(url, {
        autoConnect: false,
        forceNew: true,
        transports: ['websocket'],
        extraHeaders: { cookie },
        reconnectionDelayMax: RECONNECT_WITHIN_MS,
      });
      return { socket, close: client.connectRealtime(() => undefined, socket as never) };
    });
  }
}

const whenConnected = ({ socket }: { socket: Socket }) =>
  socket.connected ? undefined : new Promise<void>((resolve) => socket.once('connect', resolve));

/** nginx needs a port that is given to it. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
