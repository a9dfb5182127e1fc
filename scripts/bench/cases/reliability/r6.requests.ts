import { readFileSync, writeFileSync } from 'node:fs';
import { type App, startApp } from '../../lib/app.ts';
import type { Benchmark, Finding } from '../../lib/benchmark.ts';
import { Connection } from '../../lib/connection.ts';
import { type FullWorld, makeFullWorld } from '../../lib/data/fullWorld.ts';
import { openTab } from '../../lib/tab.ts';

const MOST_CPU_SECONDS = 0.5;
const MOST_MEMORY_MB = 150;
/** How long a small read of another person may wait meanwhile. */
const MOST_WAIT_SECONDS = 0.5;
const READ_EVERY_MS = 20;
const ROUNDS = 3;
const SETTLE_MS = 300;

/** A request by a person whose quotas are used up. `prepare` runs before it and is not measured. */
interface Request {
  what: string;
  send(world: FullWorld, client: Client): Promise<unknown>;
  prepare?(world: FullWorld, client: Client): Promise<unknown>;
  /** It rests between slices of work, so the limit is for its processor time in each second. */
  isInSlices?: boolean;
}

interface Client {
  port: number;
  /** Returns the parsed body, or throws if the status is not a success. */
  call(method: string, path: string, body?: object): Promise<unknown>;
}

const dismissOne = async (_world: FullWorld, { call }: Client) => {
  nextTitle += 1;
  await call('POST', '/api/recommendations/dismissed', { mediaType: 'movie', tmdbId: nextTitle });
};

let nextTitle = 5_000_000;
const newTitle = () => {
  nextTitle += 1;
  return { tmdbId: nextTitle, mediaType: 'movie', title: `Film ${nextTitle}`, overview: 'x'.repeat(5000) };
};

/** For answers in pieces of unknown length, which `call` does not read. */
const download =
  (path: string): Request['send'] =>
  async ({ person }, { port }) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: person.cookie } });
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };

const requests: Request[] = [
  {
    what: 'recommendations, 2,000 reviews with 20,000 characters each',
    prepare: dismissOne,
    send: (_world, { call }) => call('GET', '/api/recommendations?limit=40'),
  },
  {
    what: 'recommendations for a list of 10,000 titles and 1,000 members',
    prepare: dismissOne,
    send: ({ largeId }, { call }) => call('GET', `/api/folders/${largeId}/recommendations`),
  },
  {
    what: 'a list of 10,000 titles and 1,000 members',
    send: ({ largeId }, { call }) => call('GET', `/api/folders/${largeId}`),
  },
  {
    what: 'the first 200 titles of that list',
    send: ({ largeId }, { call }) => call('GET', `/api/folders/${largeId}/items?limit=200`),
  },
  {
    what: 'the first 200 titles of that list with a filter',
    send: ({ largeId }, { call }) => call('GET', `/api/folders/${largeId}/items?limit=200&filter=tv`),
  },
  { what: 'the members of that list', send: ({ largeId }, { call }) => call('GET', `/api/folders/${largeId}/shares`) },
  {
    what: 'the last 500 changes of that list',
    send: ({ largeId }, { call }) => call('GET', `/api/folders/${largeId}/changes?since=0`),
  },
  { what: '200 titles of all own lists', send: (_world, { call }) => call('GET', '/api/watchlist?limit=200') },
  { what: 'a page of 500 own lists', send: (_world, { call }) => call('GET', '/api/folders') },
  { what: 'a page of 520 shared lists', send: (_world, { call }) => call('GET', '/api/shared-folders') },
  {
    what: 'the lists of another person',
    send: ({ person }, { call }) => call('GET', `/api/users/${person.id}/folders`),
  },
  { what: 'a page of 1,000 users', send: (_world, { call }) => call('GET', '/api/users') },
  { what: 'a search for users', send: (_world, { call }) => call('GET', '/api/users/search?q=example') },
  {
    what: 'a search for films',
    send: (_world, { call }) => call('GET', '/api/movies/search?q=the%20of%20a%20love%20man'),
  },
  { what: 'popular films with filters', send: (_world, { call }) => call('GET', '/api/movies/popular?page=40') },
  { what: 'the API description', send: (_world, { call }) => call('GET', '/api/openapi.json') },
  {
    what: 'sync of a new tab',
    send: async ({ person }, { port }) => {
      const tab = await openTab(port, person.cookie, () => undefined);
      await tab.ask('sync', { folders: {}, userRev: 0 });
      tab.close();
    },
  },
  {
    what: 'adding the 10,000th title to a list with 1,000 members',
    send: async (world, { call }) => {
      world.added = (await call('POST', '/api/watchlist', { folderId: world.largeId, ...newTitle() })) as {
        id: string;
      };
    },
  },
  {
    what: 'undoing the removal of that title',
    prepare: async (world, { call }) => {
      await call('DELETE', `/api/watchlist/${world.added.id}`);
      world.removedRev = ((await call('GET', `/api/folders/${world.largeId}`)) as { rev: number }).rev;
    },
    send: ({ largeId, removedRev }, { call }) => call('POST', `/api/folders/${largeId}/changes/${removedRev}/undo`),
  },
  {
    what: 'filling Reviewed from reviews, one page',
    send: (_world, { call }) => call('POST', '/api/reviews/backfill'),
  },
  {
    what: 'the export of the account, for each second',
    isInSlices: true,
    send: download('/api/export'),
  },
  {
    what: 'the export for Letterboxd, for each second',
    isInSlices: true,
    send: download('/api/export?format=letterboxd'),
  },
  {
    what: 'a review of 20,000 characters',
    send: (_world, { call }) => call('POST', '/api/reviews', { ...newTitle(), rating: 4, comment: 'x'.repeat(20_000) }),
  },
  {
    what: 'a new username, shown in 520 shared lists',
    send: (_world, { call }) => {
      nextTitle += 1;
      return call('PUT', '/api/user/username', { username: `name${nextTitle}` });
    },
  },
  {
    what: 'deleting a list of 10,000 titles and 1,000 members',
    send: ({ spareIds }, { call }) => call('DELETE', `/api/folders/${spareIds.pop()}`),
  },
];

