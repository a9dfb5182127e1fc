import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { limits } from '../common/constants.ts';
import { createFolder, type Person, signUp, visitor } from './testing/people.ts';
import { setUpServer } from './testing/server.ts';
import { openTab, type Tab } from './testing/tabs.ts';

const server = setUpServer();
let ana: Person;
beforeAll(async () => {
  ana = await signUp(server, 'Ana');
});

const openTabs = async () => Number(/^marquee_sockets (\d+)$/m.exec((await visitor(server).get('/metrics')).text)?.[1]);

describe('a tab that asks and does not read', () => {
  const tabs: Tab[] = [];
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.close();
  });

  /** Stops reading from the connection, but goes on writing to it. */
  function stopReading({ socket }: Tab): void {
    const { ws } = socket.io.engine.transport as unknown as { ws: { _socket: Socket } };
    ws._socket.pause();
  }

  test('is disconnected, and another tab of the same person gets its answers meanwhile', async () => {
    await Promise.all(
      Array.from({ length: limits.foldersPage }, (_, index) => createFolder(ana, `${index} ${'x'.repeat(40)}`)),
    );
    const [slow, other] = [await openTab(server, ana), await openTab(server, ana)];
    tabs.push(slow, other);
    stopReading(slow);

    let asked = 0;
    while ((await openTabs()) === 2 && asked < 100_000) {
      for (let count = 0; count < 20; count += 1)
        slow.socket.emit('sync', { folders: {}, userRev: 0 }, () => undefined);
      asked += 20;
      expect((await other.sync()).folders.length).toBe(limits.foldersPage);
    }

    expect(await openTabs()).toBe(1);
  });
});

describe('clients that write slowly', () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  async function openWith(text: string): Promise<Socket> {
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  const head = () => `POST /api/folders HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n`;
  const whole = () =>
    `${head()}Cookie: ${ana.cookie}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na`;

  test('do not delay others', async () => {
    await Promise.all(Array.from({ length: 200 }, () => openWith(head())));
    await Promise.all(Array.from({ length: 200 }, () => openWith(whole())));

    expect((await visitor(server).get('/api/config')).status).toBe(200);
    expect((await createFolder(ana, 'Meanwhile')).name).toBe('Meanwhile');
  });

  test('are disconnected, with headers that do not end and with a body that does not end', async () => {
    const [headers, body] = [await openWith(head()), await openWith(whole())];
    const closed = [headers, body].map((socket) => once(socket.resume(), 'close'));

    await Promise.all(closed);

    expect([headers.destroyed, body.destroyed]).toEqual([true, true]);
  });
});
