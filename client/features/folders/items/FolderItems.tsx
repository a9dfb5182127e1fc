import { useCallback, useMemo } from 'react';
import type { Family } from '../../../../common/families.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import type { GridSection } from '../../../components/posters/grid/gridLayout.ts';
import { PosterGrid, type PosterPlace } from '../../../components/posters/grid/PosterGrid.tsx';
import { PosterCard } from '../../../components/posters/PosterCard.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../../lib/page/dialogUrl.ts';
import { posterFacts } from '../../titles/titleFacts.ts';
import { useViewers } from '../presence/presence.ts';
import { useSeenBy } from '../seen/useSeenMarks.ts';
import { BurstLine } from './BurstLine.tsx';
import { removeTitle } from './removeTitle.ts';
import { posterProgress, useShowProgress } from './showProgress.ts';
import type { LiveItems } from './useLiveItems.ts';
import { byWatched } from './watchedSections.tsx';

interface FolderItemsProps {
  replica: Replica;
  family: Family;
  /** The live items that pass the filter. */
  items: readonly Item[];
  live: LiveItems;
  label: string;
  /** The items with comments that the viewer has not read. */
  unread: ReadonlySet<string>;
  /** False for lists that others share with the viewer. */
  isRemovable: boolean;
}

/** The titles of a list: To Watch and Rewatch, or one grid with ratings in Reviewed. */
export function FolderItems({ replica, family, items, live, label, unread, isRemovable }: FolderItemsProps) {
  const { id, isReviewed } = replica.folder;
  const { rings, leavingKeys, bursts } = live;
  const linkTo = useTitleLink(id);
  const openDialog = useOpenDialog();
  const viewers = useViewers(id);
  const seenBy = useSeenBy(replica);
  const progress = useShowProgress();
  const sections = useMemo(() => (isReviewed ? flat(items) : byWatched(items)), [items, isReviewed]);

  const renderPoster = useCallback(
    (item: Item, place: PosterPlace) => (
      <PosterCard
        {...posterFacts(item)}
        to={linkTo(item)}
        isWatched={item.watched && !isReviewed}
        userRating={isReviewed ? item.userRating : null}
        viewers={viewers.get(item.id)}
        seenBy={seenBy.get(item.id)}
        hasNewComments={unread.has(item.id)}
        {...posterProgress(item, progress)}
        arrivedFrom={rings.get(item.id)}
        isLeaving={leavingKeys.has(titleKey(item))}
        onAdd={() => openDialog({ add: titleParam(item) })}
        onRemove={isRemovable ? () => removeTitle(item, family) : undefined}
        {...place}
      />
    ),
    [linkTo, openDialog, isReviewed, viewers, seenBy, progress, unread, rings, leavingKeys, isRemovable, family],
  );

  return (
    <>
      <PosterGrid
        sections={sections}
        getKey={titleKey}
        renderPoster={renderPoster}
        label={label}
        hasActions
        isFocusKept
      />
      <BurstLine bursts={bursts} />
    </>
  );
}

function flat(items: readonly Item[]): GridSection<Item>[] {
  return [{ key: 'reviewed', items }];
}
