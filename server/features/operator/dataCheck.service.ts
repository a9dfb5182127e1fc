import type { DataCheck } from '../../../common/schemas/operator/operator.ts';
import type { Config } from '../../config/config.ts';
import { checkEmbedded } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/errors.ts';
import { log } from '../../platform/log.ts';

/** The check of all data. It goes on after its request is answered, because it may take minutes. */
export interface DataChecker {
  /** The check that is going on, and the result of the last one. Null with a MongoDB. */
  read(): DataCheck | null;
  /** Throws conflict while a check is going on, and with a MongoDB. */
  start(): void;
  stop(): Promise<void>;
}

export function createDataChecker({ dataDir, mongodbUri }: Pick<Config, 'dataDir' | 'mongodbUri'>): DataChecker {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let last: DataCheck['last'] = null;

  async function check(): Promise<void> {
    try {
      const faults = await checkEmbedded(dataDir, stopped.signal);
      last = { checkedAt: new Date().toISOString(), faults, problem: null };
      if (faults.length > 0) log.error({ faults }, 'the data is damaged');
    } catch (error) {
      if (stopped.signal.aborted) return;
      log.error({ err: error }, 'the data could not be checked');
      const problem = error instanceof Error ? error.message : String(error);
      last = { checkedAt: new Date().toISOString(), faults: [], problem };
    } finally {
      running = null;
    }
  }

  return {
    read: () => (mongodbUri ? null : { isRunning: running !== null, last }),
    start() {
      if (mongodbUri) throw conflict('conflict', 'The data is in a MongoDB, which is checked with its own tools');
      if (running) throw conflict('conflict', 'The data is being checked already');
      running = check();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
