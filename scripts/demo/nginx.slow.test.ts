import type { ChildProcess } from 'node:child_process';
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
