import type { Folder } from '../../../common/schemas/folder.ts';
import { logOf, read } from '../../../server/testing/convergence/compare.ts';
import type { World } from './data/world.ts';
import type { LiveTab } from './liveTab.ts';
import type { Writers } from './writers.ts';

/** What became of the writes, by the folder's log and by the tabs. */
export interface Ledger {
  changes: number;
  /** Confirmed writes that are not in the log. */
  lost: number;
  /** Writes that are in the log twice. */
  twice: number;
  /** Revs without a change. */
  gaps: number;
  /** Changes that a tab has not received. */
  undelivered: number;
}

const PATIENCE_MS = 15_000;

/** Compares the confirmed operations with the folder's log, and the rev of the folder with those of the tabs. */
export async function judge(
  port: number,
  world: World,
  { acknowledged }: Pick<Writers, 'acknowledged'>,
  tabs: readonly LiveTab[],
): Promise<Ledger> {
  const url = `http://127.0.0.1:${port}`;
  const cookie = world.people[0]?.cookie ?? '';
  const { rev } = await read<Folder>(url, cookie, `/api/folders/${world.folderId}`);
  const log = await logOf(url, cookie, world.folderId);
  const opIds = log.flatMap((change) => change.opId ?? []);
  const known = new Set(opIds);
  const revs = new Set(log.map((change) => change.rev));
  const behind = () => tabs.reduce((sum, tab) => sum + Math.abs(rev - tab.rev), 0);
  // Tabs need time to reconnect and to catch up. A change that is missing after that was not delivered.
  for (const until = Date.now() + PATIENCE_MS; behind() > 0 && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    changes: log.length,
    lost: [...acknowledged.keys()].filter((opId) => !known.has(opId)).length,
    twice: opIds.length - known.size,
    gaps: Array.from({ length: rev }, (_, index) => index + 1).filter((one) => !revs.has(one)).length,
    undelivered: behind(),
  };
}
