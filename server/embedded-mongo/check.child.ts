import { rmSync } from 'node:fs';
import { copyData, DamagedData, type DataFolder, findFaults } from './backup.ts';
import { checkingFolder } from './file/paths.ts';

/** What the process says at its end. */
export type CheckMessage = { faults: string[] } | { problem: string };

// Only the current user may read the copy.
process.umask(0o077);
process.on('disconnect', () => process.exit(1));

const folder = JSON.parse(process.argv[2] ?? '{}') as DataFolder;

async function check(): Promise<CheckMessage> {
  const copy = { ...folder, dir: checkingFolder(folder) };
  // An interrupted check leaves its copy.
  rmSync(copy.dir, { recursive: true, force: true });
  try {
    await copyData(folder, copy.dir);
    return { faults: await findFaults(copy) };
  } catch (error) {
    if (error instanceof DamagedData) return { faults: [error.reason] };
    return { problem: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(copy.dir, { recursive: true, force: true });
  }
}

const message = await check();
process.send?.(message, () => process.exit(0));
