import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { makeWorld, type World } from './data/world.ts';
import type { Stage } from './faults.ts';
import { type Confirmed, RetryingClient } from './writers.ts';

const LISTS = 4;
/** A primary that is cut off still takes writes for about ten seconds. */
const PATIENCE_MS = 1000;
const PAUSE_MS = 200;
const GIVE_UP_AFTER_MS = 60_000;

interface List {
  world: World;
  acknowledged: Map<string, Confirmed>;
}

/**
 * Writes whose answer does not come, and which are sent again at once to the other node. A node that answered them from a
 * commit without a majority would confirm a write that is rolled back. Each is in a list of its own, because writes to one
 * list wait for each other.
 */
export class EarlyRepeats {
  readonly lists: readonly List[];
  /** Answers to a repeat that most members of the replica set did not have. */
  readonly wrong: string[] = [];

  static async prepare(databaseUri: string, mark: string): Promise<EarlyRepeats> {
    const lists: List[] = [];
    for (let index = 0; index < LISTS; index += 1) {
      const world = await makeWorld(databaseUri, { people: 1, items: 1, mark: `${mark}-early${index}` });
      lists.push({ world, acknowledged: new Map() });
    }
    return new EarlyRepeats(lists);
  }

  private constructor(lists: readonly List[]) {
    this.lists = lists;
  }

  /** Resolves when all are confirmed, or after a minute. */
  async run({ set, nodes }: Stage): Promise<void> {
    const ports = nodes.map(({ port }) => port);
    await Promise.all(
      this.lists.map(async ({ world, acknowledged }, index) => {
        const opId = randomUUID();
        const confirmed = await write(world, opId, (attempt) => ports[(index + attempt) % ports.length] ?? 0);
        if (!confirmed) return;
        acknowledged.set(opId, confirmed);
        const isHeld = await set.isHeldByMajority('operations', { _id: `${world.people[0]?.id}:${opId}` });
        if (!isHeld)
          this.wrong.push(`An early repeat was answered ${confirmed.body}, which the majority does not have`);
      }),
    );
  }
}

/** Sends a write again and again, each time to the next port, until it is confirmed. */
async function write(world: World, opId: string, portOf: (attempt: number) => number): Promise<Confirmed | null> {
  const cookie = world.people[0]?.cookie ?? '';
  const body = { folderId: world.folderId, tmdbId: 1_000_000, mediaType: 'movie', title: 'An early repeat' };
  const operation = { method: 'POST', path: '/api/watchlist', body, done: 201 };
  const until = performance.now() + GIVE_UP_AFTER_MS;
  for (let attempt = 0; performance.now() < until; attempt += 1) {
    const client = new RetryingClient({ pickPort: () => portOf(attempt), pickPatienceMs: () => PATIENCE_MS }, cookie);
    const answer = await client.send(operation, opId);
    client.close();
    if (answer?.status === operation.done) return { operation, cookie, body: answer.body };
    await setTimeout(PAUSE_MS);
  }
  return null;
}
