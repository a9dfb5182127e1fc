import { film } from '../../common/testing/replicas.ts';
import { Bundle, type Edit } from './bundles.ts';
import { Disk } from './disk.ts';
import { type Answer, send } from './http.ts';
import {
  type DatabaseCode,
  NODE_GLOBALS,
  type NodeCode,
  type SentAnswer,
  type SimulatedDatabase,
  type SimulatedNode,
  startDatabase,
  startNode,
} from './machines.ts';
import { Model } from './model.ts';
import { Network, type Weather } from './network.ts';
import { type Person, type SocketCode, TAB_GLOBALS, type TabCode } from './tab.ts';
import { Program, World } from './world.ts';

export interface Bundles {
  node: Bundle<NodeCode>;
  database: Bundle<DatabaseCode>;
  tab: Bundle<TabCode>;
  /** A client of the protocol before this one. */
  oldTab: Bundle<TabCode>;
  socket: Bundle<SocketCode>;
}

/** Compiles everything, with the edits in the sources. */
export async function compile(edits: readonly Edit[] = []): Promise<Bundles> {
  const { PROTOCOL } = await import('../../common/protocol.ts');
  const protocol = `export const PROTOCOL = ${PROTOCOL};`;
  const older = { file: 'common/protocol.ts', find: protocol, replace: `export const PROTOCOL = ${PROTOCOL - 1};` };
  const forTab = { names: TAB_GLOBALS, isForBrowser: true };
  const [node, database, tab, oldTab, socket] = await Promise.all([
    Bundle.of<NodeCode>('node.ts', { names: NODE_GLOBALS, edits }),
    Bundle.of<DatabaseCode>('database.ts', { names: NODE_GLOBALS, edits }),
    Bundle.of<TabCode>('tab.ts', { ...forTab, edits }),
    Bundle.of<TabCode>('tab.ts', { ...forTab, edits: [...edits, older] }),
    Bundle.of<SocketCode>('websocket.ts', { names: NODE_GLOBALS }),
  ]);
  return { node, database, tab, oldTab, socket };
}

export const GOOD_NETWORK: Weather['delay'] = [2, 40];
const GOOD_CABLE: Weather['delay'] = [0.1, 0.6];

type Command = { getMore?: bigint | number };

/** A world with a database, whose log the model reads. */
export class Stage {
  readonly world: World;
  readonly network: Network;
  readonly bundles: Bundles;
  disk: Disk;
  model: Model;
  database: SimulatedDatabase | null = null;
  readonly nodes: (SimulatedNode | null)[] = [];
  /** Of the connections of all nodes to the database. */
  readonly cable: Weather = { delay: GOOD_CABLE, isSilent: false };
  /** How many change streams cannot continue with their next read. */
  lostStreams = 0;
  /** How much later than the database's other answers change streams may hear of changes. */
  streamLagMs = 0;
  /** The share of the reads that a busy database refuses. */
  refusedReads = 0;
  onSent: (sent: SentAnswer) => void = () => undefined;
  /** The first rule that was broken. */
  problem: string | null = null;
  readonly #visitor: Program;

  constructor(seed: number, bundles: Bundles, disk = new Disk(), model?: Model) {
    this.bundles = bundles;
    this.world = new World(seed);
    this.network = new Network(this.world);
    this.disk = disk;
    const report = (problem: string) => this.report(problem);
    this.model = model?.copy(report) ?? new Model(report);
    this.#visitor = new Program(this.world, 'visitor');
  }

  readonly report = (problem: string): void => {
    this.problem ??= problem;
  };

  async startDatabase(): Promise<void> {
    const database = await startDatabase(this.world, this.network, {
      bundle: this.bundles.database,
      disk: this.disk,
      wrap: (code, engine, handler) => (request, connection) => {
        if (this.#isWell()) return handler(request, connection);
        const command = code.decode(request.body) as Command;
        const isOfStream = command.getMore !== undefined && engine.cursors.isChangeStream(BigInt(command.getMore));
        const refusal = this.#refusalOf(code, command, isOfStream);
        if (refusal) return code.encodeReply({ fields: code.errorFields(refusal) }, engine.changelog.now());
        const answer = handler(request, connection);
        return isOfStream && this.streamLagMs > 0 ? this.#late(answer) : answer;
      },
    });
    this.database = database;
    this.model.follow(database, () => this.world.now);
  }

  #isWell(): boolean {
    return this.lostStreams === 0 && this.refusedReads === 0 && this.streamLagMs === 0;
  }

