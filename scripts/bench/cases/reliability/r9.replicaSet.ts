import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort, findMongod } from 'embedded-mongo/testing/mongod';
import { findNginx, startNginx } from '../../../demo/nginx.ts';
import type { Benchmark, Finding } from '../../lib/benchmark.ts';
import { type Round, runRound } from '../../lib/faultRound.ts';
import { type Fault, faults, type Stage, startNodes } from '../../lib/faults.ts';
import { root } from '../../lib/program.ts';
import { ReplicaSet } from '../../lib/replicaSet.ts';

/** As docs/operations.md says. */
const TRANSACTION_SECONDS = 5;

// FAULT='node|restarted' runs only the faults that match, ROUNDS=3 sets how many rounds of each.
export const r9: Benchmark = {
  id: 'R9',
  title:
    'Correctness while members of a replica set and nodes fail, where mongod and nginx are on the PATH: writes lost, applied twice, half applied, differences of tabs, wrong answers; longest request, longest time without a write',
  // It starts its own MongoDB, so the one at MONGODB_URI makes no difference.
  isOfEmbeddedOnly: true,
  async run({ isShort }) {
    const program = findMongod();
    const nginx = findNginx();
    if (!program || !nginx) {
      console.error('R9 was left out: it needs mongod and nginx on the PATH.');
      return [];
    }
    const rounds = Number(process.env.ROUNDS) || (isShort ? 1 : 6);
    const results = faults
      .filter(({ name }) => new RegExp(process.env.FAULT ?? '').test(name))
      .map((fault) => ({ fault, done: [] as Round[] }));
    const set = await ReplicaSet.start({ program, transactionSeconds: TRANSACTION_SECONDS });
    const nodes: Stage['nodes'] = [];
    const folder = mkdtempSync(join(tmpdir(), 'mq-nginx-'));
    const nodePorts = [await findFreePort(), await findFreePort()];
    const proxyPort = await findFreePort();
    const dockerConf = join(root, 'docker/nginx.conf');
    const proxy = startNginx(nginx, { folder, port: proxyPort, nodePorts, dockerConf });
    const stage: Stage = { set, nodes, nodePorts, proxyPort };
    try {
      await startNodes(stage, [0, 1]);
      while (!(await isAnswering(proxyPort))) await setTimeout(50);
      for (let round = 0; round < rounds; round += 1) {
        for (const { fault, done } of results) {
          const result = await runRound(stage, fault);
          console.error(`R9: ${fault.name}: ${JSON.stringify(result)}`);
          done.push(result);
        }
      }
    } finally {
      proxy.kill();
      rmSync(folder, { recursive: true, force: true });
      await Promise.all(nodes.map((node) => node.kill()));
      await set.stop();
    }
    return results.map(({ fault, done }) => toFinding(fault, done));
  },
};

const isAnswering = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

function toFinding({ name, limits = {} }: Fault, rounds: readonly Round[]): Finding {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const counts = [
    sum(({ lost }) => lost),
    sum(({ twice }) => twice),
    sum(({ half }) => half),
    sum(({ differing }) => differing),
    sum(({ wrong }) => wrong),
  ];
  const requestMs = Math.max(...rounds.map(({ longestRequestMs }) => longestRequestMs));
  const pauseMs = Math.max(...rounds.map(({ longestPauseMs }) => longestPauseMs));
  const { requestMs: longestRequest = Number.POSITIVE_INFINITY, pauseMs: longestPause = Number.POSITIVE_INFINITY } =
    limits;
  return {
    what: `${name}, ${rounds.length} rounds, ${sum(({ acknowledged }) => acknowledged)} writes`,
    control: 'none',
    ours: `${counts.join(', ')}; ${inSeconds(requestMs)}, ${inSeconds(pauseMs)}`,
    ratio: null,
    goal: `0, 0, 0, 0, 0; ${goalOf(limits.requestMs)}, ${goalOf(limits.pauseMs)}`,
    isHeld: counts.every((count) => count === 0) && requestMs <= longestRequest && pauseMs <= longestPause,
  };
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const goalOf = (ms: number | undefined) => (ms === undefined ? '–' : `≤ ${inSeconds(ms)}`);
