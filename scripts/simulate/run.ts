import { acts } from './acts.ts';
import { checkHeard, checkReplicas, checkSent, checkSetAside, checkTab, checkTaken, differencesOf } from './checks.ts';
import type { Base } from './episode.ts';
import { faults } from './faults.ts';
import { NODES, Scene } from './scene.ts';
import { type Happening, isAfterAChange, isFault, type Schedule } from './schedule.ts';
import type { Exchange } from './tab.ts';
import { START } from './world.ts';

export interface Outcome {
  problem: string | null;
  /** The newest steps before the problem. */
  newest: string[];
  steps: number;
  /** The same for the same schedule. */
  trace: string;
  happened: Record<string, number>;
  /** Writes that a node has confirmed. */
  writes: number;
  virtualMs: number;
}

/** When the faults are over, everything is equal after so long. */
const EQUAL_WITHIN_MS = 180_000;

/** Plays a schedule from the base, and checks the rules after each step. */
export async function play(base: Base, schedule: Schedule, maxSteps = Number.POSITIVE_INFINITY): Promise<Outcome> {
  const run: Scene = new Scene(base, schedule, {
    onExchange: (exchange) => watchExchange(run, exchange),
    onHeard: (tab, text) => checkHeard(run, tab, text),
    onSent: (sent) => checkSent(run, sent),
    onTaken: (entry, earlier) => checkTaken(run, entry, earlier),
    onSetAside: (entry) => checkSetAside(run, entry),
  });
  const { world } = run;
  const outcome = (): Outcome => ({
    problem: run.problem,
    newest: world.newest(),
    steps: world.steps,
    trace: world.trace(),
    happened: run.happened,
    writes: run.writes,
    virtualMs: world.now - START,
  });
  const onRejection = (error: unknown) => run.report(`a promise was rejected: ${(error as Error)?.stack ?? error}`);
  process.on('unhandledRejection', onRejection);
  try {
    await begin(run);
    const lastStep = world.steps + maxSteps;
    let from = 0;
    for (const { events, until } of roundsOf(schedule)) {
      const beganAt = world.now - from;
      run.isHealing = false;
      for (const happening of events) {
        world.after(beganAt + happening.at - world.now, null, happening.kind, () => perform(run, happening));
      }
      await world.runUntil(() => run.problem !== null, { at: beganAt + until, steps: lastStep - world.steps });
      if (run.problem || world.steps >= lastStep) break;
      await settleAll(run);
      if (run.problem) break;
      from = until;
    }
    return outcome();
  } catch (error) {
    run.report(`the run stopped: ${(error as Error).stack}`);
    return outcome();
  } finally {
    process.off('unhandledRejection', onRejection);
    world.end();
  }
}

interface Round {
  events: Happening[];
  until: number;
}

/** The events up to each calm. The end of the schedule is one too. */
function roundsOf({ events, lasts }: Schedule): Round[] {
  const rounds: Round[] = [];
  let round: Happening[] = [];
  for (const event of [...events, { at: lasts, kind: 'calm', numbers: [] } as const]) {
    if (event.kind !== 'calm') {
      round.push(event);
      continue;
    }
    rounds.push({ events: round, until: event.at });
    round = [];
  }
  return rounds;
}

/** Waits until every tab has what the database has. */
async function settleAll(run: Scene): Promise<void> {
  const { world } = run;
  run.heal();
  const until = world.now + EQUAL_WITHIN_MS;
  for (;;) {
    await world.runUntil(() => run.problem !== null, { at: world.now + 1000 });
    if (run.problem) return;
    const differences = differencesOf(run);
    if (differences.length === 0) break;
    if (world.now < until) continue;
    run.report(`not equal ${EQUAL_WITHIN_MS / 1000} s after the faults: ${differences.slice(0, 6).join('; ')}`);
    return;
  }
}

async function begin(run: Scene): Promise<void> {
  const { world } = run;
  await world.settle(run.startDatabase());
  await world.settle(Promise.all(Array.from({ length: NODES }, (_, index) => run.startNode(index, run.skews[index]))));
  for (const tab of run.tabs) tab.open();
  world.afterStep = (program) => {
    const tab = run.tabs.find((one) => one.program === program);
    if (tab?.isOpen) checkReplicas(run, tab);
  };
}

function perform(run: Scene, happening: Happening): void {
  const { kind, numbers } = happening;
  run.happened[kind] = (run.happened[kind] ?? 0) + 1;
  if (isFault(kind)) {
    const act = () => {
      if (!run.isHealing) faults[kind](run, numbers);
    };
    const delay = ((numbers[3] ?? 0) % 3000) / 1000;
    if (!isAfterAChange(happening)) act();
    else run.model.afterNextChange(() => run.world.after(delay, null, `${kind} after a change`, act));
    return;
  }
  if (kind === 'calm') return;
  const tab = run.tabs[(numbers[0] ?? 0) % run.tabs.length];
  if (tab) tab.act(kind, () => acts[kind](tab, numbers, run));
}

/** After a fault, requests may fail for so long. */
const DISTURBED_MS = 90_000;

function watchExchange(run: Scene, exchange: Exchange): void {
  const { method, path, status, key, tab } = exchange;
  if (method !== 'GET' && status < 300) run.writes += 1;
  checkTab(run, exchange);
  if (key) run.answers.set(key, status);
  if (status < 500 || run.world.now - run.disturbedAt < DISTURBED_MS) return;
  run.report(`${tab.name}: ${method} ${path} answered ${status} ${exchange.body} (key ${key})`);
}
