import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import mongoose from 'mongoose';
import { type Config, loadConfig } from '../config/config.ts';
import { cost } from '../features/users/passwords/password.ts';
import { startNode } from '../node.ts';
import { openDatabase } from '../platform/database/database.ts';
import { log } from '../platform/log.ts';

export interface TestServer {
  /** http://127.0.0.1:port */
  url: string;
  config: Config;
  /** Stops the node and deletes its database. */
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** Variables as in .env. Rate limits are off unless they are set here. */
  env?: Record<string, string>;
  /** The built client's folder, for browser tests. */
  clientDir?: string | null;
  /** The interval of the node's heartbeats. */
  heartbeatMs?: number;
}

// Tests sign up some ten thousand people, and a sixth of their processor time would go into hashes.
Object.assign(cost, { memoryCost: 64, timeCost: 1 });

/** Starts the app on a free port, with a new database on the database server of all tests. */
export async function startTestServer({
  env = {},
  clientDir = null,
  heartbeatMs,
}: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marquee-test-'));
  const config = loadConfig({
    DATA_DIR: dataDir,
    MONGODB_URI: testDatabaseUri(`test-${randomUUID()}`),
    SESSION_SECRET: 'only for tests, nowhere else',
    RATE_LIMIT: '0',
    REGISTRATION: 'open',
    LOG_LEVEL: 'error',
    // Nothing answers there: tests ask no other host.
    TMDB_BASE_URL: 'http://127.0.0.1:9/3',
    OMDB_BASE_URL: 'http://127.0.0.1:9/',
    ...env,
  });
  log.level = config.logLevel;
  const httpServer = createServer();
  // Otherwise it ends a connection that a test has not used for five seconds, just as the test sends a request.
  httpServer.keepAliveTimeout = 0;
  const database = await openDatabase(config);
  const secret = config.sessionSecret ?? '';
  const node = await startNode({ config, database, httpServer, secret, clientDir, heartbeatMs });
  await new Promise<void>((resolve) => {
    httpServer.listen(0, '127.0.0.1', resolve);
  });
  const { port } = httpServer.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    config,
    async stop() {
      await mongoose.connection.dropDatabase();
      await node.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server for the tests of a file or a `describe`: starts before them and stops after them. Fields can be read in tests only. */
export function setUpServer(options?: TestServerOptions): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startTestServer(options));
  });
  afterAll(() => server.stop());
  return server;
}

/** The address of a database server, by default the one of all tests, with the name of a database. */
export function testDatabaseUri(name: string, base = process.env.TEST_MONGODB_URI): string {
  if (!base) throw new Error('TEST_MONGODB_URI is not set: run the tests with jest.config.mjs');
  const [address = '', query] = base.split('?');
  const withoutName = address.replace(/^(mongodb(?:\+srv)?:\/\/[^/]+)(\/.*)?$/, '$1');
  return `${withoutName}/${name}${query ? `?${query}` : ''}`;
}
