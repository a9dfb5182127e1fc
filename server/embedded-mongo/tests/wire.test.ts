import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Double } from 'bson';
import { connectRaw, message } from '../testing/raw.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start.ts';
import { FrameReader } from '../wire/frame.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});

afterAll(() => database.stop());

test('requests are read from chunks of any size', () => {
  const stream = Buffer.concat([
    message({ ping: 1 }, 0),
    message({ insert: 'x', n: 'y'.repeat(50) }, 2),
    message({ hello: 1 }, 0),
  ]);

  for (const size of [1, 3, 7, 64, stream.length]) {
    const reader = new FrameReader();
    const requests = [];
    for (let at = 0; at < stream.length; at += size) requests.push(...reader.push(stream.subarray(at, at + size)));

    expect(requests.map(({ wantsReply }) => wantsReply)).toEqual([true, false, true]);
  }
});

test('requests sent together are answered in order, and those without a reply get none', async () => {
  const client = await connectRaw(database.uri);

  client.sendOneWay({ insert: 'silent', documents: [{ _id: 1 }], $db: 'test' });
  const [count, inserted, both] = await Promise.all([
    client.command({ count: 'silent', $db: 'test' }),
    client.command({ insert: 'silent', documents: [{ _id: 2 }], $db: 'test' }),
    client.command({ count: 'silent', $db: 'test' }),
  ]);
  client.close();

  expect([count.n, inserted.n, both.n]).toEqual([1, 1, 2]);
});

test('a connection with an invalid protocol is closed, others continue', async () => {
  const client = await connectRaw(database.uri);

  client.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  await client.closed;

  expect(await database.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
});

test('an invalid body causes an error or closes the connection, but never stops the server', async () => {
  const client = await connectRaw(database.uri);
  const broken = message({ insert: 'x', documents: [{ a: 'text' }], $db: 'test' }, 0);
  broken.fill(0xee, 30, 60);

  client.send(broken);
  client.close();

  expect(await database.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
});

test('hello describes a primary with an address that clients can use', async () => {
  const hello = await database.db.command({ hello: 1 });

  expect(hello).toMatchObject({ isWritablePrimary: true, setName: 'embedded', maxWireVersion: 21, hosts: [hello.me] });
  expect(hello).not.toHaveProperty('topologyVersion');
  expect(hello.connectionId).toBeGreaterThan(0);
  expect((await database.db.command({ ping: 1 }, { promoteValues: false })).ok).toEqual(new Double(1));
});
