import type { FamilyKey } from '../../../../common/families.ts';
import {
  applyFurtherItems,
  applySnapshot,
  dropAnsweredOps,
  type Replica,
  resetReplica,
} from '../../../../common/replica/replica.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { useTitles } from '../../titles/title.store.ts';
import { fetchItems, folderApi } from './folder.api.ts';
import { lossReason } from './folder.applying.ts';
import type { FolderContext } from './folder.state.ts';
import { moveReplica } from './folder.state.ts';
import { keepingChanges } from './pendingChanges.ts';

/** Reads all pages of items into the replica. The first page shows while the others load. */
export function readItems(
  { set, get, pendingChanges }: FolderContext,
  id: string,
  family: FamilyKey,
  start: () => Promise<void>,
): Promise<void> {
  return keepingChanges(pendingChanges, id, async (kept) => {
    const [first] = await Promise.all([fetchItems(id, family), start()]);
    // The title dialog can show these facts even if the movie database is unavailable or no longer has the title.
    useTitles.getState().applyFacts(first.items);
    let isBehind = false;
    moveReplica(set, id, (replica) => {
      const step = applySnapshot(replica, first.items, first.rev, kept);
      isBehind = step.isBehind;
      return step.replica;
    });
    let page = first;
    let read = first.items.length;
    // Items added in the meantime arrive as changes, so the loop can stop at the first page's total.
    while (!page.isLast && read < page.total && get().entries[id]?.replica) {
      page = await fetchItems(id, family, page.items.at(-1)?.id);
      const { items } = page;
      read += items.length;
      useTitles.getState().applyFacts(items);
      moveReplica(set, id, (replica) => applyFurtherItems(replica, items, first.rev, kept));
    }
    if (isBehind) pendingChanges.catchUpSoon(id);
  });
}

/** Fetches and applies the changes that the replica does not have yet. */
export async function catchUp(context: FolderContext, id: string): Promise<void> {
  const { set, get, pendingChanges } = context;
  const replicaNow = () => get().entries[id]?.replica;
  pendingChanges.cancelCatchUp(id);
  const answeredOps = replicaNow()?.pending.filter((op) => op.isAnswered);
  for (let hasMore = true; hasMore; ) {
    const replica = replicaNow();
    if (!replica) return;
    const page = await folderApi.changes(id, replica);
    if ('reset' in page) return startOver(context, id);
    if (page.changes.length > 0) get().applyChangeBatch({ folderId: id, changes: page.changes });
    hasMore = page.more;
  }
  // Their changes have been applied with the rest, whether or not they carried the op's id.
  const answeredIds = new Set(answeredOps?.map((op) => op.opId));
  moveReplica(set, id, (replica) => dropAnsweredOps(replica, answeredIds));
}

/** Reads the folder and its loaded parts again. The old items stay on screen until the new ones arrive. */
export async function startOver(context: FolderContext, id: string): Promise<void> {
  const { set, get } = context;
  const folder = await folderApi.get(id, 'folder');
  const before = get().entries[id]?.replica;
  if (!before) return;
  const reset = (replica: Replica) => ({ ...resetReplica(replica, folder), items: replica.items });
  if (before.items) await readItems(context, id, 'folder', async () => moveReplica(set, id, reset));
  else moveReplica(set, id, reset);
  if (before.shares) await get().loadShares(id, 'folder', true);
  if (before.activity) await get().loadActivity(id, 'folder', true);
}

/** Runs a read of the folder. If the viewer may no longer see the folder, the tab drops it. */
export async function unlessGone({ get }: FolderContext, id: string, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!isMissing(error)) throw error;
    get().applyGone(id, lossReason(get().entries[id]?.replica));
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}
