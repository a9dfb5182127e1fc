import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from 'embedded-mongo';

type Shared = typeof globalThis & { stopTestDatabase?: () => Promise<void> };

/** Starts a database for all test files: that of MONGODB_URI, or an embedded one in a new folder. */
export default async function globalSetup(): Promise<void> {
  if (process.env.MONGODB_URI) {
    process.env.TEST_MONGODB_URI = process.env.MONGODB_URI;
    return;
  }
  const dir = await mkdtemp(path.join(tmpdir(), 'marquee-test-'));
  const database = await startEmbedded({ dir, inProcess: true, isDurable: false });
  process.env.TEST_MONGODB_URI = database.uri;
  (globalThis as Shared).stopTestDatabase = async () => {
    await database.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
