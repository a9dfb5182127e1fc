import { setTimeout } from 'node:timers/promises';
import { type App, startSecondApp } from './app.ts';
import type { ReplicaSet } from './replicaSet.ts';

/** Two nodes on a replica set of three, behind nginx, which does not know which nodes are alive. */
export interface Stage {
  set: ReplicaSet;
  nodes: App[];
  /** Each node keeps its port when it starts again. */
  nodePorts: readonly number[];
  proxyPort: number;
}

/** How long a write may take, and a list may stay unwritable, while only nodes fail. Elections of MongoDB take longer. */
interface Limits {
  requestMs?: number;
  pauseMs?: number;
}

export interface Fault {
  name: string;
  /** Makes the fault, waits, and ends it. `repeatEarly` is called when the primary has just lost its majority. */
  run(stage: Stage, repeatEarly: () => Promise<void>): Promise<void>;
  limits?: Limits;
}

const pause = (seconds: number) => setTimeout(seconds * 1000);

export const faults: Fault[] = [
  { name: 'primary killed', run: ({ set }) => killMember(set, 'findPrimary') },
  { name: 'secondary killed', run: ({ set }) => killMember(set, 'findSecondary') },
  { name: 'primary frozen for 15 s', run: ({ set }) => freezeMember(set, 'findPrimary') },
  { name: 'secondary frozen for 15 s', run: ({ set }) => freezeMember(set, 'findSecondary') },
  {
    name: 'primary cut off from both others for 20 s',
    run: ({ set }, repeatEarly) => cutOffPrimary(set, 'members', repeatEarly),
  },
  { name: 'primary cut off from all for 20 s', run: ({ set }) => cutOffPrimary(set, 'all') },
  {
    name: 'primary steps down',
    async run({ set }) {
      await set.stepDown(await set.findPrimary());
      await pause(5);
    },
  },
  {
    name: 'each member restarted',
    async run({ set }) {
      for (const member of set.members) {
        await set.kill(member, 'SIGTERM');
        set.revive(member);
        await set.whenHealthy();
      }
    },
  },
  {
    name: 'node killed',
    async run(stage) {
      await killNodes(stage, [0]);
      await pause(10);
      await startNodes(stage, [0]);
    },
    limits: { requestMs: 5000, pauseMs: 10_000 },
  },
  {
    name: 'node frozen for 20 s',
    async run({ nodes }) {
      const pid = nodes[0]?.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      await pause(20);
      process.kill(pid, 'SIGCONT');
    },
    // nginx waits five seconds for the frozen node, and then asks the other one.
    limits: { requestMs: 6000, pauseMs: 10_000 },
  },
  {
    name: 'both nodes killed',
    async run(stage) {
      await killNodes(stage, [0, 1]);
      await startNodes(stage, [0, 1]);
    },
    limits: { requestMs: 5000 },
  },
];

async function killMember(set: ReplicaSet, find: 'findPrimary' | 'findSecondary'): Promise<void> {
  const member = await set[find]();
  await set.kill(member);
  await pause(15);
  set.revive(member);
}

async function freezeMember(set: ReplicaSet, find: 'findPrimary' | 'findSecondary'): Promise<void> {
  const member = await set[find]();
  set.freeze(member);
  await pause(15);
  set.thaw(member);
}

async function cutOffPrimary(set: ReplicaSet, from: 'members' | 'all', work = async () => {}): Promise<void> {
  set.cutOff(await set.findPrimary(), from);
  const working = work();
  await pause(20);
  set.reconnect();
  await working;
}

async function killNodes({ nodes }: Stage, which: number[]): Promise<void> {
  await Promise.all(which.map((index) => nodes[index]?.kill()));
}

export async function startNodes({ set, nodes, nodePorts }: Stage, which: number[]): Promise<void> {
  await Promise.all(
    which.map(async (index) => {
      nodes[index] = await startSecondApp({ databaseUri: set.uri }, nodePorts[index]);
    }),
  );
}
