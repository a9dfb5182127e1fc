import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { d2 } from './cases/d2.coldStart.ts';
import { n1 } from './cases/n1.nodes.ts';
import { p1 } from './cases/p1.fanOut.ts';
import { p2 } from './cases/p2.edits.ts';
import { p3 } from './cases/p3.reads.ts';
import { p4 } from './cases/p4.wholeFolder.ts';
import { p5 } from './cases/p5.growth.ts';
import { p6 } from './cases/p6.start.ts';
import { p7 } from './cases/p7.memory.ts';
import { p8 } from './cases/p8.firstLoad.ts';
import { p9 } from './cases/p9.firstPoster.ts';
import { p10 } from './cases/p10.scrolling.ts';
import { p11 } from './cases/p11.result.ts';
import { p12 } from './cases/p12.seenMarks.ts';
import { p13 } from './cases/p13.import.ts';
import { p14 } from './cases/p14.episodes.ts';
import { p15 } from './cases/p15.webhooks.ts';
import { d1 } from './cases/reliability/d1.crashes.ts';
import { r0 } from './cases/reliability/r0.convergence.ts';
import { r1 } from './cases/reliability/r1.kills.ts';
import { r2 } from './cases/reliability/r2.restart.ts';
import { r3 } from './cases/reliability/r3.twoNodes.ts';
import { r4 } from './cases/reliability/r4.faults.ts';
import { r5 } from './cases/reliability/r5.endurance.ts';
import { r6 } from './cases/reliability/r6.requests.ts';
import { r9 } from './cases/reliability/r9.replicaSet.ts';
import { r10 } from './cases/reliability/r10.simulation.ts';
import type { Benchmark, Finding } from './lib/benchmark.ts';
import { root } from './lib/program.ts';
import { recommend } from './recommend.ts';
import { joinRows, type Row, toPage, toTable } from './report.ts';
import { tonight } from './tonight.ts';

const benchmarks: Benchmark[] = [
  p1,
  p2,
  p3,
  p4,
  p5,
  p6,
  p7,
  p8,
  p9,
  p10,
  p11,
  p12,
  p13,
  p14,
  p15,
  n1,
  r0,
  r1,
  r2,
  r3,
  r4,
  r5,
  r6,
  r9,
  r10,
  d1,
  d2,
  recommend,
  tonight,
];

// `npm run bench`, `npm run bench -- P3`, `npm run bench -- --short P1 P2`. With MONGODB_URI, each benchmark runs on the
// embedded database and then on MongoDB.
const args = process.argv.slice(2);
const isShort = args.includes('--short');
const ids = args.filter((arg) => !arg.startsWith('--')).map((arg) => arg.toUpperCase());
const unknown = ids.filter((id) => !benchmarks.some((benchmark) => benchmark.id === id));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The benchmarks are ${benchmarks.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}

const repetitions = 3;
const mongodbUri = process.env.MONGODB_URI;
const rows: Row[] = [];
for (const benchmark of benchmarks) {
  if (ids.length > 0 && !ids.includes(benchmark.id)) continue;
  console.error(`${benchmark.id}: ${benchmark.title} …`);
  const embedded = await runOn(undefined, benchmark);
  const mongodb = mongodbUri && !benchmark.isOfEmbeddedOnly ? await runOn(mongodbUri, benchmark) : [];
  rows.push(...joinRows(benchmark.id, embedded, mongodb));
}
console.log(toTable(rows));
// Only a run of all benchmarks is kept as the result.
if (ids.length === 0)
  writeFileSync(join(root, 'docs/benchmarks.md'), toPage({ benchmarks, rows, isShort, repetitions }));
if (rows.some(({ embedded, mongodb }) => embedded?.isHeld === false || mongodb?.isHeld === false)) process.exitCode = 1;

/** The programs of the benchmark take their database from this variable. */
function runOn(uri: string | undefined, benchmark: Benchmark): Promise<Finding[]> {
  if (uri) process.env.MONGODB_URI = uri;
  else delete process.env.MONGODB_URI;
  return benchmark.run({ isShort, repetitions });
}
