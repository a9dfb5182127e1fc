import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { MongoClient } from 'mongodb';

const name = process.platform === 'win32' ? 'mongod.exe' : 'mongod';

/** The path of the mongod on the PATH, or undefined. */
export function findMongod() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

export function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

export async function startRealMongo() {
  const uri = process.env.MONGODB_URI;
  if (uri) return { uri, name: 'the MongoDB at MONGODB_URI', stop: async () => {} };
  const started = await startMongod();
  return started && { ...started, name: 'the mongod on the PATH' };
}

async function startMongod() {
  const program = findMongod();
  if (!program) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'mongod-'));
  const port = await findFreePort();
  const settings = ['--replSet', 'rs0', '--setParameter', 'enableTestCommands=1'];
  const place = ['--dbpath', dir, '--bind_ip', '127.0.0.1', '--port', String(port)];
  const child = spawn(program, [...place, ...settings], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  const uri = `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
  const start = async () => {
    const _id = 'rs0';
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    const client = await MongoClient.connect(uri.replace('replicaSet=rs0', 'directConnection=true'));
    await client.db('admin').command({ replSetInitiate: { _id, members } });
    await client.close();
    const primary = await MongoClient.connect(uri); // waits until there is one
    await primary.close();
    return { uri, stop };
  };
  const failed = ended.then(() => {
    throw new Error(`${program} has ended`);
  });
  try {
    return await Promise.race([start(), failed]);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    failed.catch(() => {});
  }
}
