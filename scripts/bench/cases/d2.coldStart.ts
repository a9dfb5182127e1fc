import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from 'embedded-mongo';
import { buildChild } from 'embedded-mongo/testing';
import { MongoClient } from 'mongodb';
import { type Benchmark, type Finding, median } from '../lib/benchmark.ts';
import { addForeignItems } from '../lib/data/foreignItems.ts';

const items = 100_000;

export const d2: Benchmark = {
  id: 'D2',
  title: 'Start time and memory of the embedded database with 100,000 items',
  isOfEmbeddedOnly: true,
  async run({ repetitions }) {
    const dir = mkdtempSync(join(tmpdir(), 'mq-'));
    const { program, remove } = buildChild();
    try {
      let server = await startEmbedded({ dir, program });
      await index(server.uri);
      await addForeignItems(server.uri, items);
      const [times, memory]: [number[], number[]] = [[], []];
      for (let round = 0; round < Math.max(5, repetitions); round++) {
        await server.stop();
        const began = performance.now();
        server = await startEmbedded({ dir, program });
        const client = await MongoClient.connect(server.uri);
        await client.db().collection('items').findOne();
        times.push(performance.now() - began);
        for await (const _ of client.db().collection('items').find({}, { raw: true })) {
          // Reads everything once: the memory is that of a database in use.
        }
        await client.close();
        memory.push(anonymousMegabytes(server.pid));
      }
      await server.stop();
      return [
        row('time from the start to the first answer, 100,000 items', median(times), 1000, 'ms'),
        row('memory after reading all of them, without the pages of the data file', median(memory), 200, 'MB'),
      ];
    } finally {
      remove();
      rmSync(dir, { recursive: true, force: true });
    }
  },
};

async function index(uri: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  await client.db().collection('items').createIndex({ folderId: 1, _id: 1 });
  await client.db().collection('items').createIndex({ folderId: 1, mediaType: 1, tmdbId: 1 }, { unique: true });
  await client.close();
}

/** Leaves out the pages of the data file, which the system frees when it needs memory. */
function anonymousMegabytes(pid: number): number {
  return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function row(what: string, value: number, limit: number, unit: string): Finding {
  return {
    what,
    control: `${limit} ${unit}`,
    ours: `${value.toFixed(0)} ${unit}`,
    ratio: value / limit,
    goal: `≤ ${limit} ${unit}`,
    isHeld: value <= limit,
  };
}
