import { addOp } from '../../../../common/replica/replica.pending.ts';
import type { PendingOp, Replica } from '../../../../common/replica/replica.ts';
import { waitingEntries } from '../../offline/queue.store.ts';
import type { QueuedWrite } from '../../offline/queuedWrite.ts';

/** The replica with the writes of this list that wait for a connection, as pending ops. */
export function withQueuedOps(replica: Replica): Replica {
  const known = new Set(replica.pending.map(({ opId }) => opId));
  return waitingEntries()
    .flatMap(({ write }) => ('folderId' in write && write.folderId === replica.folder.id ? [opOf(write)] : []))
    .filter(({ opId }) => !known.has(opId))
    .reduce(addOp, replica);
}

function opOf(write: Extract<QueuedWrite, { folderId: string }>): PendingOp {
  const { opId } = write;
  switch (write.kind) {
    case 'add':
      return { opId, kind: 'add', item: write.item };
    case 'remove':
      return { opId, kind: 'remove', itemIds: [write.itemId] };
    case 'watch':
      return { opId, kind: 'watch', itemId: write.itemId, watched: write.watched };
  }
}
