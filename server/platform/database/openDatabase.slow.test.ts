import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { startEmbedded } from 'embedded-mongo';
import { log } from '../log.ts';
import { openDatabase } from './database.ts';

/** A port that no server uses. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a node that starts before its database says so once, and starts when the database is there', async () => {
  const port = await freePort();
  const warned = jest.spyOn(log, 'warn').mockImplementation(() => {});
  const opening = openDatabase({ mongodbUri: `mongodb://127.0.0.1:${port}/late?directConnection=true`, dataDir: '' });
  await new Promise<void>((resolve) => warned.mockImplementation(() => resolve()));

  const dir = await mkdtemp(path.join(tmpdir(), 'marquee-late-'));
  const embedded = await startEmbedded({ dir, port, inProcess: true });
  const database = await opening;

  expect(await database.connection.db?.command({ ping: 1 })).toMatchObject({ ok: 1 });
  expect(warned).toHaveBeenCalledTimes(1);
  warned.mockRestore();
  await database.close();
  await embedded.stop();
  await rm(dir, { recursive: true, force: true });
});

test('what waits for a MongoDB whose machine vanished fails within ten seconds', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'marquee-vanished-'));
  const port = await freePort();
  const embedded = await startEmbedded({ dir, port, inProcess: true });
  const sockets: Socket[] = [];
  let hasVanished = false;
  // A relay that stops forwarding without a word, as when a cable is pulled.
  const relay = createServer((near) => {
    sockets.push(near);
    if (hasVanished) return;
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    sockets.push(far);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port: relayPort } = relay.address() as AddressInfo;
  const database = await openDatabase({
    mongodbUri: `mongodb://127.0.0.1:${relayPort}/vanished?directConnection=true`,
    dataDir: '',
  });
  const collection = database.connection.collection('any');
  await collection.findOne();

  hasVanished = true;
  for (const socket of sockets) socket.unpipe().pause();
  const vanishedAt = performance.now();
  await expect(collection.insertOne({})).rejects.toThrow();

  // Ten seconds, the wait for another server, and the delays of a busy machine.
  expect(performance.now() - vanishedAt).toBeLessThan(20_000);
  await database.close();
  for (const socket of sockets) socket.destroy();
  relay.close();
  await embedded.stop();
  await rm(dir, { recursive: true, force: true });
});
