import { useEffect, useMemo, useState } from 'react';
import { type Item, type TitleFacts, titleKey } from '../../common/item.ts';
import { isUnconfirmed, shownItems } from '../../common/replica.pending.ts';
import type { Replica } from '../../common/replica.ts';
import { toast, toastError } from '../components/toast.ts';
import { useFolders } from '../features/folders/folder.store.ts';
import { mayIn } from '../features/folders/useFolder.ts';
import { useFolderLists } from '../features/folders/useFolderLists.ts';
import { titleParam, useOpenDialog } from '../lib/dialogUrl.ts';

export interface Rewatch {
  isOn: boolean;
  /** Nothing to press until it is known in which lists the title is, and the item has an id of its own. */
  isReady: boolean;
  toggle: () => void;
  /** The viewer's own lists that the title is in, and the one that the dialog was opened from. */
  lists: Replica[];
}

/**
 * The rewatch flag of a title: of its item in the list that the dialog was opened from where one may write there,
 * else of the oldest item in the viewer's own lists; in no list, turning it on asks for one first.
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
    const item = here && mayIn(from, 'item:watch') ? here : inOwn[0]?.item;
    return {
      item,
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

  const isReady = areLoaded && !found.isArriving;
  return { isOn: found.item?.watched ?? false, isReady, toggle, lists: found.lists };
}

/** A hundred lists must not be a hundred requests at once, nor wait for each other one by one. */
const AT_ONCE = 6;

/** Loads what is in some lists, which tells where a title already is; each list once, live from then on. */
export function useItemsOf(lists: readonly Replica[], areListsReady: boolean): boolean {
  const [hasFailed, setFailed] = useState(false);
  const missing = lists.filter(({ folder, items }) => folder.itemCount > 0 && !items).map(({ folder }) => folder.id);
  const next = missing.slice(0, AT_ONCE).join(' ');

  useEffect(() => {
    if (!areListsReady || next === '') return;
    const { loadItems } = useFolders.getState();
    // A list that is on its way already is not asked for twice.
    for (const id of next.split(' ')) loadItems(id).catch(() => setFailed(true));
  }, [areListsReady, next]);

  return areListsReady && (next === '' || hasFailed);
}

export function findItem({ items, pending }: Replica, key: string): Item | undefined {
  return items && shownItems({ items, pending }).find((item) => titleKey(item) === key);
}
