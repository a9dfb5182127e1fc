import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
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
