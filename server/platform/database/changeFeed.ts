import type { mongo } from 'mongoose';
import { changesDelivered } from '../http/metrics.ts';
import { log } from '../log.ts';
import { DeliveredRevs } from './deliveredRevs.ts';
import { DeliveryQueue } from './deliveryQueue.ts';
import { followCollection } from './stream.ts';

/** Where an entry belongs: the folder, and the place in the folder's log. */
interface FolderPlace {
  folderId: { toString(): string };
  rev: number;
}

/** How entries are delivered. `F` are the entries of folders' logs, `P` those for named users. */
export interface FeedHandlers<F extends FolderPlace, P> {
  isFolderEntry(entry: F | P): entry is F;
  /** Delivers entries of one folder, by rising rev. Calls for the same folder come one after the other. */
  deliverFolder(folderId: string, entries: F[]): Promise<void>;
  deliverPersonal(entry: P): void;
  /** Resolves when the personal entries so far are delivered. */
  settle(): Promise<void>;
  /** Changes were not delivered: every tab must sync. */
  onLost(): void;
}

export interface ChangeFeed {
  close(): Promise<void>;
}

/** What the running change feed of this process has delivered. Null while none runs. */
let current: DeliveredRevs | null = null;

/** Resolves when this node has delivered the folder's changes up to `rev`, or after `timeoutMs`. */
export async function waitUntilDelivered(folderId: string, rev: number, timeoutMs: number): Promise<void> {
  await current?.wait(folderId, rev, timeoutMs);
}

/**
 * Tails `changes` from now on and delivers to this node's own sockets. When the stream breaks, it reopens from the last
 * token. `onLost` is called when it cannot resume there, and when changes could not be delivered.
 */
export async function startChangeFeed<F extends FolderPlace, P>(
  database: mongo.Db,
  collectionName: string,
  handlers: FeedHandlers<F, P>,
): Promise<ChangeFeed> {
  const delivered = new DeliveredRevs();
  const queue = new DeliveryQueue<F>({
    deliver: (folderId, entries) => handlers.deliverFolder(folderId, entries),
    onDone: (folderId, rev) => delivered.record(folderId, rev),
    onLost: () => handlers.onLost(),
  });

  function accept(entry: F | P): void {
    changesDelivered.inc();
    if (handlers.isFolderEntry(entry)) queue.add(String(entry.folderId), entry);
    else handlers.deliverPersonal(entry);
  }

  const stream = await followCollection<F | P>(database, collectionName, [{ $match: { operationType: 'insert' } }], {
    onEvent(event) {
      if (event.operationType !== 'insert') return;
      try {
        accept(event.fullDocument);
      } catch (error) {
        // It must not break the stream: the entries after it are well-formed.
        log.error({ err: error, entryId: event.documentKey._id }, 'a malformed entry of the log was skipped');
        handlers.onLost();
      }
    },
    onLost: () => handlers.onLost(),
  });
  current = delivered;

  return {
    async close() {
      if (current === delivered) current = null;
      queue.close();
      await stream.close();
      await handlers.settle();
    },
  };
}
