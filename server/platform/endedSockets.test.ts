import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { driver, refuseEndedSockets } from './endedSockets.ts';

test('a command on a connection that the database has just ended fails instead of waiting for ever', async () => {
  refuseEndedSockets();
  const server = createServer((near) => near.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const connection = new driver.Connection(socket, { generation: 0, hostAddress: 'here', monitorCommands: false });
  await once(socket, 'finish');

  const command = connection.command({ db: 'admin' }, { ping: 1 }, {});

  await expect(command).rejects.toThrow('closed');
  server.close();
});
