import type { Weather } from './network.ts';
import type { Scene } from './scene.ts';
import type { FaultKind } from './schedule.ts';
import type { SimulatedTab } from './tab.ts';

type Fault = (run: Scene, numbers: readonly number[]) => void;

const HOUR_MS = 60 * 60 * 1000;

/** How long the whole computer may sleep, or all people be away. */
const PAUSES_MS = [10 * 60 * 1000, 3 * HOUR_MS, 26 * HOUR_MS, 4 * 24 * HOUR_MS];

/** A busy database refuses a few reads for long, or nearly all for a moment. */
const REFUSALS = [
  { share: 0.05, milliseconds: 8000 },
  { share: 0.3, milliseconds: 2000 },
  { share: 0.9, milliseconds: 300 },
];

function atTab(act: (run: Scene, tab: SimulatedTab, howLong: number) => void): Fault {
  return (run, [which = 0, howLong = 0]) => {
    const tab = run.tabs[which % run.tabs.length];
    if (tab?.isOpen) act(run, tab, howLong);
  };
}

function later(run: Scene, milliseconds: number, what: string, act: () => void): void {
  run.world.after(milliseconds, null, what, () => {
    if (!run.isHealing) act();
  });
}

/** The connections behave so for a while. */
function change(run: Scene, weather: Weather, next: Partial<Weather>, milliseconds: number): void {
  const before = { ...weather };
  Object.assign(weather, next);
  later(run, milliseconds, 'the network is well again', () => Object.assign(weather, before, { isSilent: false }));
}

function reopen(run: Scene, tab: SimulatedTab, milliseconds: number): void {
  later(run, milliseconds, 'a tab opens', () => {
    if (!tab.isOpen) tab.open();
  });
}

/** What goes wrong. */
export const faults: Record<FaultKind, Fault> = {
  cutTab: atTab((run, tab) => run.network.cut(tab.program)),
  silenceTab: atTab((run, tab, howLong) =>
    change(run, tab.options.weather, { isSilent: true }, 500 + (howLong % 90_000)),
  ),
  // Half of them enter a weak network, which breaks their connections. What they then ask for comes late.
  slowTab: atTab((run, tab, howLong) => {
    change(run, tab.options.weather, { delay: [100, 4000] }, 1000 + (howLong % 20_000));
    if (howLong % 2 === 0) run.network.cut(tab.program);
  }),
  sleepTab: atTab((run, tab, howLong) => {
    tab.program.sleepsUntil = run.world.now + 1000 + (howLong % 60_000);
  }),
  leaveNetwork: atTab((run, tab, howLong) => {
    tab.setOnline(false);
    later(run, 1000 + (howLong % 20_000), 'a device is online', () => tab.setOnline(true));
  }),
  // Changes are made offline, and days pass before they are sent.
  travel: atTab((run, tab, howLong) => {
    tab.setOnline(false);
    later(run, 1000 + (howLong % 4000), 'days pass', () => {
      run.sleep(PAUSES_MS[howLong % PAUSES_MS.length] ?? HOUR_MS);
      tab.setOnline(true);
    });
  }),
  repeatWrites: atTab((run, tab, howLong) => {
    tab.isRepeating = true;
    later(run, 1000 + (howLong % 10_000), 'writes arrive once again', () => {
      tab.isRepeating = false;
    });
  }),
  reloadTab: atTab((run, tab, howLong) => {
    tab.close();
    reopen(run, tab, 50 + (howLong % 1500));
  }),
  crashTab: atTab((run, tab, howLong) => {
    tab.close({ isCrash: true });
    reopen(run, tab, 500 + (howLong % 5000));
  }),
  closeTab: atTab((run, tab, howLong) => {
    tab.close();
    reopen(run, tab, 1000 + (howLong % 60_000));
  }),
  oldTab: atTab((run, tab, howLong) => {
    tab.close();
    tab.open(run.bundles.oldTab);
    const { program } = tab;
    // It is asked to reload, and does so after a while.
    run.world.after(1000 + (howLong % 8000), null, 'a reload with the new version', () => {
      if (tab.program !== program || !tab.isOpen) return;
      tab.close();
      tab.open();
    });
  }),
  killNode(run, [which = 0, howLong = 0]) {
    const index = which % run.nodes.length;
    const node = run.nodes[index];
    if (!node) return;
    run.disturb();
    node.program.kill();
    run.nodes[index] = null;
    run.world.after(300 + (howLong % 3000), null, 'a node starts', () => void run.startNode(index, run.skews[index]));
  },
  cutDatabase(run, [which = 0]) {
    const node = run.nodes[which % run.nodes.length];
    if (!node) return;
    run.disturb();
    run.network.cut(node.program, (other) => other.name === 'database');
  },
  silenceDatabase(run, [howLong = 0]) {
    run.disturb();
    change(run, run.cable, { isSilent: true }, 300 + (howLong % 15_000));
  },
  slowDatabase(run, [howLong = 0]) {
    run.disturb();
    change(run, run.cable, { delay: [5, 300] }, 1000 + (howLong % 6000));
  },
  killDatabase(run, [howLong = 0]) {
    if (!run.database) return;
    run.disturb();
    run.database.program.kill();
    run.database = null;
    run.world.after(200 + (howLong % 9000), null, 'the database starts', () => void run.startDatabase());
  },
  // MongoDB does so when reads take longer than its operator allows (`defaultMaxTimeMS`). Writes and streams continue.
  refuseReads(run, [howMany = 0]) {
    const refusal = REFUSALS[howMany % REFUSALS.length];
    if (!refusal) return;
    run.disturb();
    run.refusedReads = refusal.share;
    later(run, refusal.milliseconds, 'the database is no longer busy', () => {
      run.refusedReads = 0;
    });
  },
  loseStream(run, [howMany = 0]) {
    run.lostStreams += 1 + (howMany % 6);
  },
  // As of a node that reads from a secondary which is behind: its answers are newer than its events.
  lagStreams(run, [howLong = 0, lag = 0]) {
    run.streamLagMs = 300 + (lag % 4000);
    later(run, 2000 + (howLong % 15_000), 'streams are on time', () => {
      run.streamLagMs = 0;
    });
  },
  pause(run, [which = 0]) {
    run.sleep(PAUSES_MS[which % PAUSES_MS.length] ?? HOUR_MS);
  },
  backUp(run) {
    if (run.database) run.backup = { disk: run.disk.copy(), model: run.model.copy(run.report) };
  },
  restore(run) {
    const { backup, database } = run;
    if (!backup || !database || run.nodes.some((node) => !node)) return;
    run.disturb();
    run.restoredAt = run.world.now;
    database.program.kill();
    run.database = null;
    for (const [index, node] of run.nodes.entries()) {
      node?.program.kill();
      run.nodes[index] = null;
    }
    run.disk = backup.disk.copy();
    run.model = backup.model.copy(run.report);
    run.world.after(500, null, 'the database starts with a backup', () => {
      void run.startDatabase();
      for (const index of run.nodes.keys()) void run.startNode(index, run.skews[index]);
    });
  },
};
