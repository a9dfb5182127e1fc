import { Connection, expectStatus } from '../lib/connection.ts';

export interface ReadsArgs {
  port: number;
  path: string;
  cookie: string;
  connections: number;
  seconds: number;
  /** Sends the ETag of the first answer and expects 304. */
  isConditional: boolean;
}

export interface ReadsResult {
  perSecond: number;
  bytes: number;
}

export async function run(args: ReadsArgs): Promise<ReadsResult> {
  const first = new Connection(args.port);
  const answer = await first.send('GET', args.path, { cookie: args.cookie });
  const bytes = expectStatus(answer, 200).length;
  first.close();
  const etag = /\netag: (.*)/i.exec(answer.head)?.[1]?.trim() ?? '';
  if (args.isConditional && !etag) throw new Error('The answer has no ETag');

  const headers: Record<string, string> = args.isConditional
    ? { cookie: args.cookie, 'if-none-match': etag }
    : { cookie: args.cookie };
  const status = args.isConditional ? 304 : 200;
  const connections = Array.from({ length: args.connections }, () => new Connection(args.port));
  const read = async (milliseconds: number): Promise<number> => {
    const until = performance.now() + milliseconds;
    let count = 0;
    await Promise.all(
      connections.map(async (connection) => {
        while (performance.now() < until) {
          expectStatus(await connection.send('GET', args.path, headers), status);
          count += 1;
        }
      }),
    );
    return count;
  };
  await read(700);
  const began = performance.now();
  const count = await read(args.seconds * 1000);
  const perSecond = (count / (performance.now() - began)) * 1000;
  for (const connection of connections) connection.close();
  return { perSecond, bytes };
}
