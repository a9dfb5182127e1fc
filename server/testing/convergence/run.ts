import type { Person } from '../people.ts';
import type { Sent } from './aim.ts';
import { bundleClient } from './clients.ts';
import { differences, logOf, read } from './compare.ts';
import { createRandom } from './random.ts';
import { takeStep, type World } from './steps.ts';
import { openSimulatedTab, type SimulatedTab } from './tab.ts';

export interface ConvergenceOptions {
  seed: number;
  /** The addresses of the nodes. Each request and connection goes to a random one. */
  urls: string[];
  people: { cookie: string; user: Pick<Person['user'], 'id' | 'firstName'> }[];
  tabsEach: number;
  /** How many steps are made, or what they accompany: they go on until it has ended. */
  steps: number | (() => Promise<void>);
  /** How many steps run at the same time. */
  width: number;
  /** True if a server error is expected, because the database is away. */
  isExpected?: (sent: Sent) => boolean;
}

export interface ConvergenceResult {
  /** The differences between tabs and database, and between log and confirmed writes. */
  problems: string[];
  writes: number;
  refused: number;
  folders: number;
  changes: number;
}

const SETTLE_MS = 60_000;

/** Makes random steps in several tabs of each person on a bad network. At the end every tab must equal the database. */
export async function converge(options: ConvergenceOptions): Promise<ConvergenceResult> {
  const { seed, urls, people, tabsEach, steps, width, isExpected = () => false } = options;
  const random = createRandom(seed);
  const pickUrl = () => random.pick(urls) ?? '';
  const sent: Sent[] = [];
  const problems: string[] = [];
  const clients = await bundleClient();
  const tabs: SimulatedTab[] = [];
  try {
    for (const { cookie, user } of people) {
      for (let tab = 1; tab <= tabsEach; tab++) {
        const name = `${user.firstName}'s tab ${tab}`;
        const client = await clients.next();
        const onSent = (one: Sent) => {
          if (one.method !== 'GET') sent.push(one);
          if (one.status >= 500 && !isExpected(one))
            problems.push(`${name}: ${one.method} ${one.path} answered ${one.status}`);
        };
        tabs.push(await openSimulatedTab({ name, cookie, userId: user.id, client, random, pickUrl, onSent }));
      }
    }
    const world: World = { random, tabs, userIds: people.map(({ user }) => user.id), films: 40 };
    for (const tab of tabs) await tab.folders.createFolder(`First list of ${tab.name}`);
    await takeSteps(world, steps, width, problems);

    await Promise.all(tabs.map((tab) => tab.settle()));
    problems.push(...(await waitUntilEqual(tabs, urls[0] ?? '')));
    const logs = await readLogs(tabs, urls[0] ?? '');
    problems.push(...checkLogs(logs, sent));
    const isRefused = ({ status }: Sent) => status >= 400;
    return {
      problems,
      writes: sent.filter((one) => !isRefused(one)).length,
      refused: sent.filter(isRefused).length,
      folders: logs.size,
      changes: [...logs.values()].reduce((sum, { opIds }) => sum + opIds.length, 0),
    };
  } finally {
    for (const tab of tabs) tab.close();
    await clients.remove();
  }
}

const PAUSE_MS = 50;

async function takeSteps(
  world: World,
  steps: ConvergenceOptions['steps'],
  width: number,
  problems: string[],
): Promise<void> {
  let left = typeof steps === 'number' ? steps : Number.POSITIVE_INFINITY;
  const walk = async () => {
    while (left > 0) {
      left -= 1;
      try {
        await takeStep(world);
      } catch (error) {
        // Refusals are expected. Any other error is a fault of the client.
        if (!['ApiError', 'OfflineError'].includes((error as Error).name))
          problems.push(String((error as Error).stack));
      }
      // Without a server, steps fail at once.
      if (typeof steps === 'number') await new Promise((resolve) => setImmediate(resolve));
      else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const walking = Promise.all(Array.from({ length: width }, walk));
  if (typeof steps === 'number') return void (await walking);
  await steps().finally(() => {
    left = 0;
  });
  await walking;
}

/** Waits for tabs to catch up and returns the differences that remain. */
export async function waitUntilEqual(tabs: SimulatedTab[], url: string): Promise<string[]> {
  const until = Date.now() + SETTLE_MS;
  let open = tabs;
  for (;;) {
    const found = await Promise.all(open.map((tab) => differences(tab, url)));
    open = open.filter((_tab, index) => (found[index]?.length ?? 0) > 0);
    if (open.length === 0) return [];
    if (Date.now() > until) return found.flat();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

type Log = { revs: number[]; opIds: (string | undefined)[]; rev: number };

async function readLogs(tabs: SimulatedTab[], url: string): Promise<Map<string, Log>> {
  const logs = new Map<string, Log>();
  for (const tab of tabs) {
    for (const { folder } of tab.client.replicasOf(tab.folders)) {
      const { id, userId } = folder;
      // Only the owner reads the whole log, members from their arrival on.
      if (logs.has(id) || userId !== tab.userId) continue;
      const log = await logOf(url, tab.cookie, id);
      const { rev } = await read<{ rev: number }>(url, tab.cookie, `/api/folders/${id}`);
      logs.set(id, { revs: log.map((change) => change.rev), opIds: log.map(({ opId }) => opId), rev });
    }
  }
  return logs;
}

/** Checks that no log has a gap in its revs and that each has the confirmed additions exactly once. */
function checkLogs(logs: Map<string, Log>, sent: Sent[]): string[] {
  const problems: string[] = [];
  for (const [id, { revs, rev }] of logs) {
    const isWhole = revs.length === rev && revs.every((one, index) => one === index + 1);
    if (!isWhole) problems.push(`The log of ${id} has ${revs.length} of ${rev} revs: ${revs.join()}`);
  }
  for (const { path, key, status, body } of sent) {
    if (path !== '/api/watchlist' || status !== 201) continue;
    const log = logs.get((body as { folderId: string }).folderId);
    const times = log?.opIds.filter((opId) => opId === key).length;
    if (log && times !== 1) problems.push(`The acknowledged addition ${key} is ${times} times in the log`);
  }
  return problems;
}
