import { type ConvergenceResult, converge } from '../../../../server/testing/convergence/run.ts';
import { type App, startApp, startSecondApp } from '../../lib/app.ts';
import type { Benchmark } from '../../lib/benchmark.ts';
import { makeWorld } from '../../lib/data/world.ts';

const PEOPLE = 4;
const STEPS_EACH = 2500;
const KILL_AFTER_MS = 4000;

export const r0: Benchmark = {
  id: 'R0',
  title: 'Equality of tabs and database after random changes on a bad network',
  async run({ isShort }) {
    const rounds = isShort ? 4 : 40;
    const first = Number(process.env.SEED) || Math.floor(Math.random() * 1e9);
    const app = await startApp();
    const results: ConvergenceResult[] = [];
    try {
      for (let round = 0; round < rounds; round++) results.push(await runRound(app, first + round, round % 2 === 1));
    } finally {
      await app.stop();
    }
    const sum = (of: (result: ConvergenceResult) => number) => results.reduce((total, one) => total + of(one), 0);
    const problems = results.flatMap((result) => result.problems);
    for (const problem of problems.slice(0, 20)) console.error(problem.slice(0, 500));
    return [
      {
        what: `${rounds * STEPS_EACH} random steps of ${PEOPLE * 2} tabs on 2 nodes, one killed in every other round: differences at the end`,
        control: `seeds from ${first}`,
        ours: `${problems.length}, after ${sum(({ writes }) => writes)} writes, ${sum(({ refused }) => refused)} refused`,
        ratio: null,
        goal: '0',
        isHeld: problems.length === 0,
      },
    ];
  },
};

async function runRound(app: App, seed: number, isKilled: boolean): Promise<ConvergenceResult> {
  let second = await startSecondApp(app);
  const urlOf = ({ port }: App) => `http://127.0.0.1:${port}`;
  const urls = [urlOf(app), urlOf(second)];
  const { people } = await makeWorld(app.databaseUri, { people: PEOPLE, items: 1, mark: `-${seed}` });
  const killing = isKilled ? killLater() : Promise.resolve();
  try {
    return await converge({
      seed,
      urls,
      people: people.map(({ id, cookie }, index) => ({ cookie, user: { id, firstName: `Person ${index}` } })),
      tabsEach: 2,
      steps: STEPS_EACH,
      width: 8,
    });
  } finally {
    await killing;
    await second.stop();
  }

  /** Kills the second node during the round and starts another in its place. */
  async function killLater(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS));
    process.kill(second.pid, 'SIGKILL');
    urls.length = 1;
    second = await startSecondApp(app);
    urls.push(urlOf(second));
  }
}
