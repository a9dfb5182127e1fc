import { useMemo } from 'react';
import { isUnconfirmed, shownItems } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { Item, TitleFacts } from '../../../common/schemas/item.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { toast, toastError } from '../../components/toast/toast.ts';
import { useFolders } from '../../features/folders/state/folder.store.ts';
import { mayIn, useItemsOf } from '../../features/folders/state/useFolder.ts';
import { useFolderLists } from '../../features/folders/state/useFolderLists.ts';
import { titleParam, useOpenDialog } from '../../lib/page/dialogUrl.ts';

export interface Rewatch {
  isOn: boolean;
  /** Disabled until it is known which item it changes, and that item is confirmed. */
  isReady: boolean;
  toggle: () => void;
  /** The viewer's own lists with the title, and the list that the dialog was opened from. */
  lists: Replica[];
}

/**
 * The rewatch flag of a title: of its item in the list that the dialog was opened from, if the viewer may edit it,
 * else of the oldest item in the viewer's own lists. Without any list, turning it on asks for one first.
 */
export function useRewatch(title: Pick<TitleFacts, 'mediaType' | 'tmdbId'>, folderId: string | null): Rewatch {
  const { own, sharedWithMe, status } = useFolderLists();
  const openDialog = useOpenDialog();
  const key = titleKey(title);
  const areLoaded = useItemsOf(own, status === 'ready');

  const found = useMemo(() => {
    const from = [...own, ...sharedWithMe].find(({ folder }) => folder.id === folderId);
    const here = from && findItem(from, key);
    const inOwn = own
      .flatMap((replica) => {
        const item = findItem(replica, key);
        return item ? [{ replica, item }] : [];
      })
      .sort((a, b) => (a.item.createdAt < b.item.createdAt ? -1 : 1));
    const lists = inOwn.map(({ replica }) => replica);
    const isForeign = from !== undefined && here !== undefined && !lists.includes(from);
    const isHere = from !== undefined && here !== undefined && mayIn(from, 'item:watch');
    const item = isHere ? here : inOwn[0]?.item;
    return {
      item,
      isHere,
      isArriving: item !== undefined && [from, ...lists].some((replica) => replica && isUnconfirmed(replica, item.id)),
      lists: isForeign ? [from, ...lists] : lists,
    };
  }, [own, sharedWithMe, folderId, key]);

  const toggle = () => {
    const { item } = found;
    if (!item) {
      openDialog({ add: titleParam(title), rewatch: '1' });
      return;
    }
    const watched = !item.watched;
    useFolders
      .getState()
      .setWatched(item, watched)
      .then(() => toast({ title: watched ? 'Added to rewatch list' : 'Removed from rewatch list' }))
      .catch((error) => toastError(error, 'Failed to update rewatch status'));
  };

  // Without a connection, other lists may be unknown.
  const isReady = (areLoaded || found.isHere) && !found.isArriving;
  return { isOn: found.item?.watched ?? false, isReady, toggle, lists: found.lists };
}

export function findItem({ items, pending }: Replica, key: string): Item | undefined {
  return items && shownItems({ items, pending }).find((item) => titleKey(item) === key);
}
