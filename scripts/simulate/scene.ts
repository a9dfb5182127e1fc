import { Browser, type QueueWatch } from './browser.ts';
import { type Base, GOOD_NETWORK, Stage } from './episode.ts';
import type { SentAnswer } from './machines.ts';
import type { Schedule } from './schedule.ts';
import { SimulatedTab, type TabOptions } from './tab.ts';

/** How many nodes there are, and how many tabs each person has. */
export const NODES = 2;
const TABS = [2, 2, 1, 1];

/** The stage with its tabs, and what acts and faults use. */
export class Scene extends Stage {
  readonly tabs: SimulatedTab[] = [];
  readonly happened: Record<string, number> = {};
  readonly skews: readonly number[];
  readonly base: Base;
  /** A copy of the data that an operator has made. */
  backup: { disk: Stage['disk']; model: Stage['model'] } | null = null;
  restoredAt = Number.NEGATIVE_INFINITY;
  /** When a program was last killed or cut off, so that a request may fail. */
  disturbedAt = Number.NEGATIVE_INFINITY;
  writes = 0;
  /** The status of the newest answer to each key that a tab got. */
  readonly answers = new Map<string, number>();
  isHealing = false;

  constructor(
    base: Base,
    { seed, skews }: Pick<Schedule, 'seed' | 'skews'>,
    watch: Pick<TabOptions, 'onExchange' | 'onHeard'> & QueueWatch & { onSent: (sent: SentAnswer) => void },
  ) {
    super(seed, base.bundles, base.disk.copy(), base.model);
    this.base = base;
    this.skews = skews;
    this.onSent = watch.onSent;
    for (const [owner, person] of base.people.entries()) {
      const browser = new Browser(this.world, watch);
      for (let number = 1; number <= (TABS[owner] ?? 1); number++) {
        this.tabs.push(
          new SimulatedTab(this.world, this.network, {
            name: `${person.name}'s tab ${number}`,
            ...{ person, browser, bundle: base.bundles.tab, socketBundle: base.bundles.socket },
            skewMs: skews[NODES + this.tabs.length] ?? 0,
            weather: { delay: GOOD_NETWORK, isSilent: false },
            pickNode: () => this.pickNode(),
            onExchange: watch.onExchange,
            onHeard: watch.onHeard,
            onError: (error) => this.report(`a tab failed: ${(error as Error).stack ?? error}`),
          }),
        );
      }
    }
  }

  disturb(): void {
    this.disturbedAt = this.world.now;
  }

  /** The time passes at once. What tabs still had to find out about a restored backup, they find out afterwards. */
  sleep(milliseconds: number): void {
    this.world.jump(milliseconds);
    this.restoredAt += milliseconds;
    this.disturb();
  }

  /** Ends all faults: what is down starts, what is cut off is connected. */
  heal(): void {
    this.isHealing = true;
    this.lostStreams = 0;
    this.refusedReads = 0;
    this.streamLagMs = 0;
    Object.assign(this.cable, { delay: [0.1, 0.6], isSilent: false });
    for (const tab of this.tabs) {
      Object.assign(tab.options.weather, { delay: GOOD_NETWORK, isSilent: false });
      if (!tab.isOnline) tab.setOnline(true);
      if (!tab.isOpen) tab.open();
      tab.program.sleepsUntil = 0;
      tab.isRepeating = false;
    }
  }
}
