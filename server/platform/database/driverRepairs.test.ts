import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import mongoose from 'mongoose';
import { repairDriver } from './driverRepairs.ts';

repairDriver();

const { MongoNetworkError } = mongoose.mongo;
const MORE_THAN_FITS = { text: 'x'.repeat(16 * 1024 * 1024) };

let near: Socket;
let close: () => void;
afterEach(() => close());

/** A connection to a server that never reads. */
async function open() {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  [near] = (await once(server, 'connection')) as [Socket];
  close = () => {
    near.destroy();
    server.close();
  };
  const connection = new Connection(socket, { generation: 0, hostAddress: 'here', monitorCommands: false });
  return { socket, connection };
}

describe('a command fails with a network error', () => {
  test('on a connection that the database has just ended', async () => {
    const { socket, connection } = await open();
    near.end();
    await once(socket, 'finish');

    const command = connection.command({ db: 'admin' }, { ping: 1 }, {});

    await expect(command).rejects.toBeInstanceOf(MongoNetworkError);
  });

  test('when the connection is closed while a write waits for the database to read', async () => {
    const { connection } = await open();

    const command = connection.command({ db: 'admin' }, { ping: 1, ...MORE_THAN_FITS }, {});
    setImmediate(() => connection.onError(new MongoNetworkError('given up')));

    await expect(command).rejects.toThrow('given up');
  });

  test('when the socket fails while a write waits for the database to read', async () => {
    const { socket, connection } = await open();

    const command = connection.command({ db: 'admin' }, { ping: 1, ...MORE_THAN_FITS }, {});
    setImmediate(() => socket.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })));

    const error: unknown = await command.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MongoNetworkError);
    expect(error).toMatchObject({ cause: { code: 'EPIPE' } });
  });
});
