import type { Db } from 'mongodb';

/**
 * One change of stored data. It works on the raw database, because models describe only the newest shape. It can be
 * interrupted at any moment and run again: it skips documents that are already changed.
 */
export interface Migration {
  /** The name of its file: three digits and a name. */
  name: string;
  /** How many documents `run` would change now. */
  count(db: Db): Promise<number>;
  /** Changes them, and returns how many. */
  run(db: Db): Promise<number>;
}
