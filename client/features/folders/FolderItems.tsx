import { useCallback, useMemo } from 'react';
import { type Item, titleKey } from '../../../common/item.ts';
import { isUnconfirmed } from '../../../common/replica.pending.ts';
import type { Replica } from '../../../common/replica.ts';
import { PosterCard } from '../../components/PosterCard.tsx';
import { PosterGrid, type PosterGridSection, type PosterPlace } from '../../components/PosterGrid.tsx';
import { toastError } from '../../components/toast.ts';
import { useTitleLink } from '../../lib/dialogUrl.ts';
import { ratingOf } from '../titles/titleFacts.ts';
import { BurstLine } from './BurstLine.tsx';
import { useFolders } from './folder.store.ts';
import { useViewers } from './presence.ts';
import type { LiveItems } from './useLiveItems.ts';
import { byWatched } from './watchedSections.tsx';

interface FolderItemsProps {
  replica: Replica;
  /** What the filter lets through of the live items. */
  items: readonly Item[];
  live: LiveItems;
  label: string;
  /** Off for lists that others share with the viewer. */
  isRemovable: boolean;
}

/** The titles of one list: To Watch and Rewatch, or flat with ratings in Reviewed. */
export function FolderItems({ replica, items, live, label, isRemovable }: FolderItemsProps) {
  const { id, isReviewed } = replica.folder;
  const { rings, leavingKeys, bursts } = live;
  const linkTo = useTitleLink(id);
  const viewers = useViewers(id);
  const sections = useMemo(() => (isReviewed ? flat(items) : byWatched(items)), [items, isReviewed]);

  const renderPoster = useCallback(
    (item: Item, { tabIndex, width, cell }: PosterPlace) => (
      <PosterCard
        title={item.title}
        posterPath={item.posterPath}
        releaseDate={item.releaseDate}
        rating={ratingOf(item)}
        to={linkTo(item)}
        isWatched={item.watched && !isReviewed}
        userRating={isReviewed ? item.userRating : null}
        viewers={viewers.get(item.id)}
        arrivedFrom={rings.get(item.id)}
        isLeaving={leavingKeys.has(titleKey(item))}
        onRemove={isRemovable ? () => removeItem(item) : undefined}
        tabIndex={tabIndex}
        cell={cell}
        width={width}
      />
    ),
    [linkTo, isReviewed, viewers, rings, leavingKeys, isRemovable],
  );

  return (
    <>
      <PosterGrid sections={sections} getKey={titleKey} renderPoster={renderPoster} label={label} />
      <BurstLine bursts={bursts} />
    </>
  );
}

/** Takes a title out at once; a title that is still on its way in has nothing to take out yet. */
export async function removeItem(item: Item): Promise<void> {
  const replica = useFolders.getState().replicas[item.folderId];
  if (!replica || isUnconfirmed(replica, item.id)) return;
  try {
    await useFolders.getState().removeItem(item);
  } catch (error) {
    toastError(error, 'Failed to remove item');
  }
}

function flat(items: readonly Item[]): PosterGridSection<Item>[] {
  return [{ key: 'reviewed', items }];
}
