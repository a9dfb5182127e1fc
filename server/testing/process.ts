import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll } from '@jest/globals';
import { builtProgram } from './builtProgram.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** The app as a process with an embedded database in `dataDir`. */
export interface AppProcess {
  url: string;
  /** What it has written to its log so far. */
  log(): string;
  /** Kills the app and its database, as a power cut does. */
  kill(): Promise<void>;
  /** Sends SIGTERM and gives the exit code. */
  stop(): Promise<number | null>;
}

const START_MS = 60_000;
/** As in the tests' own process. */
const onlyLocalConnections = new URL('../../scripts/test/native/connections.mjs', import.meta.url).href;

/** Starts another node as a process, on the database of a test server. */
export function startSecondNode(
  { config }: Pick<TestServer, 'config'>,
  more: TestServerOptions['env'] = {},
): Promise<AppProcess> {
  return startProcess(config.dataDir, {
    MONGODB_URI: config.mongodbUri ?? '',
    SESSION_SECRET: config.sessionSecret ?? '',
    ...more,
  });
}

interface Nodes {
  /** The node in the test's own process. */
  here: TestServer;
  /** The node that is a process of its own. */
  there: AppProcess;
}

/** Two nodes on one database, for the tests of one file. */
export function setUpNodes(options?: TestServerOptions): Readonly<Nodes> {
  let here: TestServer;
  let there: AppProcess;
  beforeAll(async () => {
    here = await startTestServer(options);
    there = await startSecondNode(here, options?.env);
  });
  afterAll(async () => {
    await there.stop();
    await here.stop();
  });
  return {
    get here() {
      return here;
    },
    get there() {
      return there;
    },
  };
}

export async function startProcess(dataDir: string, more: Record<string, string> = {}): Promise<AppProcess> {
  const { NODE_OPTIONS: _ofJest, MONGODB_URI: _ofSuites, ...env } = process.env;
  const child = spawn(process.execPath, [builtProgram('main')], {
    env: {
      ...env,
      NODE_OPTIONS: `--import=${onlyLocalConnections}`,
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'fatal',
      NODE_ENV: 'test',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own process group, so that its database can be killed with it.
    detached: true,
  });
  const exited = once(child, 'exit');
  let log = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  return {
    url: `http://127.0.0.1:${await readPort(child)}`,
    log: () => log,
    async kill() {
      process.kill(-(child.pid as number), 'SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code as number | null;
    },
  };
}

function readPort(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => reject(new Error(`The app did not start (${why}): ${output}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('it took too long');
    }, START_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /open at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(port);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`exit ${code}`);
    });
  });
}