export const r6: Benchmark = {
  id: 'R6',
  title: 'Cost of the most expensive requests of one person',
  async run() {
    const app = await startApp();
    const world = await makeFullWorld(app.databaseUri, ROUNDS + 1);
    const client: Client = {
      port: app.port,
      async call(method, path, body) {
        // A new connection, because the server closes idle ones.
        const connection = new Connection(app.port);
        const headers = { cookie: world.person.cookie };
        const answer = await connection.send(method, path, headers, body && JSON.stringify(body));
        connection.close();
        const isSuccess = answer.status >= 200 && answer.status < 300;
        if (!isSuccess) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 300)}`);
        return answer.body ? JSON.parse(answer.body) : null;
      },
    };
    const findings: Finding[] = [];
    try {
      for (const request of requests) findings.push(await measure(app, world, request, client));
    } finally {
      await app.stop();
    }
    return findings;
  },
};

/**
 * The largest CPU time and growth of resident memory in several rounds, of the node and its database together, and the
 * longest time that another request took meanwhile.
 */
async function measure(app: App, world: FullWorld, request: Request, client: Client): Promise<Finding> {
  let [cpu, memory, wait] = [0, 0, 0];
  // The first round warms up, because a node does some work only once after its start.
  for (let round = 0; round <= ROUNDS; round += 1) {
    await request.prepare?.(world, client);
    await app.memory();
    await settle();
    const pids = [app.pid, ...app.children()];
    const before = { cpu: sum(pids, cpuSeconds), memory: sum(pids, residentNow) };
    const others = readMeanwhile(client);
    const began = performance.now();
    await request.send(world, client);
    const seconds = request.isInSlices ? Math.max(1, (performance.now() - began) / 1000) : 1;
    const waited = await others.stop();
    await settle();
    if (round === 0) continue;
    wait = Math.max(wait, waited);
    cpu = Math.max(cpu, (sum(pids, cpuSeconds) - before.cpu) / seconds);
    memory = Math.max(memory, (sum(pids, residentPeak) - before.memory) / 1024);
  }
  return {
    what: request.what,
    control: '–',
    ours: `${cpu.toFixed(2)} s CPU, ${memory.toFixed(0)} MB, others ${wait.toFixed(2)} s`,
    ratio: null,
    goal: `≤ ${MOST_CPU_SECONDS} s, ${MOST_MEMORY_MB} MB, ${MOST_WAIT_SECONDS} s`,
    isHeld: cpu <= MOST_CPU_SECONDS && memory <= MOST_MEMORY_MB && wait <= MOST_WAIT_SECONDS,
  };
}

/** Sends small reads, which ask the database, until it is stopped. Resolves with the longest time of one, in seconds. */
function readMeanwhile({ call }: Client): { stop(): Promise<number> } {
  let isStopped = false;
  let longest = 0;
  const read = async () => {
    while (!isStopped) {
      const began = performance.now();
      await call('GET', '/api/auth/user');
      longest = Math.max(longest, (performance.now() - began) / 1000);
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
  };
  const reading = read();
  return {
    async stop() {
      isStopped = true;
      await reading;
      return longest;
    },
  };
}

/** Work that continues after the answer counts too. */
const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

const sum = (pids: readonly number[], of: (pid: number) => number) => pids.reduce((total, pid) => total + of(pid), 0);

/** Linux counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident kilobytes. Resets the peak. */
function residentNow(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return kilobytes(pid, 'VmRSS');
}

const residentPeak = (pid: number) => kilobytes(pid, 'VmHWM');

function kilobytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
}