  async #late<T>(answer: T | Promise<T>): Promise<T> {
    const { world } = this;
    const program = this.database?.program ?? null;
    const lag = world.random.below(this.streamLagMs);
    const ready = await answer;
    return new Promise((resolve) => world.after(lag, program, 'a late answer', () => resolve(ready)));
  }

  #refusalOf(code: DatabaseCode, command: Command, isOfStream: boolean) {
    if (this.lostStreams > 0 && isOfStream) {
      this.lostStreams -= 1;
      return new code.MongoError(286, 'the log no longer reaches back that far');
    }
    const isRead = 'find' in command || 'aggregate' in command;
    if (!isRead || !this.world.random.chance(this.refusedReads)) return null;
    return new code.MongoError(50, 'operation exceeded time limit');
  }

  /** Starts a node, and again when its start fails, as a process manager does. */
  startNode(index: number, skewMs = 0): Promise<void> {
    const { world, network, cable } = this;
    const name = `node ${index + 1}`;
    this.nodes[index] = null;
    const { node: bundle } = this.bundles;
    const onSent = (sent: SentAnswer) => this.onSent(sent);
    return startNode(world, network, { name, bundle, skewMs, weather: cable, onSent }).then(
      (node) => {
        this.nodes[index] = node;
      },
      () =>
        new Promise((resolve) => world.after(1000, null, 'a restart', () => resolve(this.startNode(index, skewMs)))),
    );
  }

  pickNode(): string {
    const running = this.nodes.flatMap((node) => (node ? [node.address] : []));
    return this.world.random.pick(running) ?? 'node 1';
  }

  /** A request that is not made by a tab. */
  ask(method: string, path: string, { cookie = '', body }: { cookie?: string; body?: object } = {}): Promise<Answer> {
    const weather: Weather = { delay: GOOD_NETWORK, isSilent: false };
    return this.world.settle(
      send(() => this.network.connect(this.#visitor, this.pickNode(), weather), {
        ...{ method, path, cookie },
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    );
  }
}

/** What every run begins with: people with accounts, and a list that they share. */
export interface Base {
  bundles: Bundles;
  disk: Disk;
  model: Model;
  people: Person[];
}

const NAMES = ['Ana', 'Ben', 'Cleo', 'Mira'];
const FILMS = 4;

export async function prepare(bundles: Bundles): Promise<Base> {
  const stage = new Stage(1, bundles);
  await stage.world.settle(stage.startDatabase());
  await stage.world.settle(stage.startNode(0));
  const { setupCode } = stage.nodes[0] as SimulatedNode;
  const people: Person[] = [];
  for (const name of NAMES) {
    const body = {
      ...{ email: `${name.toLowerCase()}@example.com`, password: 'correct horse battery' },
      ...{ firstName: name, lastName: 'Test', ...(people.length === 0 && { setupCode }) },
    };
    const answer = must(await stage.ask('POST', '/api/auth/register', { body }));
    const cookies = answer.headers['set-cookie'] ?? [];
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    people.push({ name, id: JSON.parse(answer.body).id, cookie });
  }
  for (const [index, owner] of people.entries()) {
    const { cookie } = owner;
    const list = JSON.parse(
      must(await stage.ask('POST', '/api/folders', { cookie, body: { name: `List of ${owner.name}` } })).body,
    );
    for (let number = 1; number <= FILMS; number++) {
      must(await stage.ask('POST', '/api/watchlist', { cookie, body: { folderId: list.id, ...film(number) } }));
    }
    const others = people.filter((_person, other) => other !== index && (index + other) % 3 !== 0);
    const all = { canView: true, canAdd: true, canRemove: true, canEdit: true, canShare: true, canManage: true };
    for (const other of others) {
      const invitation = JSON.parse(
        must(
          await stage.ask('POST', '/api/folder-invitations', {
            cookie,
            body: { folderId: list.id, invitedUserId: other.id, ...all },
          }),
        ).body,
      );
      must(
        await stage.ask('POST', `/api/folder-invitations/${invitation.id}/respond`, {
          cookie: other.cookie,
          body: { status: 'accepted' },
        }),
      );
    }
  }
  if (stage.problem) throw new Error(stage.problem);
  const base = { bundles, disk: stage.disk.copy(), model: stage.model, people };
  stage.world.end();
  return base;
}

function must(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  throw new Error(`the preparation was answered with ${answer.status}: ${answer.body}`);
}
