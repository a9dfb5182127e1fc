import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mongo } from 'mongoose';

export interface RealMongo {
  uri: string;
  stop(): Promise<void>;
}

/** The MongoDB at MONGODB_URI, or one of its own where a mongod is on the PATH. Null where there is neither. */
export async function startRealMongo(): Promise<RealMongo | null> {
  const uri = process.env.MONGODB_URI;
  if (uri) return { uri, stop: async () => undefined };
  return startMongod();
}

/** A replica set of one member, in a temporary folder. */
async function startMongod(): Promise<RealMongo | null> {
  const dir = await mkdtemp(path.join(tmpdir(), 'marquee-mongod-'));
  const port = await freePort();
  const args = ['--dbpath', dir, '--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'rs0', '--quiet'];
  const child = spawn('mongod', args, { stdio: 'ignore' });
  const isThere = await once(child, 'spawn').then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await rm(dir, { recursive: true, force: true });
    return null;
  }
  const host = `127.0.0.1:${port}`;
  const client = await mongo.MongoClient.connect(`mongodb://${host}/?directConnection=true`);
  await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
  await client.close();
  return {
    uri: `mongodb://${host}/?replicaSet=rs0`,
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
