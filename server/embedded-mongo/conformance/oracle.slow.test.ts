import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commandCase } from './oracle/commands.ts';
import { compareAll } from './oracle/compareAll.ts';
import { interleavingCase, playInterleaving } from './oracle/interleavings.ts';
import { playCommand } from './oracle/playCommand.ts';
import { type Servers, startServers } from './oracle/servers.ts';
import { playStream, streamCase } from './oracle/streams.ts';

/*
 * The same random work on the embedded database and on MongoDB: each answer must be equal, or a refusal by name. Runs
 * where MONGODB_URI is set or a mongod is on the PATH. ORACLE_SEED=<number> repeats a run; ORACLE_COMMANDS,
 * ORACLE_INTERLEAVINGS and ORACLE_STREAMS are the numbers of cases.
 */

const seed = Number(process.env.ORACLE_SEED ?? Math.floor(Math.random() * 2 ** 31));
const numberOf = (name: string, usual: number) => Number(process.env[`ORACLE_${name}`] ?? usual);
/** Many cases take long. */
const timeout = 60 * 60_000;

let servers: Servers | undefined;

beforeAll(async () => {
  servers = await startServers();
  if (!servers) {
    process.stderr.write('Not compared with MongoDB: MONGODB_URI is not set, and no mongod is on the PATH.\n');
  }
});

afterAll(() => servers?.stop());

describe('the same answers as MongoDB, or a refusal by name', () => {
  test(
    'commands',
    async () => {
      const count = numberOf('COMMANDS', 3000);
      if (!servers) return;
      const { refused } = await compareAll(servers, { seed, count, make: commandCase, play: playCommand });
      expect(refused).toBeLessThanOrEqual(count / 2);
    },
    timeout,
  );

  test(
    'interleaved transactions',
    async () => {
      const count = numberOf('INTERLEAVINGS', 100);
      if (!servers) return;
      const { refused } = await compareAll(servers, { seed, count, make: interleavingCase, play: playInterleaving });
      expect(refused).toBeLessThanOrEqual(count / 2);
    },
    timeout,
  );

  test(
    'change streams',
    async () => {
      const count = numberOf('STREAMS', 60);
      if (!servers) return;
      const { refused } = await compareAll(servers, { seed, count, make: streamCase, play: playStream });
      expect(refused).toBeLessThanOrEqual(count / 2);
    },
    timeout,
  );
});
