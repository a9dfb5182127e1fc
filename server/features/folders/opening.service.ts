import type { Folder } from '../../../common/folder.ts';
import type { Item } from '../../../common/item.ts';
import type { Opening, OpeningItem } from '../../../common/opening.ts';
import { loadFolderFor } from './access.ts';
import { viewFolders } from './folderViews.ts';
import { listItems } from './item.service.ts';

/** As many posters as the largest window shows at first. */
const SHOWN = 40;
/** So many are looked through for those to watch. */
const READ = 120;

/** What a list's page shows before the app's code is there; throws not_found for whoever may not see it. */
export async function readOpening(userId: string, folderId: string): Promise<Omit<Opening, 'imageBase'>> {
  const { folder, access } = await loadFolderFor(userId, folderId, 'folder:view');
  const [views, items] = await Promise.all([viewFolders(userId, [folder]), listItems(folder, { limit: READ })]);
  const [view] = views;
  if (!view) throw new Error(`Folder ${folderId} is open to ${userId}, but has no view`);
  return {
    folder: view,
    isOwn: access.isOwner,
    items: (view.isReviewed ? items : toWatchFirst(items, view)).slice(0, SHOWN).map(toShow),
  };
}

/** In the order of the screen; without those of the second section while it is not known where that begins. */
function toWatchFirst(items: readonly Item[], { itemCount }: Folder): Item[] {
  const toWatch = items.filter((item) => !item.watched);
  return items.length === itemCount ? [...toWatch, ...items.filter((item) => item.watched)] : toWatch;
}

const toShow = ({ mediaType, tmdbId, title, posterPath, watched, userRating }: Item): OpeningItem => ({
  mediaType,
  tmdbId,
  title,
  posterPath,
  watched,
  userRating,
});
