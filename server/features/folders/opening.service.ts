import type { Folder } from '../../../common/folder.ts';
import type { Item } from '../../../common/item.ts';
import { loadFolderFor } from './access.ts';
import { viewFolders } from './folderViews.ts';
import { listItems } from './item.service.ts';

/** What a list's page shows before the app's code is there. */
export interface ListOpening {
  folder: Folder;
  isOwn: boolean;
  /** The first of those to watch; of the others too, where these are all there are. */
  items: Item[];
}

/** Three rows of the widest windows, which fill the largest; more would hold up the first. */
const SHOWN = 30;
/** So many are looked through for those to watch. */
const READ = 120;

/** Throws not_found for whoever may not see the list. */
export async function readOpening(userId: string, folderId: string): Promise<ListOpening> {
  const { folder, access } = await loadFolderFor(userId, folderId, 'folder:view');
  const [views, items] = await Promise.all([viewFolders(userId, [folder]), listItems(folder, { limit: READ })]);
  const [view] = views;
  if (!view) throw new Error(`Folder ${folderId} is open to ${userId}, but has no view`);
  const inOrder = view.isReviewed ? items : toWatchFirst(items, view);
  return { folder: view, isOwn: access.isOwner, items: inOrder.slice(0, SHOWN) };
}

/** In the order of the screen; without those of the second section while it is not known where that begins. */
function toWatchFirst(items: readonly Item[], { itemCount }: Folder): Item[] {
  const toWatch = items.filter((item) => !item.watched);
  return items.length === itemCount ? [...toWatch, ...items.filter((item) => item.watched)] : toWatch;
}
