import { randomUUID } from 'node:crypto';
import { limits } from '../../../common/constants.ts';
import { type Answer, Connection } from './connection.ts';
import type { Person, World } from './data/world.ts';

export interface Writers {
  /** The ids of all operations that were answered as done. */
  acknowledged: ReadonlySet<string>;
  /** How often there was an answer of each status. */
  statuses: ReadonlyMap<number, number>;
  /** Answers that nobody should have got: other than done or 503, or 503 without Retry-After. */
  wrong: readonly string[];
  /** Resolves when so many more operations are done; rejects after a minute. */
  until(more: number): Promise<void>;
  /** Every writer finishes what it is at: an operation is sent, under the same id, until there is an answer. */
  finish(): Promise<void>;
}

interface WritersOptions {
  /** Where the next connection goes. */
  pickPort: () => number;
  world: World;
  /** Paths that somebody reads meanwhile, over and over: their answers count as the writers' do. */
  reads?: readonly string[];
}

interface Operation {
  method: string;
  path: string;
  body?: object;
  done: number;
}

const AGAIN_AFTER_MS = 50;
const PATIENCE_MS = 60_000;

const watchedPath = (itemId: string) => `/api/watchlist/${itemId}/watched`;

/** The world's people at work on its folder, one operation after another; the owner also takes things out again. */
export function startWriters({ pickPort, world, reads = [] }: WritersOptions): Writers {
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  let isOver = false;
  let onDone = () => {};
  let tmdbId = 1_000_000;
  const keptEach = limits.itemsPerList / 2 / world.people.length;

  const note = (answer: Answer, { method, path, done }: Operation) => {
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const isAway = answer.status === 503 && /\nretry-after: \d/i.test(answer.head);
    if (answer.status !== done && !isAway)
      wrong.push(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
  };

  async function write(person: Person, isOwner: boolean): Promise<void> {
    const client = new PatientClient(pickPort, person.cookie);
    let kept = 0;
    let lastId = '';
    while (!isOver) {
      // What members add stays: on a quick machine the list would be full before the end.
      if (kept >= keptEach) {
        await perform({ method: 'PATCH', path: watchedPath(lastId), body: { watched: kept++ % 2 === 0 }, done: 200 });
        continue;
      }
      tmdbId += 1;
      const facts = { folderId: world.folderId, tmdbId, mediaType: 'movie', title: `Film ${tmdbId}` };
      const added = await perform({ method: 'POST', path: '/api/watchlist', body: facts, done: 201 });
      const { id } = JSON.parse(added?.body ?? '{}') as { id?: string };
      if (!id || isOver) continue;
      await perform({ method: 'PATCH', path: watchedPath(id), body: { watched: true }, done: 200 });
      if (isOwner) await perform({ method: 'DELETE', path: `/api/watchlist/${id}`, done: 204 });
      else kept += 1;
      lastId = id;
    }
    client.close();

    async function perform(operation: Operation): Promise<Answer | null> {
      const opId = randomUUID();
      for (;;) {
        const answer = await client.send(operation, opId);
        if (answer) note(answer, operation);
        if (answer?.status === operation.done) {
          acknowledged.add(opId);
          onDone();
          return answer;
        }
        // Refused for good; what failed on the way is tried again, as the same operation.
        if (answer && answer.status < 500) return null;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    }
  }

  async function read(path: string, { cookie }: Person): Promise<void> {
    const client = new PatientClient(pickPort, cookie);
    while (!isOver) {
      const operation = { method: 'GET', path, done: 200 };
      const answer = await client.send(operation);
      if (answer) note(answer, operation);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
    client.close();
  }

  const [owner, ...others] = world.people as [Person, ...Person[]];
  const working = [
    write(owner, true),
    ...others.map((person) => write(person, false)),
    ...reads.map((path) => read(path, owner)),
  ];
  return {
    acknowledged,
    statuses,
    wrong,
    until(more) {
      const enough = acknowledged.size + more;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('Nothing is acknowledged any more')), PATIENCE_MS);
        onDone = () => {
          if (acknowledged.size < enough) return;
          clearTimeout(timer);
          resolve();
        };
      });
    },
    async finish() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

/** A connection that is made anew once it broke; what got no answer gives null. */
class PatientClient {
  private readonly pickPort: () => number;
  private readonly cookie: string;
  private connection: Connection | null = null;

  constructor(pickPort: () => number, cookie: string) {
    this.pickPort = pickPort;
    this.cookie = cookie;
  }

  async send({ method, path, body }: Operation, opId?: string): Promise<Answer | null> {
    this.connection ??= new Connection(this.pickPort());
    const headers = { cookie: this.cookie, ...(opId ? { 'idempotency-key': opId } : {}) };
    try {
      return await this.connection.send(method, path, headers, body && JSON.stringify(body));
    } catch {
      this.close();
      return null;
    }
  }

  close(): void {
    this.connection?.close();
    this.connection = null;
  }
}
