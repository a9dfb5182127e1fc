import { randomUUID } from 'node:crypto';
import { limits } from '../../../common/constants.ts';
import { type Answer, Connection } from './connection.ts';
import type { Person, World } from './data/world.ts';

interface WritersOptions {
  /** The port of the next connection. */
  pickPort: () => number;
  world: World;
  /** Paths that the owner reads all the time. Their answers are counted too. */
  reads?: readonly string[];
  /** How long a writer waits between two operations. */
  pauseMs?: number;
  /** After so long a request on the next connection counts as unanswered, and is sent again on another one. */
  pickPatienceMs?: () => number;
}

interface Operation {
  method: string;
  path: string;
  body?: object;
  /** The status of an answer that confirms the operation. */
  done: number;
}

/** A confirmed operation, with what a repetition of its request must answer. */
export interface Confirmed {
  operation: Operation;
  cookie: string;
  body: string;
}

const RETRY_AFTER_MS = 50;
const PATIENCE_MS = 60_000;

const watchedPath = (itemId: string) => `/api/watchlist/${itemId}/watched`;

/** The people of a world, who write to its folder, each one operation after another. */
export class Writers {
  /** All operations that the server has confirmed, by their ids. */
  readonly acknowledged = new Map<string, Confirmed>();
  /** The longest time that a request took, and the longest time in which no operation was confirmed. */
  readonly longest = { requestMs: 0, pauseMs: 0 };
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  /** Wrong answers: any status other than the expected one or 503, or 503 without Retry-After. */
  readonly wrong: string[] = [];
  private readonly options: WritersOptions;
  private readonly keptEach: number;
  private readonly working: Promise<void>[];
  private isOver = false;
  private onDone = () => {};
  private tmdbId = 1_000_000;
  private lastConfirmedAt = performance.now();

  constructor(options: WritersOptions) {
    this.options = options;
    const { world, reads = [] } = options;
    this.keptEach = limits.itemsPerList / 2 / world.people.length;
    const [owner, ...others] = world.people as [Person, ...Person[]];
    this.working = [
      this.write(owner, true),
      ...others.map((person) => this.write(person, false)),
      ...reads.map((path) => this.read(path, owner)),
    ];
  }

  /** Resolves when that many more operations are confirmed. Rejects after a minute. */
  until(more: number): Promise<void> {
    const enough = this.acknowledged.size + more;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('No operation is confirmed any more')), PATIENCE_MS);
      this.onDone = () => {
        if (this.acknowledged.size < enough) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Stops the writers. Resolves when every operation that was begun has its answer. */
  async finish(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.working);
  }

  /** Adds items and marks them as watched. The owner also removes them again. */
  private async write(person: Person, isOwner: boolean): Promise<void> {
    const client = new RetryingClient(this.options, person.cookie);
    let kept = 0;
    let lastId = '';
    while (!this.isOver) {
      await pause(this.options.pauseMs ?? 0);
      // Members keep what they add: on a fast machine the list would be full before the end.
      if (kept >= this.keptEach) {
        const body = { watched: kept++ % 2 === 0 };
        await this.perform(client, { method: 'PATCH', path: watchedPath(lastId), body, done: 200 });
        continue;
      }
      const id = await this.addItem(client);
      if (!id || this.isOver) continue;
      await this.perform(client, { method: 'PATCH', path: watchedPath(id), body: { watched: true }, done: 200 });
      if (isOwner) await this.perform(client, { method: 'DELETE', path: `/api/watchlist/${id}`, done: 204 });
      else kept += 1;
      lastId = id;
    }
    client.close();
  }

  private async addItem(client: RetryingClient): Promise<string | undefined> {
    this.tmdbId += 1;
    const { folderId } = this.options.world;
    const body = { folderId, tmdbId: this.tmdbId, mediaType: 'movie', title: `Film ${this.tmdbId}` };
    const answer = await this.perform(client, { method: 'POST', path: '/api/watchlist', body, done: 201 });
    return (JSON.parse(answer?.body ?? '{}') as { id?: string }).id;
  }

  /** Sends an operation under the same id until it is confirmed, or refused with a status below 500. */
  private async perform(client: RetryingClient, operation: Operation): Promise<Answer | null> {
    const opId = randomUUID();
    for (;;) {
      const sentAt = performance.now();
      const answer = await client.send(operation, opId);
      this.longest.requestMs = Math.max(this.longest.requestMs, performance.now() - sentAt);
      if (answer) this.note(answer, operation);
      if (answer?.status === operation.done) {
        this.confirm(opId, { operation, cookie: client.cookie, body: answer.body });
        return answer;
      }
      if (answer && answer.status < 500) return null;
      await pause(RETRY_AFTER_MS);
    }
  }

  private confirm(opId: string, confirmed: Confirmed): void {
    this.acknowledged.set(opId, confirmed);
    const now = performance.now();
    this.longest.pauseMs = Math.max(this.longest.pauseMs, now - this.lastConfirmedAt);
    this.lastConfirmedAt = now;
    this.onDone();
  }

  private async read(path: string, { cookie }: Person): Promise<void> {
    const client = new RetryingClient(this.options, cookie);
    while (!this.isOver) {
      const operation = { method: 'GET', path, done: 200 };
      const answer = await client.send(operation);
      if (answer) this.note(answer, operation);
      await pause(RETRY_AFTER_MS);
    }
    client.close();
  }

  private note(answer: Answer, { method, path, done }: Operation): void {
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    const isRetryLater = answer.status === 503 && /\nretry-after: \d/i.test(answer.head);
    if (answer.status === done || isRetryLater) return;
    this.wrong.push(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type ClientOptions = Pick<WritersOptions, 'pickPort' | 'pickPatienceMs'>;

/** Opens a new connection when the last one broke. A request without an answer gives null. */
export class RetryingClient {
  readonly cookie: string;
  private readonly options: ClientOptions;
  private connection: Connection | null = null;

  constructor(options: ClientOptions, cookie: string) {
    this.options = options;
    this.cookie = cookie;
  }

  async send({ method, path, body }: Operation, opId?: string): Promise<Answer | null> {
    const { pickPort, pickPatienceMs } = this.options;
    this.connection ??= new Connection(pickPort(), pickPatienceMs?.());
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
