import type { Folder } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { loadFolderFor } from '../../features/folders/access/access.ts';
import { viewFolders } from '../../features/folders/access/folderViews.ts';
import { listInOrder } from '../../features/folders/items/itemOrder.service.ts';

/** What the page of a list shows before the app has loaded. */
export interface ListPreview {
  folder: Folder;
  isOwn: boolean;
  /** The first items to watch, then watched ones if there are fewer than needed. */
  items: Item[];
}

/** Three rows of the widest window, which fill the largest screen. More would delay the first. */
const SHOWN = 30;
/** How many items are searched for unwatched ones. */
const READ = 120;

/** Throws not_found if the user may not see the list. */
export async function readPreview(userId: string, folderId: string): Promise<ListPreview> {
  const { folder, access } = await loadFolderFor(userId, folderId, 'folder:view');
  const [views, items] = await Promise.all([viewFolders(userId, [folder]), listInOrder(folder, READ)]);
  const [view] = views;
  if (!view) throw new Error(`Folder ${folderId} is visible to ${userId} but has no view`);
  const inOrder = view.isReviewed ? items : toWatchFirst(items, view);
  return { folder: view, isOwn: access.isOwner, items: inOrder.slice(0, SHOWN) };
}

/** In the order of the screen. Watched items are included only if it is known where their section starts. */
function toWatchFirst(items: readonly Item[], { itemCount }: Folder): Item[] {
  const toWatch = items.filter((item) => !item.watched);
  return items.length === itemCount ? [...toWatch, ...items.filter((item) => item.watched)] : toWatch;
}
