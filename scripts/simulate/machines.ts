import { createServer, type Server } from 'node:http';
import type { Bundle } from './bundles.ts';
import { type Disk, emptyFolder, lmdbOn } from './disk.ts';
import { type Globals, globalsOf, inherit, netOf } from './globals.ts';
import type { Network, SimulatedSocket, Weather } from './network.ts';
import { Program, type World } from './world.ts';

export type NodeCode = typeof import('./entries/node.ts');
export type DatabaseCode = typeof import('./entries/database.ts');

const DATABASE = '/simulated/database.sock';
export const ORIGIN = 'http://localhost:3000';
const SECRET = 'only for simulations, nowhere else';

/** The globals that bundles of the server and of the database get. */
export const NODE_GLOBALS = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  ...['Date', 'performance', 'Math', 'crypto', 'process', 'AbortSignal', 'fetch', 'require'],
  ...['globalThis', 'global', 'importMetaUrl'],
] as const;

/** The globals, also as properties of the global object. */
export function withScope(globals: Globals, names: readonly string[]): Globals {
  const scope = inherit(globalThis, globals);
  for (const name of names) scope[name] = scope;
  return scope;
}

const nodeGlobals = (globals: Globals) =>
  withScope({ ...globals, importMetaUrl: import.meta.url }, ['globalThis', 'global']);

type Engine = Parameters<NonNullable<Parameters<DatabaseCode['serveLocally']>[1]>>[0];
type Handler = Parameters<NonNullable<Parameters<DatabaseCode['serveLocally']>[1]>>[1];

export interface SimulatedDatabase {
  program: Program;
  code: DatabaseCode;
  engine: Engine;
}

export interface DatabaseOptions {
  bundle: Bundle<DatabaseCode>;
  disk: Disk;
  /** Answers a request in place of the database, for faults. */
  wrap?: (code: DatabaseCode, engine: Engine, handler: Handler) => Handler;
}

/** Starts the database program on a disk. */
export function startDatabase(world: World, network: Network, options: DatabaseOptions): Promise<SimulatedDatabase> {
  const { bundle, disk, wrap = (_code, _engine, handler) => handler } = options;
  const program = new Program(world, 'database');
  program.onKill.push(
    () => network.reset(program),
    () => disk.loseUnflushed(),
  );
  const listen = (accept: (socket: SimulatedSocket) => void) => {
    const server = {
      once: () => server,
      off: () => server,
      address: () => DATABASE,
      close: (done: () => void) => done(),
      listen(_where: unknown, done: () => void) {
        network.listen(DATABASE, { program, accept });
        done();
      },
    };
    return server;
  };
  const globals = nodeGlobals(
    globalsOf(world, program, {
      fs: emptyFolder,
      lmdb: lmdbOn(disk),
      net: netOf(() => undefined, listen as never),
    }),
  );
  return new Promise((resolve, reject) => {
    world.after(0, program, 'the start', () => {
      const code = bundle.run(globals);
      let engine: Engine | undefined;
      const onEngine = (found: Engine, handler: Handler) => {
        engine = found;
        return wrap(code, found, handler);
      };
      code
        .serveLocally({ dir: '/simulated', listen: { path: DATABASE } }, onEngine)
        .then(() => resolve({ program, code, engine: engine as Engine }), reject);
    });
  });
}

export interface SimulatedNode {
  program: Program;
  address: string;
  /** The setup code, while there is no account. */
  setupCode: string | null;
}

export interface NodeOptions {
  name: string;
  bundle: Bundle<NodeCode>;
  skewMs?: number;
  /** Of its connections to the database. */
  weather: Weather;
  env?: Record<string, string>;
  /** Called when the node has written an answer. */
  onSent?: (sent: SentAnswer) => void;
}

/** An answer that leaves a node. */
export interface SentAnswer {
  method: string;
  path: string;
  key: string | undefined;
  status: number;
}

/** Starts a node. Resolves when it accepts connections. */
export function startNode(world: World, network: Network, options: NodeOptions): Promise<SimulatedNode> {
  const { name, bundle, skewMs = 0, weather, env = {}, onSent = () => undefined } = options;
  const program = new Program(world, name, skewMs);
  const httpServer = createHttpServer(onSent);
  program.onKill.push(
    () => network.reset(program),
    () => void httpServer.close(),
  );
  const connect = (address: string) => network.connect(program, address, weather);
  const globals = nodeGlobals(globalsOf(world, program, { net: netOf(connect) }));
  return new Promise((resolve, reject) => {
    world.after(0, program, 'the start', () => {
      const { loadConfig, openDatabase, startNode: start } = bundle.run(globals);
      const config = loadConfig({
        DATA_DIR: '/simulated',
        MONGODB_URI: `mongodb://${encodeURIComponent(DATABASE)}/marquee?directConnection=true`,
        SESSION_SECRET: SECRET,
        RATE_LIMIT: '0',
        REGISTRATION: 'open',
        LOG_LEVEL: 'fatal',
        ...env,
      });
      const run = async (): Promise<SimulatedNode> => {
        const database = await openDatabase(config);
        const { setupCode } = await start({ config, database, httpServer, secret: SECRET, clientDir: null });
        network.listen(name, { program, accept: (socket) => void httpServer.emit('connection', socket) });
        return { program, address: name, setupCode };
      };
      run().then(resolve, (error: unknown) => {
        program.kill();
        reject(error);
      });
    });
  });
}

/** A server without an address: the network hands it connections. */
function createHttpServer(onSent: (sent: SentAnswer) => void): Server {
  // Node's own limits are by the time of this machine, so on a slow one they would end a connection.
  const server = createServer({ requestTimeout: 0, headersTimeout: 0, connectionsCheckingInterval: 2 ** 31 - 1 });
  server.on('request', ({ method = '', url: path = '', headers }, response) => {
    // It would have the time of this machine.
    response.sendDate = false;
    const key = headers['idempotency-key']?.toString();
    response.once('finish', () => onSent({ method, path, key, status: response.statusCode }));
  });
  return server;
}
