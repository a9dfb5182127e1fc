import { median } from '../lib/benchmark.ts';
import { Connection, expectStatus } from '../lib/connection.ts';

export interface Target {
  port: number;
  cookie: string;
  folderId: string;
  itemId: string;
}

export interface GrowthArgs {
  small: Target;
  large: Target;
  rounds: number;
  /** Part of the ids of added items, which must be new to the folder. */
  repetition: number;
}

export interface Measured {
  what: string;
  /** The median time of one request, in milliseconds. */
  small: number;
  large: number;
}

type Ask = (connection: Connection, target: Target, round: number) => Promise<unknown>;

const get =
  (path: (target: Target) => string): Ask =>
  async (connection, target) =>
    expectStatus(await connection.send('GET', path(target), { cookie: target.cookie }), 200);

export const password = 'a long enough password';
export const email = 'signs.in@example.org';

const requests: [what: string, ask: Ask][] = [
  ['list the items of a list', get(({ folderId }) => `/api/folders/${folderId}/items`)],
  ['filter them by films', get(({ folderId }) => `/api/folders/${folderId}/items?filter=movies&limit=20`)],
  ['list own lists', get(() => '/api/folders')],
  ['list invitations', get(() => '/api/folder-invitations')],
  [
    'toggle watched',
    async (connection, { itemId, cookie }, round) => {
      const body = JSON.stringify({ watched: round % 2 === 0 });
      expectStatus(await connection.send('PATCH', `/api/watchlist/${itemId}/watched`, { cookie }, body), 200);
    },
  ],
  [
    'add an item',
    async (connection, { folderId, cookie }, round) => {
      const body = JSON.stringify({ folderId, tmdbId: 5_000_000 + round, mediaType: 'tv', title: `New ${round}` });
      expectStatus(await connection.send('POST', '/api/watchlist', { cookie }, body), 201);
    },
  ],
  [
    'sign in',
    async (connection) => {
      const body = JSON.stringify({ email, password });
      expectStatus(await connection.send('POST', '/api/auth/login', {}, body), 200);
    },
  ],
];

/** Sends the same requests in turn to a server with few items of other people and to one with many. */
export async function run({ small, large, rounds, repetition }: GrowthArgs): Promise<Measured[]> {
  const targets = [small, large] as const;
  const connections = targets.map(({ port }) => new Connection(port)) as [Connection, Connection];
  const results: Measured[] = [];
  for (const [what, ask] of requests) {
    const times: [number[], number[]] = [[], []];
    for (let round = -5; round < rounds; round++) {
      for (const side of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const began = performance.now();
        await ask(connections[side], targets[side], repetition * 1000 + round + 5);
        if (round >= 0) times[side].push(performance.now() - began);
      }
    }
    results.push({ what, small: median(times[0]), large: median(times[1]) });
  }
  for (const connection of connections) connection.close();
  return results;
}
